//! Products of residues by the tiles of AMX: registers of sixteen rows of 64 bytes, which an instruction multiplies as matrices.
//!
//! A tile holds a *block*: sixteen quads of a panel, which are 64 consecutive entries of sixteen lines. The instruction wants its left
//! operand line by line. So blocks of the left operand are transposed ([`transpose`]): quad r of a block has the 64 entries of line r.

use super::split::{LANES, Quad};
use crate::{Level, level};
use core::cell::Cell;
use fearless_simd::{Simd, SimdBase, i32x16};

/// Quads of a block.
pub(super) const BLOCK: usize = 16;

/// The sums of the products of two panels of rows with two panels of columns.
pub(super) type Sums = [[[Quad; LANES]; 2]; 2];

thread_local! {
    static ALLOWED: Cell<bool> = const { Cell::new(true) };
}

/// Whether products that begin on this thread use tiles: with AVX-512, if the processor has them.
pub(super) fn in_force() -> bool {
    level() == Level::Avx512 && ALLOWED.get() && available()
}

/// Runs `work`. The accurate products that it begins on this thread use no tiles. For tests and benchmarks that compare both ways.
#[doc(hidden)]
pub fn without_tiles<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ALLOWED.set(self.0);
        }
    }
    let _restore = Restore(ALLOWED.replace(false));
    work()
}

