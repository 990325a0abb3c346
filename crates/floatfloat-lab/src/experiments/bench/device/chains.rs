//! Chains: many operations on each number, so that memory does not matter.

use super::{Contest, Entry, Operands, pairs, words};
use crate::{devices::OnDevice, kernels::chain::Chain, speed::device::HostArrays};
use floatfloat::{
    double_word::{
        add_accurate::AddAccurate, add_network::AddNetwork, add_word::AddWord,
        div_warwick::DivWarwick, mul_dw1::MulDw1, mul_dw3::MulDw3, sqrt::Sqrt,
    },
    operation::Operation,
};
use floatfloat_gpu::{Circuit, Device, DeviceNumber, Error};

/// The number of operations in the body of the loop.
const UNROLLED: u32 = 32;

/// The number of numbers on which a chain is verified.
const FEW: usize = 1024;

impl Contest<'_> {
    /// Adds a chain of each operation whose result can be its next operand.
    pub(super) fn enter_chains<W: OnDevice>(&mut self) -> Result<(), Error> {
        let fused = self.opened.fused::<W>();
        let host = [FEW, self.sizes.chained].map(|count| HostArrays::near_one(count, self.seed));
        words::<W>(&host).chains(self, W::word_steps(fused)?)?;
        pairs::<W>(&host).chains(self, double_word_steps::<W>(fused))
    }
}

/// Steps of double-words in the variants for a device with or without a fused multiply-add.
fn double_word_steps<W: OnDevice>(fused: bool) -> Vec<(&'static str, Circuit)> {
    fn step<O: Operation, W: OnDevice>(fused: bool) -> (&'static str, Circuit) {
        (O::INFO.name, Circuit::of_operation::<O, W>(fused))
    }
    let mut steps = vec![
        step::<AddNetwork, W>(fused),
        step::<AddAccurate, W>(fused),
        step::<AddWord, W>(fused),
        step::<MulDw1, W>(fused),
        step::<DivWarwick, W>(fused),
        step::<Sqrt, W>(fused),
    ];
    if fused {
        steps.push(step::<MulDw3, W>(fused));
    }
    steps
}

impl<N: DeviceNumber> Operands<N> {
    fn chains(
        &self,
        contest: &mut Contest<'_>,
        steps: Vec<(&'static str, Circuit)>,
    ) -> Result<(), Error> {
        let device = &contest.opened.device;
        let rounds = contest.sizes.rounds;
        let [x, c] = [device.upload(&self.many[0])?, device.upload(&self.many[1])?];
        for (op, step) in steps {
            let flops = step.flops();
            let chain = Chain::of_step(step, UNROLLED);
            let results = |device: &Device| {
                let (x, c) = (device.upload(&self.few[0])?, device.upload(&self.few[1])?);
                device.download(&chain.run::<N, N, N>(device, &x, &c, 2)?)
            };
            let found = match results(device) {
                Err(Error::Unsupported { what, .. }) => {
                    contest.left_out.push(format!("{op} of {}: {what}", self.number_type));
                    continue;
                }
                found => found?,
            };
            contest.entries.push(Entry {
                op,
                number_type: self.number_type,
                work: "chain",
                elements: self.many[0].len(),
                operations: self.many[0].len() as f64 * f64::from(rounds * UNROLLED),
                flops,
                bytes: 0.0,
                verified: (self.same)(found, results(&contest.reference)?),
            });
            let (x, c) = (x.clone(), c.clone());
            let work = move || chain.run::<N, N, N>(device, &x, &c, rounds).map(drop);
            contest.works.push(Box::new(work));
        }
        Ok(())
    }
}
