//! The instruction set with which kernels run.

use core::cell::Cell;
use fearless_simd::Level as Registers;
use floatfloat::Level;
use std::sync::OnceLock;

thread_local! {
    /// The instruction set that [`at_level`] sets for this thread.
    static HELD: Cell<Option<Registers>> = const { Cell::new(None) };
}

/// The level at which operations on slices and matrices run: [`Level::in_force`], or the next lower
/// level if the registers of this crate need more from the processor. AVX-512 means AVX-512 as of
/// Ice Lake.
pub fn level() -> Level {
    level_of(registers())
}

/// The levels in force on this machine, best first. All give the same bits.
#[doc(hidden)]
pub fn levels() -> Vec<Level> {
    let best = level_of(in_force());
    Level::ALL.iter().copied().rev().filter(|&level| level <= best).collect()
}

/// Runs a call on all its threads with at most one instruction set, for tests and benchmarks that
/// compare instruction sets. Call it on the thread from which `work` calls: not around the move to
/// a pool of threads, but inside the pool.
#[doc(hidden)]
pub fn at_level<R>(level: Level, work: impl FnOnce() -> R) -> R {
    let most = level.min(self::level());
    hold(Some(registers_of(most)), work)
}

/// The registers with which kernels of this thread run.
#[inline]
pub(crate) fn registers() -> Registers {
    HELD.get().unwrap_or_else(in_force)
}

/// The instruction set that [`at_level`] set for this thread, for [`hold`] on another thread.
#[cfg(feature = "parallel")]
pub(crate) fn held() -> Option<Registers> {
    HELD.get()
}

/// Runs `work` on this thread with the registers that [`held`] returned on another thread.
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

/// The registers of a level, or of the next lower level that this machine has.
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
