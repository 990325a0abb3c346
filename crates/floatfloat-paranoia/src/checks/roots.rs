//! Square roots.

use crate::{
    Class, Error, Evidence, Op, Subject,
    bits::scale,
    examiner::{Examiner, Suspicion},
    operands,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    exact_squares(examiner).await?;
    monotonic(examiner).await
}

/// √(n²) = n, for significands of half the precision, odd and even exponents.
async fn exact_squares(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let format = examiner.format;
    let half = format.precision / 2;
    let mut integers: Vec<f64> = (1..=256u64.min((1 << half) - 1)).map(|n| n as f64).collect();
    if half > 8 {
        integers.extend(operands::significands(half, 24).into_iter().map(|n| n as f64));
    }
    let unit = 1 - half as i32 + format.middle() / 2;
    let numbers: Vec<f64> = integers.iter().map(|&n| scale(n, unit)).collect();
    // The square of an integer of at most 26 bits is an f64.
    let squares: Vec<f64> = integers.iter().map(|&n| scale(n * n, 2 * unit)).collect();
    let in_range: Vec<usize> =
        (0..numbers.len()).filter(|&i| format.is_normal(squares[i])).collect();
    let squares: Vec<f64> = in_range.iter().map(|&i| squares[i]).collect();
    let Some(roots) = examiner.run(Op::Sqrt, &[&squares]).await? else { return Ok(()) };
    let message = "square roots of exact squares are not exact";
    let class = Class::SeriousDefect;
    let mut suspicion = Suspicion::new(class, Subject::ExactSquares, Op::Sqrt, message);
    for (k, &i) in in_range.iter().enumerate() {
        suspicion.check(&[squares[k]], roots[k], numbers[i]);
    }
    if !examiner.conclude(suspicion) {
        let message = "square roots of exact squares are exact";
        examiner.note(Subject::ExactSquares, Op::Sqrt, message);
    }
    Ok(())
}

async fn monotonic(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let numbers = operands::singles(&examiner.format, &examiner.options);
    let Some(roots) = examiner.run(Op::Sqrt, &[&numbers]).await? else { return Ok(()) };
    let message =
        "a larger number has a smaller square root (expected: no less than its neighbour's)";
    let mut suspicion = Suspicion::new(Class::Defect, Subject::Monotonicity, Op::Sqrt, message);
    for (x, root) in numbers.windows(2).zip(roots.windows(2)) {
        suspicion.0.tried += 1;
        if root[1] < root[0] {
            let (seen, expected) = (root[1], root[0]);
            suspicion.add(Evidence { op: Op::Sqrt, operands: [x[1]; 3], seen, expected });
        }
    }
    if !examiner.conclude(suspicion) {
        examiner.note(Subject::Monotonicity, Op::Sqrt, "square root is monotonic");
    }
    Ok(())
}
