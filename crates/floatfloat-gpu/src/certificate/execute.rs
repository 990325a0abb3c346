//! Runs one program on the device, from operands to results.

use super::{
    CertifiedWord,
    compare::{Difference, Failure, Form},
    meter::Share,
};
use crate::{
    circuit::Circuit,
    error::Error,
    lowering::{Lowering, Protection},
    program::{Program, WORKGROUP},
    runner::{Job, Runner},
};

/// The number of invocations of a looped map: so few that each has many elements.
const LOOPS: u32 = 64;

/// The number of steps of words that an invocation of a looped map carries out by integers. Mesa's driver for the
/// processor ends loops after 65,535 iterations, and long functions of integers are loops of up to eight iterations a
/// step.
const STEPS: usize = 65_535 / 8;

/// Why the trial of a lowering ends.
pub(super) enum Stop {
    /// The lowering is not exact, or a program did not run.
    Failed(Failure),
    /// The progress asked to stop.
    Cancelled,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failed(failure)
    }
}

/// A device under test, and the lowering.
#[derive(Clone, Copy)]
pub(super) struct Subject<'r> {
    runner: &'r dyn Runner,
    lowering: Lowering,
    share: &'r Share<'r>,
}

impl<'r> Subject<'r> {
    pub(super) fn new(runner: &'r dyn Runner, lowering: Lowering, share: &'r Share<'r>) -> Self {
        Subject { runner, lowering, share }
    }

    /// The same programs for another device.
    pub(super) fn on(&self, runner: &'r dyn Runner) -> Self {
        Subject { runner, ..*self }
    }

    pub(super) fn lowering(&self) -> &Lowering {
        &self.lowering
    }

    /// The progress of the trial of this lowering.
    pub(super) fn share(&self) -> &Share<'r> {
        self.share
    }

    /// The results of a function for `count` elements, with those of an element side by side.
    pub(super) async fn map<F: CertifiedWord>(
        &self,
        function: &Circuit,
        form: Form,
        parameters: &[Vec<F>],
        count: usize,
    ) -> Result<Vec<F>, Error> {
        let looped = form == Form::Loop;
        let program = Program::map(function.clone(), vec![false; parameters.len()], looped);
        let count_u32 = count as u32;
        let by_integers = self.lowering.protection == Protection::Integers;
        let steps = if by_integers { count * function.nodes().len() } else { 0 };
        let invocations = steps.div_ceil(STEPS).max(LOOPS as usize) as u32;
        let groups = if looped { invocations } else { count_u32 }.div_ceil(WORKGROUP);
        let arguments = [0, count_u32, 0, invocations, 0, 0, 0, 0];
        let words = count * function.outputs().len();
        self.run(&program, parameters, words, arguments, [groups, 1]).await
    }

    /// The words that one launch of a program writes.
    pub(super) async fn run<F: CertifiedWord>(
        &self,
        program: &Program,
        inputs: &[Vec<F>],
        words: usize,
        arguments: [u32; 8],
        groups: [u32; 2],
    ) -> Result<Vec<F>, Error> {
        if self.share.cancelled() {
            return Err(Error::Cancelled);
        }
        let inputs: Vec<&[u8]> = inputs.iter().map(|input| bytemuck::cast_slice(input)).collect();
        let output = words * size_of::<F>();
        let job = Job {
            program,
            lowering: &self.lowering,
            kernel: &mut None,
            inputs: &inputs,
            output,
            arguments,
            groups,
        };
        let results = self.runner.run(job).await?;
        if results.len() != output {
            let (expected, given) = (output as u64, results.len() as u64);
            return Err(Error::Length { what: "results, in bytes", expected, given });
        }
        Ok(bytemuck::pod_collect_to_vec(&results))
    }
}

/// Turns an error into a failure of this operation.
pub(super) fn failed(operation: &str, form: Form) -> impl FnOnce(Error) -> Stop {
    move |error| match error {
        Error::Cancelled => Stop::Cancelled,
        error => Stop::Failed(Failure {
            operation: operation.to_owned(),
            form,
            cause: Difference::Error { message: error.to_string() },
        }),
    }
}