/// Transposes a block.
#[inline(always)]
pub(super) fn transpose<S: Simd>(simd: S, block: &mut [Quad; BLOCK]) {
    // Each round takes the lanes of two quads in turns. Four rounds move every quad to a lane.
    let mut quads = [i32x16::splat(simd, 0); BLOCK];
    for (from, to) in block.iter().zip(&mut quads) {
        *to = i32x16::load_array(simd, *from);
    }
    for _ in 0..4 {
        let before = quads;
        for i in 0..BLOCK / 2 {
            let (low, high) = (before[i], before[i + BLOCK / 2]);
            quads[2 * i] = low.zip_low(high);
            quads[2 * i + 1] = low.zip_high(high);
        }
    }
    for (from, to) in quads.iter().zip(block) {
        from.store_array(to);
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64"))]
pub(super) use amx::Tiles;
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64"))]
use amx::available;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64")))]
pub(super) use none::Tiles;
#[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64")))]
use none::available;

#[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64"))]
mod amx {
    use super::{BLOCK, Quad, Sums};
    use core::{arch::asm, arch::x86_64::__cpuid_count, cell::Cell, marker::PhantomData};
    use std::sync::OnceLock;

    /// Whether the processor has AMX and the system lets this process use it.
    pub(super) fn available() -> bool {
        static PERMITTED: OnceLock<bool> = OnceLock::new();
        *PERMITTED.get_or_init(|| has_tiles() && permitted())
    }

    /// Whether the processor multiplies tiles of bytes.
    fn has_tiles() -> bool {
        const TILES: u32 = 1 << 24;
        const OF_BYTES: u32 = 1 << 25;
        __cpuid_count(0, 0).eax >= 7
            && __cpuid_count(7, 0).edx & (TILES | OF_BYTES) == TILES | OF_BYTES
    }

    /// Asks the system for the tiles. Linux before 5.16 refuses, and so does Linux if a thread has an alternate stack for signals that
    /// is too small for the tiles. Afterwards it refuses such stacks: they need some 11 KB.
    fn permitted() -> bool {
        const ARCH_PRCTL: i64 = 158;
        const REQUEST_COMPONENT: i64 = 0x1023;
        const TILES: i64 = 18;
        let refused: i64;
        // SAFETY: the call changes no memory of the program. It overwrites rcx and r11.
        unsafe {
            asm!(
                "syscall",
                inlateout("rax") ARCH_PRCTL => refused,
                in("rdi") REQUEST_COMPONENT,
                in("rsi") TILES,
                out("rcx") _,
                out("r11") _,
                options(nostack),
            );
        }
        refused == 0
    }

    thread_local! {
        static IN_USE: Cell<bool> = const { Cell::new(false) };
    }

    /// The tiles of this thread, in use until this is dropped.
    pub(in super::super) struct Tiles(PhantomData<*const ()>);

    /// All eight tiles have sixteen rows of 64 bytes.
    #[repr(C, align(64))]
    struct Shape {
        palette: u8,
        start_row: u8,
        reserved: [u8; 14],
        bytes: [u16; 16],
        rows: [u8; 16],
    }

    impl Tiles {
        /// # Panics
        /// Unless they are [`available`], and not in use.
        pub(in super::super) fn new() -> Self {
            assert!(available(), "there are no tiles");
            assert!(!IN_USE.replace(true), "the tiles are in use");
            let mut shape = Shape {
                palette: 1,
                start_row: 0,
                reserved: [0; 14],
                bytes: [0; 16],
                rows: [0; 16],
            };
            shape.bytes[..8].fill(64);
            shape.rows[..8].fill(16);
            // SAFETY: the tiles are there, and the shape is one that all have. No other code uses tiles.
            unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const shape, options(nostack, readonly)) };
            Tiles(PhantomData)
        }

        /// The sums of products of bytes −128 to 127 of two panels `a`, whose blocks are transposed, with bytes 0 to 255 of two panels
        /// `b`. All panels have equally many whole blocks. If `adds`, the sums are added to those that are there.
        ///
        /// For each block the second-level cache gets 256 bytes from the address `ahead[0]` on, and 128 from `ahead[1]` on. The
        /// addresses need not be valid.
        #[inline(always)]
        pub(in super::super) fn sums(
            &self,
            a: [&[Quad]; 2],
            b: [&[Quad]; 2],
            ahead: [*const Quad; 2],
            adds: bool,
            sums: &mut Sums,
        ) {
            let blocks = a[0].len() / BLOCK;
            for panel in a.into_iter().chain(b) {
                assert!(blocks > 0 && panel.len() == blocks * BLOCK, "panels have whole blocks");
            }
            // SAFETY: the tiles are configured, as `self` shows. Each round reads a block of 1024 bytes from each panel, which have
            // so many. Four tiles of 1024 bytes are written over the sums. Prefetches do not fault, whatever the address.
            unsafe {
                asm!(
                    "test {adds:e}, {adds:e}",
                    "jnz 2f",
                    "tilezero tmm0",
                    "tilezero tmm1",
                    "tilezero tmm2",
                    "tilezero tmm3",
                    "jmp 3f",
                    "2:",
                    "tileloadd tmm0, [{sums} + {row}]",
                    "tileloadd tmm1, [{sums} + {row} + 1024]",
                    "tileloadd tmm2, [{sums} + {row} + 2048]",
                    "tileloadd tmm3, [{sums} + {row} + 3072]",
                    "3:",
                    "tileloadd tmm4, [{a} + {row}]",
                    "tileloadd tmm6, [{b} + {row}]",
                    "tdpbsud tmm0, tmm4, tmm6",
                    "tileloadd tmm7, [{right} + {row}]",
                    "tdpbsud tmm1, tmm4, tmm7",
                    "tileloadd tmm5, [{below} + {row}]",
                    "tdpbsud tmm2, tmm5, tmm6",
                    "tdpbsud tmm3, tmm5, tmm7",
                    "prefetcht1 [{ahead}]",
                    "prefetcht1 [{ahead} + 64]",
                    "prefetcht1 [{ahead} + 128]",
                    "prefetcht1 [{ahead} + 192]",
                    "prefetcht1 [{later}]",
                    "prefetcht1 [{later} + 64]",
                    "add {ahead}, 256",
                    "add {later}, 128",
                    "add {a}, 1024",
                    "add {below}, 1024",
                    "add {b}, 1024",
                    "add {right}, 1024",
                    "dec {blocks}",
                    "jnz 3b",
                    "tilestored [{sums} + {row}], tmm0",
                    "tilestored [{sums} + {row} + 1024], tmm1",
                    "tilestored [{sums} + {row} + 2048], tmm2",
                    "tilestored [{sums} + {row} + 3072], tmm3",
                    a = inout(reg) a[0].as_ptr() => _,
                    below = inout(reg) a[1].as_ptr() => _,
                    b = inout(reg) b[0].as_ptr() => _,
                    right = inout(reg) b[1].as_ptr() => _,
                    ahead = inout(reg) ahead[0] => _,
                    later = inout(reg) ahead[1] => _,
                    blocks = inout(reg) blocks => _,
                    adds = in(reg) u32::from(adds),
                    sums = in(reg) sums,
                    row = in(reg) 64usize,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }
    }

    impl Drop for Tiles {
        fn drop(&mut self) {
            // SAFETY: the tiles are in use by this alone.
            unsafe { asm!("tilerelease", options(nostack, nomem)) };
            IN_USE.set(false);
        }
    }
}

/// Other machines.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64")))]
mod none {
    use super::{Quad, Sums};

    /// No tiles can be made.
    pub(in super::super) enum Tiles {}

    pub(super) fn available() -> bool {
        false
    }

    impl Tiles {
        pub(in super::super) fn new() -> Self {
            unreachable!("there are no tiles")
        }

        pub(in super::super) fn sums(
            &self,
            _: [&[Quad]; 2],
            _: [&[Quad]; 2],
            _: [*const Quad; 2],
            _: bool,
            _: &mut Sums,
        ) {
            match *self {}
        }
    }
}
