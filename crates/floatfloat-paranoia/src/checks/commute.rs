//! Commutativity.

use crate::{
    Class, Error, Op, Subject,
    examiner::{Examiner, Suspicion},
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let pairs = examiner.pairs.clone();
    for op in [Op::Add, Op::Mul] {
        let Some(results) = examiner.run(op, &[&pairs.a, &pairs.b]).await? else { continue };
        let Some(swapped) = examiner.run(op, &[&pairs.b, &pairs.a]).await? else { continue };
        let message = format!("{} does not commute", op.name());
        let mut suspicion = Suspicion::new(Class::Defect, Subject::Commutativity, op, message);
        for (((a, b), seen), expected) in pairs.iter().zip(results).zip(swapped) {
            suspicion.check(&[a, b], seen, expected);
        }
        if !examiner.conclude(suspicion) {
            examiner.note(Subject::Commutativity, op, format!("{} commutes", op.name()));
        }
    }
    Ok(())
}
