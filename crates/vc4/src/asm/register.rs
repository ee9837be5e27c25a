//! Names of registers, and what a register operand is before the instruction is put together.

use super::name_table::NameTable;
use super::slice::Slice;

/// Ways to reach a register, as bits.
pub(super) mod access {
    /// Can be read through file A.
    pub(in crate::asm) const READ_A: u8 = 1;
    /// Can be read through file B.
    pub(in crate::asm) const READ_B: u8 = 2;
    /// Can be written through file A.
    pub(in crate::asm) const WRITE_A: u8 = 4;
    /// Can be written through file B.
    pub(in crate::asm) const WRITE_B: u8 = 8;
    /// An accumulator, read by its own multiplexer input.
    pub(in crate::asm) const ACCUMULATOR: u8 = 16;
}

use access::{ACCUMULATOR, READ_A, READ_B, WRITE_A, WRITE_B};

const READ: u8 = READ_A | READ_B;
const WRITE: u8 = WRITE_A | WRITE_B;

/// A rotation that a shift of a register asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// To the right by 0 to 15 elements.
    By(u8),
    /// To the right by r5.
    Right5,
    /// To the left by r5, which only a target can be.
    Left5,
}

/// A register operand. Aligned, so that its eight bytes are moved as one word: in pieces, each move would wait for the
/// one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(8))]
pub(super) struct Register {
    /// Address 0 to 63; of an accumulator its number 0 to 5.
    pub(super) number: u8,
    /// Bits of [`access`].
    pub(super) access: u8,
    /// The rotation that a shift of the register asked for.
    pub(super) turn: Turn,
    /// The part that a suffix selected.
    pub(super) slice: Slice,
}

impl Register {
    /// Whole, not rotated.
    pub(super) const fn new(number: u8, access: u8) -> Register {
        Register {
            number,
            access,
            turn: Turn::By(0),
            slice: Slice::NONE,
        }
    }

    /// The register that reads and writes nothing, `-`.
    pub(super) const NOTHING: Register = Register::new(39, READ | WRITE);

    /// Whether it is accumulator `number`.
    pub(super) fn is_accumulator(self) -> bool {
        self.access & ACCUMULATOR != 0
    }

    /// The write address.
    pub(super) fn write_address(self) -> u8 {
        if self.is_accumulator() {
            self.number + 32
        } else {
            self.number
        }
    }
}

macro_rules! registers {
    ($($name:literal = $number:literal, $access:expr;)*) => {
        const NAMES: &[&str] = &[$($name),*];
        const ROWS: &[(u8, u8)] = &[$(($number, $access)),*];
    };
}

