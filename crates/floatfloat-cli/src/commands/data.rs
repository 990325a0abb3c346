//! The commands on the user's own data: `sum`, `dot`, `fit`, `solve`.

use crate::{
    arguments::Common,
    commands::experiments::processor_only,
    failure::{Failure, Outcome},
    output,
    progress::Reading,
};
use floatfloat_lab::{SumType, data, number_type::NumberType};
use std::{path::Path, sync::Arc};

pub fn sum(
    common: &Common,
    file: &Path,
    column: Option<&str>,
    types: &[SumType],
) -> Result<Outcome, Failure> {
    processor_only(common, "sum")?;
    let experiment = data::sum(file, column, types, Arc::new(Reading::new()))?;
    output::experiments(common.format, &[experiment])?;
    Ok(Outcome::Good)
}

pub fn fit(
    common: &Common,
    file: &Path,
    degree: Option<usize>,
    number_type: NumberType,
    exact: Option<&Path>,
) -> Result<Outcome, Failure> {
    processor_only(common, "fit")?;
    let experiment = data::fit(file, degree, number_type, exact)?;
    output::experiments(common.format, &[experiment])?;
    Ok(Outcome::Good)
}

pub fn dot(common: &Common, x: &Path, y: &Path, types: &[SumType]) -> Result<Outcome, Failure> {
    processor_only(common, "dot")?;
    let experiment = data::dot(x, y, types, Arc::new(Reading::new()))?;
    output::experiments(common.format, &[experiment])?;
    Ok(Outcome::Good)
}

pub fn solve(
    common: &Common,
    a: &Path,
    b: &Path,
    number_type: NumberType,
) -> Result<Outcome, Failure> {
    processor_only(common, "solve")?;
    let experiment = data::solve(a, b, number_type)?;
    output::experiments(common.format, &[experiment])?;
    Ok(Outcome::Good)
}
