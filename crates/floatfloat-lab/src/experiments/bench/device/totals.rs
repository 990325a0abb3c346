//! Sums and dot products.

use super::{Contest, Entry, Sizes, same_pairs, same_words};
use crate::{
    devices::{OnDevice, Opened},
    number_type::NumberType,
    speed::device::HostArrays,
};
use floatfloat_gpu::{Device, Error, Number};

/// Numbers on which a sum is verified: several workgroups, the last of them not full.
const FEW: usize = 10_007;

/// Two arrays of one number type, few numbers to verify with and many to time.
struct Operands<'n, N> {
    number_type: NumberType,
    few: [&'n [N]; 2],
    many: [&'n [N]; 2],
    /// Flops of a sum, and of a product.
    flops: [u32; 2],
    same: fn(Vec<N>, Vec<N>) -> bool,
}

/// Enters the sum and the dot product of words and of double-words.
pub(super) fn enter<'d, W: OnDevice>(
    contest: &mut Contest<'d>,
    opened: &'d Opened,
    reference: &Device,
    sizes: Sizes,
    seed: u64,
) -> Result<(), Error> {
    let [few, many] = [FEW, sizes.elements].map(|count| HostArrays::<W>::new(count, seed));
    let high = |host: &HostArrays<W>| {
        [&host.x, &host.y].map(|numbers| numbers.iter().map(|number| number.hi()).collect())
    };
    let [few_words, many_words]: [[Vec<W>; 2]; 2] = [high(&few), high(&many)];
    let words = Operands {
        number_type: W::PLAIN,
        few: [&few_words[0], &few_words[1]],
        many: [&many_words[0], &many_words[1]],
        flops: [1, 1],
        same: same_words::<W>,
    };
    words.enter(contest, &opened.device, reference)?;
    let pairs = Operands {
        number_type: W::PAIR,
        few: [W::pairs(&few.x), W::pairs(&few.y)],
        many: [W::pairs(&many.x), W::pairs(&many.y)],
        flops: super::flops_of_pairs::<W>(opened),
        same: same_pairs::<W>,
    };
    pairs.enter(contest, &opened.device, reference)
}

impl<N: Number> Operands<'_, N> {
    fn enter<'d>(
        &self,
        contest: &mut Contest<'d>,
        device: &'d Device,
        reference: &Device,
    ) -> Result<(), Error> {
        let results = |device: &Device| {
            let (x, y) = (device.upload(self.few[0])?, device.upload(self.few[1])?);
            Ok::<_, Error>((device.sum(&x)?, device.dot(&x, &y)?))
        };
        let (found, expected) = (results(device)?, results(reference)?);
        let same = |found, expected| (self.same)(vec![found], vec![expected]);
        let entry = |op, arrays: usize, flops, verified| Entry {
            op,
            number_type: self.number_type,
            work: op,
            elements: self.many[0].len(),
            operations: self.many[0].len() as f64,
            flops,
            bytes: (arrays * size_of::<N>()) as f64,
            verified,
        };
        let [add, mul] = self.flops;
        contest.entries.push(entry("sum", 1, add, same(found.0, expected.0)));
        contest.entries.push(entry("dot", 2, add + mul, same(found.1, expected.1)));
        let (x, y) = (device.upload(self.many[0])?, device.upload(self.many[1])?);
        let again = x.clone();
        contest.works.push(Box::new(move || device.sum(&again).map(drop)));
        contest.works.push(Box::new(move || device.dot(&x, &y).map(drop)));
        Ok(())
    }
}