// One row a name. Where several names mean one thing, the first is the one that is printed.
registers! {
    "r4" = 4, ACCUMULATOR;
    "r5" = 5, ACCUMULATOR;
    "unif" = 32, READ;
    "vary" = 35, READ;
    "elem_num" = 38, READ_A;
    "qpu_num" = 38, READ_B;
    "nop" = 39, READ | WRITE;
    "x_coord" = 41, READ_A | WRITE_A;
    "y_coord" = 41, READ_B | WRITE_B;
    "ms_mask" = 42, READ_A | WRITE_A;
    "rev_flag" = 42, READ_B | WRITE_B;
    "vpm" = 48, READ | WRITE;
    "vr_busy" = 49, READ_A;
    "vw_busy" = 49, READ_B;
    "vr_wait" = 50, READ_A;
    "vw_wait" = 50, READ_B;
    "mutex" = 51, READ | WRITE;
    "r0" = 0, ACCUMULATOR | WRITE;
    "r1" = 1, ACCUMULATOR | WRITE;
    "r2" = 2, ACCUMULATOR | WRITE;
    "r3" = 3, ACCUMULATOR | WRITE;
    "tmurs" = 36, WRITE;
    // Read, both are r5, as vc4asm has it.
    "r5quad" = 5, ACCUMULATOR | WRITE_A;
    "r5rep" = 5, ACCUMULATOR | WRITE_B;
    "irq" = 38, WRITE;
    "unif_addr" = 40, WRITE_A;
    "unif_addr_rel" = 40, WRITE_B;
    "stencil" = 43, WRITE;
    "tlbz" = 44, WRITE;
    "tlbm" = 45, WRITE;
    "tlbc" = 46, WRITE;
    "tlbam" = 47, WRITE;
    "vr_setup" = 49, WRITE_A;
    "vw_setup" = 49, WRITE_B;
    "vr_addr" = 50, WRITE_A;
    "vw_addr" = 50, WRITE_B;
    "recip" = 52, WRITE;
    "recipsqrt" = 53, WRITE;
    "exp" = 54, WRITE;
    "log" = 55, WRITE;
    "t0s" = 56, WRITE;
    "t0t" = 57, WRITE;
    "t0r" = 58, WRITE;
    "t0b" = 59, WRITE;
    "t1s" = 60, WRITE;
    "t1t" = 61, WRITE;
    "t1r" = 62, WRITE;
    "t1b" = 63, WRITE;
    "uniform_read" = 32, READ;
    "varying_read" = 35, READ;
    "element_number" = 38, READ_A;
    "qpu_number" = 38, READ_B;
    "quad_x" = 41, READ_A | WRITE_A;
    "quad_y" = 41, READ_B | WRITE_B;
    "x_pixel_coord" = 41, READ_A | WRITE_A;
    "y_pixel_coord" = 41, READ_B | WRITE_B;
    "ms_flags" = 42, READ_A | WRITE_A;
    "vpm_read" = 48, READ;
    "vpm_write" = 48, WRITE;
    "vpm_ld_busy" = 49, READ_A;
    "vpm_st_busy" = 49, READ_B;
    "vpm_ld_wait" = 50, READ_A;
    "vpm_st_wait" = 50, READ_B;
    "mutex_acq" = 51, READ;
    "mutex_acquire" = 51, READ;
    "mutex_rel" = 51, WRITE;
    "mutex_release" = 51, WRITE;
    "tmu_noswap" = 36, WRITE;
    "interrupt" = 38, WRITE;
    "host_int" = 38, WRITE;
    "tlb_stencil" = 43, WRITE;
    "tlb_z" = 44, WRITE;
    "tlb_colour_ms" = 45, WRITE;
    "tlb_colour_all" = 46, WRITE;
    "tlb_alpha_mask" = 47, WRITE;
    "vpmvcd_rd_setup" = 49, WRITE_A;
    "vpmvcd_wr_setup" = 49, WRITE_B;
    "vpm_ld_addr" = 50, WRITE_A;
    "vpm_st_addr" = 50, WRITE_B;
    "sfu_recip" = 52, WRITE;
    "rsqrt" = 53, WRITE;
    "sfu_recipsqrt" = 53, WRITE;
    "sfu_exp" = 54, WRITE;
    "sfu_log" = 55, WRITE;
    "tmu0_s" = 56, WRITE;
    "tmu0_t" = 57, WRITE;
    "tmu0_r" = 58, WRITE;
    "tmu0_b" = 59, WRITE;
    "tmu1_s" = 60, WRITE;
    "tmu1_t" = 61, WRITE;
    "tmu1_r" = 62, WRITE;
    "tmu1_b" = 63, WRITE;
}

static TABLE: NameTable<256> = NameTable::new(NAMES);

/// The register that a name means; `ra0` to `ra63` and `rb0` to `rb63` are addresses as they are.
#[inline(always)]
pub(super) fn find(name: &[u8]) -> Option<Register> {
    match name {
        [b'r', digit @ b'0'..=b'3'] => {
            return Some(Register::new(digit - b'0', ACCUMULATOR | WRITE));
        }
        [b'r', file @ (b'a' | b'b'), digits @ ..] => {
            if let Some(number) = address(digits) {
                let access = if *file == b'a' {
                    READ_A | WRITE_A
                } else {
                    READ_B | WRITE_B
                };
                return Some(Register::new(number, access));
            }
        }
        _ => {}
    }
    let row = TABLE.find(name, |row| NAMES[row])?;
    Some(Register::new(ROWS[row].0, ROWS[row].1))
}

#[inline(always)]
fn address(digits: &[u8]) -> Option<u8> {
    match digits {
        [ones @ b'0'..=b'9'] => Some(ones - b'0'),
        [tens @ b'1'..=b'6', ones @ b'0'..=b'9'] => {
            let number = (tens - b'0') * 10 + (ones - b'0');
            (number < 64).then_some(number)
        }
        _ => None,
    }
}

/// All names, for suggestions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// For each address the name that is printed, empty where only `raN` or `rbN` says it.
pub(super) const fn printed(reached_by: u8) -> [&'static str; 64] {
    let mut names = [""; 64];
    let mut row = ROWS.len();
    while row > 0 {
        row -= 1;
        let (number, access) = ROWS[row];
        if access & reached_by != 0 {
            let address = if access & ACCUMULATOR != 0 {
                number + 32
            } else {
                number
            };
            names[address as usize] = NAMES[row];
        }
    }
    names
}
