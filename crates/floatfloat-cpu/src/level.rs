//! The instruction set that kernels run with.

use core::cell::Cell;
use fearless_simd::Level as Registers;
use floatfloat::Level;
use std::sync::OnceLock;

thread_local! {
    /// What [`at_level`] holds this thread to.
    static HELD: Cell<Option<Registers>> = const { Cell::new(None) };
}

/// The level that slices and matrices run at: [`Level::in_force`], or the next one below if its
/// registers need more of a processor. AVX-512 is that of Ice Lake here.
pub fn level() -> Level {
    level_of(registers())
}

/// The levels of this machine that are in force, the best one first. All give the same bits.
#[doc(hidden)]
pub fn levels() -> Vec<Level> {
    let best = level_of(in_force());
    Level::ALL.iter().copied().rev().filter(|&level| level <= best).collect()
}

/// Runs all of a call, whatever its threads, with no more than one instruction set, for tests and
/// benchmarks that compare them. To be called on the thread that `work` then calls from: not around
/// what moves to a pool of threads, but in it.
#[doc(hidden)]
pub fn at_level<R>(level: Level, work: impl FnOnce() -> R) -> R {
    let most = level.min(self::level());
    hold(Some(registers_of(most)), work)
}

/// The registers that kernels of this thread are run with.
#[inline]
pub(crate) fn registers() -> Registers {
    HELD.get().unwrap_or_else(in_force)
}

/// What [`at_level`] holds this thread to, for [`hold`] on another one.
#[cfg(feature = "parallel")]
pub(crate) fn held() -> Option<Registers> {
    HELD.get()
}

/// Holds this thread to what [`held`] said elsewhere while `work` runs.
pub(crate) fn hold<R>(registers: Option<Registers>, work: impl FnOnce() -> R) -> R {
    struct Restore(Option<Registers>);
    impl Drop for Restore {
        fn drop(&mut self) {
            HELD.set(self.0);
        }
    }
    let _restore = Restore(HELD.replace(registers));
    work()
}

#[inline]
fn in_force() -> Registers {
    static IN_FORCE: OnceLock<Registers> = OnceLock::new();
    *IN_FORCE.get_or_init(|| registers_of(Level::in_force()))
}

/// The registers of a level, or of the next one below that this machine has.
fn registers_of(level: Level) -> Registers {
    let best = Registers::new();
    #[cfg(target_arch = "x86_64")]
    {
        use fearless_simd::Simd;
        let wide = best.as_avx512().filter(|_| level >= Level::Avx512).map(Simd::level);
        let middle = best.as_avx2().filter(|_| level >= Level::Avx2).map(Simd::level);
        let narrow = best.as_sse2().map(Simd::level);
        wide.or(middle).or(narrow).unwrap_or(best)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = level;
        best
    }
}

fn level_of(registers: Registers) -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        if registers.as_avx512().is_some() {
            return Level::Avx512;
        }
        if registers.as_avx2().is_some() {
            return Level::Avx2;
        }
    }
    let _ = registers;
    Level::Baseline
}
