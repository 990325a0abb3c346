//! The device as a [`Runner`]: the lowerings that it offers, and jobs from operands to results.

use super::{BROWSER, WgpuBackend, adapter, staging::CHUNK};
use crate::{
    backend::{Backend, Description, Launch},
    error::Error,
    integers::integers_of,
    lowering::{Controls, Division, Exponents, Lowering, Mode, Products, Protection, Relaxed},
    runner::{Answer, Job, Runner},
    word_type::WordType,
};
use wgpu::Features;

impl Runner for WgpuBackend {
    fn description(&self) -> &Description {
        &self.description
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        let products = if self.has_wide_integers() { Products::Wide } else { Products::Halves };
        let made = word == WordType::U32 || integers_of(word).is_some();
        let integers = made.then_some(Lowering { products, ..Lowering::INTEGERS });
        if !self.description.words.contains(&word) {
            return integers.into_iter().collect();
        }
        let exponents = if word == WordType::F64 && !self.has_wide_integers() {
            Exponents::Comparisons
        } else {
            Exponents::Bits
        };
        let fused = |(protection, controls)| {
            [true, false].map(|fused| Lowering {
                controls,
                exponents,
                products,
                ..Lowering::exact(protection, fused)
            })
        };
        self.protections(word).into_iter().flat_map(fused).chain(integers).collect()
    }

    fn compiler(&self) -> String {
        adapter::compiler()
    }

    fn modes(&self) -> Vec<Mode> {
        let mode = |name: &str, word, protection, controls| Mode {
            name: name.to_owned(),
            word,
            lowering: Lowering { controls, ..Lowering::exact(protection, true) },
        };
        let mut modes = Vec::new();
        for (protection, controls) in self.protections(WordType::F32) {
            // The cheaper of the two protections shows what a driver does when it is asked.
            let name = match (protection, controls) {
                (Protection::NoContraction, Controls::All) => "float controls",
                (Protection::NoContraction, Controls::None) => "NoContraction",
                (Protection::Barrier, Controls::None) => "barrier",
                (Protection::Plain, _) => "plain",
                _ => continue,
            };
            modes.push(mode(name, WordType::F32, protection, controls));
        }
        for word in [WordType::F16, WordType::F64] {
            if self.description.words.contains(&word) {
                modes.push(mode(word.name(), word, Protection::Plain, Controls::None));
            }
        }
        modes
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(self.answer(job))
    }
}

impl WgpuBackend {
    /// Whether this device can compile the lowering.
    pub(super) fn check_lowering(&self, word: WordType, lowering: &Lowering) -> Result<(), Error> {
        let of_integers = lowering.protection == Protection::Integers
            && (word == WordType::U32 || integers_of(word).is_some());
        if !of_integers && !self.description.words.contains(&word) {
            return Err(Error::NoWord { device: self.faults.device().to_owned(), word });
        }
        let protected = match lowering.protection {
            Protection::Integers => of_integers,
            Protection::Plain | Protection::Barrier | Protection::UniformBarrier => true,
            Protection::NoContraction => self.passthrough.is_taken(),
            Protection::Intrinsics(_) | Protection::Native => false,
        };
        let division = matches!(lowering.division, Division::Native | Division::Corrected);
        let controlled = self.passthrough.offers(lowering.controls, word);
        if protected && controlled && division && lowering.relaxed == Relaxed::default() {
            Ok(())
        } else {
            Err(self.faults.unsupported(format!("arithmetic written as: {lowering}")))
        }
    }

    /// Whether shaders have integers of 64 bits.
    fn has_wide_integers(&self) -> bool {
        self.device.features().contains(Features::SHADER_INT64)
    }

    /// The protections for these words, from cheap to expensive, and what is asked of the driver with each.
    fn protections(&self, word: WordType) -> Vec<(Protection, Controls)> {
        let mut protections = vec![(Protection::Plain, Controls::None)];
        let mut push = |protection| {
            let controls = [Controls::All, Controls::SpecialValues, Controls::None].into_iter();
            let offered = controls.filter(|&controls| self.passthrough.offers(controls, word));
            protections.extend(offered.map(|controls| (protection, controls)));
        };
        if self.passthrough.is_taken() {
            push(Protection::NoContraction);
        }
        // The barrier combines a word by or with an integer as wide as the word.
        if word != WordType::F64 || self.has_wide_integers() {
            push(Protection::Barrier);
        }
        protections
    }

    /// The results of a job. In a browser every wait is an `await`. Elsewhere the results are
    /// complete at this point.
    async fn answer(&self, job: Job<'_>) -> Result<Vec<u8>, Error> {
        let Job { program, lowering, kernel, inputs, output, arguments, groups } = job;
        let kernel = match kernel {
            Some(kernel) => kernel,
            None => kernel.insert(self.compiled(program, lowering).await?),
        };
        let mut buffers = Vec::with_capacity(inputs.len() + 1);
        for input in inputs {
            let buffer = self.allocate(input.len() as u64)?;
            self.write(&buffer, input)?;
            buffers.push(buffer);
        }
        buffers.push(self.allocate(output as u64)?);
        let buffers: Vec<_> = buffers.iter().collect();
        self.launch(&Launch { kernel, buffers: &buffers, arguments, groups })?;
        let written = self.buffer(buffers[inputs.len()])?;
        let mut results = vec![0; output];
        for (index, to) in results.chunks_mut(CHUNK).enumerate() {
            let mut chunk = self.queue().request_chunk(written, (index * CHUNK) as u64, to)?;
            if !BROWSER {
                self.queue().wait(Some(chunk.submission.clone()))?;
            }
            let mapped = matches!((&mut chunk.mapped).await, Ok(Ok(())));
            self.queue().copy_out(chunk, mapped)?;
        }
        self.queue().check()?;
        Ok(results)
    }
}
