//! The meanings of the 64 read and 64 write addresses of each register file (guide, section 3).

/// One of the two register files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterFile {
    /// File A, which can be packed and unpacked.
    A,
    /// File B, which shares its read field with the small immediate.
    B,
}

/// A six-bit register address, 0 to 63. What it reaches depends on the file and on the direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Address(u8);

impl Address {
    /// The address that reads or writes nothing.
    pub const NOP: Address = Address(39);

    /// The address of the low six bits.
    #[inline]
    pub const fn from_bits(bits: u8) -> Address {
        Address(bits & 63)
    }

    /// The number, 0 to 63.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The general register that the address reaches, if it is below 32.
    #[inline]
    pub const fn register(self) -> Option<u8> {
        if self.0 < 32 { Some(self.0) } else { None }
    }

    /// The source that a read of this address in `file` delivers.
    #[inline]
    pub const fn read(self, file: RegisterFile) -> Read {
        match (self.0, file) {
            (number @ 0..=31, _) => Read::Register(number),
            (32, _) => Read::Uniform,
            (35, _) => Read::Varying,
            (38, RegisterFile::A) => Read::ElementNumber,
            (38, RegisterFile::B) => Read::QpuNumber,
            (39, _) => Read::Nop,
            (41, RegisterFile::A) => Read::PixelX,
            (41, RegisterFile::B) => Read::PixelY,
            (42, RegisterFile::A) => Read::MultisampleMask,
            (42, RegisterFile::B) => Read::ReverseFlag,
            (48, _) => Read::Vpm,
            (49, RegisterFile::A) => Read::VdrBusy,
            (49, RegisterFile::B) => Read::VdwBusy,
            (50, RegisterFile::A) => Read::VdrWait,
            (50, RegisterFile::B) => Read::VdwWait,
            (51, _) => Read::MutexAcquire,
            (number, _) => Read::Reserved(number),
        }
    }

    /// The target of a write to this address in `file`.
    #[inline]
    pub const fn write(self, file: RegisterFile) -> Write {
        match (self.0, file) {
            (number @ 0..=31, _) => Write::Register(number),
            (number @ 32..=35, _) => Write::Accumulator(number - 32),
            (36, _) => Write::TmuNoSwap,
            (37, RegisterFile::A) => Write::R5Quad,
            (37, RegisterFile::B) => Write::R5All,
            (38, _) => Write::HostInterrupt,
            (39, _) => Write::Nop,
            (40, RegisterFile::A) => Write::UniformsAddress,
            (40, RegisterFile::B) => Write::UniformsAddressRelative,
            (41, RegisterFile::A) => Write::QuadX,
            (41, RegisterFile::B) => Write::QuadY,
            (42, RegisterFile::A) => Write::MultisampleFlags,
            (42, RegisterFile::B) => Write::ReverseFlag,
            (43, _) => Write::TlbStencil,
            (44, _) => Write::TlbZ,
            (45, _) => Write::TlbColourSample,
            (46, _) => Write::TlbColourAll,
            (47, _) => Write::TlbAlphaMask,
            (48, _) => Write::Vpm,
            (49, RegisterFile::A) => Write::VpmReadSetup,
            (49, RegisterFile::B) => Write::VpmWriteSetup,
            (50, RegisterFile::A) => Write::VdrAddress,
            (50, RegisterFile::B) => Write::VdwAddress,
            (51, _) => Write::MutexRelease,
            (52, _) => Write::Sfu(Sfu::Reciprocal),
            (53, _) => Write::Sfu(Sfu::ReciprocalSquareRoot),
            (54, _) => Write::Sfu(Sfu::Exponent),
            (55, _) => Write::Sfu(Sfu::Logarithm),
            (number, _) => Write::Tmu {
                unit: (number - 56) >> 2,
                coordinate: match number & 3 {
                    0 => TmuCoordinate::S,
                    1 => TmuCoordinate::T,
                    2 => TmuCoordinate::R,
                    _ => TmuCoordinate::B,
                },
            },
        }
    }
}

/// The source of a read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Read {
    /// General register 0 to 31 of the file.
    Register(u8),
    /// The next uniform.
    Uniform,
    /// The next varying; its C coefficient goes to r5.
    Varying,
    /// The number of the element, 0 to 15.
    ElementNumber,
    /// The number of the QPU.
    QpuNumber,
    /// Nothing new: what the file was last read for.
    Nop,
    /// X of the pixel.
    PixelX,
    /// Y of the pixel.
    PixelY,
    /// The multisample mask.
    MultisampleMask,
    /// Whether the primitive faces backwards.
    ReverseFlag,
    /// The next vector of the vertex pipe memory.
    Vpm,
    /// Whether a memory load (VDR) is going on.
    VdrBusy,
    /// Whether a memory store (VDW) is going on.
    VdwBusy,
    /// Waits for the memory load to end.
    VdrWait,
    /// Waits for the memory store to end.
    VdwWait,
    /// Waits for the mutex and takes it.
    MutexAcquire,
    /// An address that the guide gives no meaning, 33 to 63.
    Reserved(u8),
}

/// The target of a write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Write {
    /// General register 0 to 31 of the file.
    Register(u8),
    /// Accumulator r0 to r3.
    Accumulator(u8),
    /// Turns off the swapping of the TMUs (element 0 non-zero).
    TmuNoSwap,
    /// r5, elements 0, 4, 8 and 12 each to their quad (file A).
    R5Quad,
    /// r5, element 0 to all (file B).
    R5All,
    /// Interrupts the host, if non-zero.
    HostInterrupt,
    /// Nothing.
    Nop,
    /// The address of the uniforms, from element 0 (file A).
    UniformsAddress,
    /// The address of the uniforms relative to the present one (file B).
    UniformsAddressRelative,
    /// X of the quad.
    QuadX,
    /// Y of the quad.
    QuadY,
    /// The multisample flags.
    MultisampleFlags,
    /// The reverse flag.
    ReverseFlag,
    /// Stencil set-up of the tile buffer.
    TlbStencil,
    /// Depth, into the tile buffer.
    TlbZ,
    /// Colour of one sample, into the tile buffer.
    TlbColourSample,
    /// Colour of all samples, into the tile buffer.
    TlbColourAll,
    /// Alpha mask, into the tile buffer.
    TlbAlphaMask,
    /// The next vector of the vertex pipe memory.
    Vpm,
    /// Set-up of VPM and VDR reads (file A).
    VpmReadSetup,
    /// Set-up of VPM and VDW writes (file B).
    VpmWriteSetup,
    /// Memory address of a load; starts it (file A).
    VdrAddress,
    /// Memory address of a store; starts it (file B).
    VdwAddress,
    /// Gives the mutex back.
    MutexRelease,
    /// Operand of the special function unit; its result comes to r4.
    Sfu(Sfu),
    /// Coordinate for a texture unit; S starts the request.
    Tmu {
        /// Unit 0 or 1.
        unit: u8,
        /// Which coordinate.
        coordinate: TmuCoordinate,
    },
}

/// A function of the special function unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sfu {
    /// 1/x.
    Reciprocal,
    /// 1/sqrt(x).
    ReciprocalSquareRoot,
    /// Two to the power of x.
    Exponent,
    /// Logarithm to base two of x.
    Logarithm,
}

/// A coordinate register of a texture unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TmuCoordinate {
    /// S or x, or the address of a memory look-up; starts the request.
    S,
    /// T or y.
    T,
    /// R or z, or the border colour.
    R,
    /// Level of detail bias.
    B,
}
