//! What happens at a place.

/// The operands of a step, rounded to `f64`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Operands {
    values: [f64; 3],
    count: usize,
}

impl Operands {
    /// At most three.
    pub(crate) fn new(operands: impl IntoIterator<Item = f64>) -> Self {
        let mut all = Operands::default();
        for value in operands {
            all.values[all.count] = value;
            all.count += 1;
        }
        all
    }

    pub(crate) fn list(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

/// What one step has done.
pub(crate) struct Seen {
    pub(crate) operands: Operands,
    /// The places where the first two operands were computed.
    pub(crate) origins: [Option<u32>; 2],
    /// The result in the program's format, rounded to `f64`.
    pub(crate) result: f64,
    /// How far the result is from the exact one.
    pub(crate) away: f64,
    /// The largest relative error of an operand, and that of the result.
    pub(crate) errors: [f64; 2],
    /// Whether the exact result is not zero, and that of the format is zero or subnormal.
    pub(crate) underflows: bool,
}

/// What all steps at one place have done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) count: u64,
    /// The largest error of a result, relative to the largest of the operands and the result.
    pub(crate) astray: f64,
    /// The largest ratio of the relative error of a result and of its operands, which counts as u if it is smaller.
    pub(crate) growth: f64,
    /// The operands of the step with the largest growth.
    pub(crate) operands: Operands,
    /// The places where these were computed.
    pub(crate) origins: [Option<u32>; 2],
    /// How many steps have an operand that is 1, and how many one that this place computed before.
    pub(crate) ones: u64,
    pub(crate) sums: u64,
    /// How many steps lost a quarter of the digits.
    pub(crate) losses: u64,
    /// Results that are NaN, infinite or below the range where the operands are not.
    pub(crate) nans: u64,
    pub(crate) infinities: u64,
    pub(crate) underflows: u64,
    /// The operands of the first of these.
    pub(crate) special: Option<Operands>,
    /// The exponents of finite results that are not zero.
    pub(crate) exponents: Option<[i32; 2]>,
    /// Decisions that are different for the exact numbers.
    pub(crate) differing: u64,
}

/// Those of a place, among those of all places.
#[inline]
pub(crate) fn of_place(all: &mut Vec<Statistics>, place: usize) -> &mut Statistics {
    if place >= all.len() {
        all.resize_with(place + 1, Statistics::default);
    }
    &mut all[place]
}

impl Statistics {
    /// Adds a step, in a format with the unit roundoff `unit`, in which a quarter of the digits is lost where the error grows by
    /// `quarter`.
    #[inline]
    pub(crate) fn add(&mut self, [unit, quarter]: [f64; 2], place: usize, seen: &Seen) {
        let &Seen { operands, origins, result, away, errors: [before, after], underflows } = seen;
        self.count += 1;
        let magnitude = operands.list().iter().fold(result.abs(), |most, x| most.max(x.abs()));
        // False where something is not finite.
        if away > self.astray * magnitude && magnitude < f64::INFINITY {
            self.astray = away / magnitude;
        }
        let before = before.max(unit);
        // Products, because quotients take longer.
        if after > self.growth * before {
            self.growth = after / before;
            (self.operands, self.origins) = (operands, origins);
        } else if self.count == 1 {
            self.origins = origins;
        }
        self.losses += u64::from(after >= quarter * before);
        self.ones += u64::from(operands.list().contains(&1.0));
        self.sums += u64::from(origins.contains(&u32::try_from(place).ok()));
        let any = |is: fn(f64) -> bool| operands.list().iter().any(|&x| is(x));
        let nan = result.is_nan() && !any(f64::is_nan);
        let infinite = result.is_infinite() && !any(f64::is_infinite);
        self.nans += u64::from(nan);
        self.infinities += u64::from(infinite);
        self.underflows += u64::from(underflows);
        if nan || infinite || underflows {
            self.special.get_or_insert(operands);
        }
        if result.is_finite() && result != 0.0 {
            let exponent = ((result.to_bits() >> 52) & 2047) as i32 - 1023;
            let [least, largest] = self.exponents.get_or_insert([exponent; 2]);
            (*least, *largest) = ((*least).min(exponent), (*largest).max(exponent));
        }
    }

    /// Adds a decision.
    pub(crate) fn decide(&mut self, operands: Operands, differs: bool) {
        self.count += 1;
        if differs && self.differing == 0 {
            self.operands = operands;
        }
        self.differing += u64::from(differs);
    }
}
