//! What each general register is for.

use iced_x86::Register;

/// The table of the planes' addresses.
pub(super) const PLANES: Register = Register::RDI;
/// The constants.
pub(super) const CONSTANTS: Register = Register::RSI;
/// The words of a run that all lanes share.
pub(super) const UNIFORMS: Register = Register::RDX;
/// Where vectors are put aside.
pub(super) const SLOTS: Register = Register::RCX;
/// The byte of each plane behind the last that is read or written.
pub(super) const END: Register = Register::R8;
/// The byte of each plane from which on vectors are still to be done.
pub(super) const OFFSET: Register = Register::R9;
/// Where the last vectors begin that are computed at once.
pub(super) const LAST: Register = Register::R10;
/// An address for one instruction.
pub(super) const SCRATCH: Register = Register::RAX;

/// The addresses of the first planes.
pub(super) const ADDRESSES: [Register; 7] = [
    Register::R11,
    Register::RBX,
    Register::RBP,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];

/// Those of them that belong to the caller.
pub(super) const SAVED: [Register; 6] = [
    Register::RBX,
    Register::RBP,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];
