//! State of draws.

use crate::list::code::{CompareFunction, CoverageUpdate, Decimate};
use crate::list::field::{Address, Address16, Bits, Fixed4, Flag, Float, FloatHigh, Half, Small, Word};

layout! {
    /// Packet 64.
    pub struct GlShaderState, 4 bytes {
        /// how many attribute arrays the record has; 0 for 8
        arrays: Small = 0, 3;
        /// the record has words with the upper bits of strides
        extended: Flag = 3, 1;
        /// where the record is
        address: Address16 = 4, 28;
    }
}

impl GlShaderState {
    /// How many attribute arrays the record has, 1 to 8.
    pub fn array_count(&self) -> usize {
        match self.arrays & 7 {
            0 => 8,
            count => usize::from(count),
        }
    }
}

layout! {
    /// Packet 65.
    pub struct NvShaderState, 4 bytes {
        /// where the record is
        address: Address = 0, 32;
    }
}

layout! {
    /// Packet 66.
    pub struct VgShaderState, 4 bytes {
        /// where the record is
        address: Address = 0, 32;
    }
}

layout! {
    /// Packet 67.
    pub struct VgInlineShader, 8 bytes {
        /// the shader runs with one thread
        single_threaded: Flag = 0, 1;
        /// where the fragment shader is
        code: crate::list::field::Address8 = 3, 29;
        /// where its uniforms are
        uniforms: Address = 32, 32;
    }
}

layout! {
    /// Packet 96.
    pub struct ConfigurationBits, 3 bytes {
        /// front faces are drawn
        front: Flag = 0, 1;
        /// back faces are drawn
        back: Flag = 1, 1;
        /// clockwise primitives are front faces
        clockwise: Flag = 2, 1;
        /// the depth offset is added
        depth_offset: Flag = 3, 1;
        /// antialiased points and lines, which do not work
        antialias: Flag = 4, 1;
        /// coverage reads as a mask of 16 bits instead of four levels of 8 bits
        coverage_mask: Flag = 5, 1;
        /// samples a pixel
        oversample: Decimate = 6, 2;
        /// coverage comes from the VG pipe
        coverage_pipe: Flag = 8, 1;
        /// how coverage is accumulated
        coverage_update: CoverageUpdate = 9, 2;
        /// coverage stays when it is read
        coverage_leave: Flag = 11, 1;
        /// the depth test
        depth: CompareFunction = 12, 3;
        /// Z is written
        z_write: Flag = 15, 1;
        /// early Z
        early_z: Flag = 16, 1;
        /// early Z is updated
        early_z_update: Flag = 17, 1;
    }
}

layout! {
    /// Packet 97.
    pub struct FlatShadeFlags, 4 bytes {
        /// a bit for each varying
        flags: Bits = 0, 32;
    }
}

layout! {
    /// Packet 98.
    pub struct PointSize, 4 bytes {
        /// in pixels
        size: Float = 0, 32;
    }
}

layout! {
    /// Packet 99.
    pub struct LineWidth, 4 bytes {
        /// in pixels
        width: Float = 0, 32;
    }
}

layout! {
    /// Packet 100.
    pub struct RhtXBoundary, 2 bytes {
        /// in sixteenths of a pixel
        x: Fixed4 = 0, 16;
    }
}

layout! {
    /// Packet 101.
    pub struct DepthOffset, 4 bytes {
        /// times the slope
        factor: FloatHigh = 0, 16;
        /// added
        units: FloatHigh = 16, 16;
    }
}

layout! {
    /// Packet 102.
    pub struct ClipWindow, 8 bytes {
        /// first column
        left: Half = 0, 16;
        /// first row
        bottom: Half = 16, 16;
        /// columns
        width: Half = 32, 16;
        /// rows
        height: Half = 48, 16;
    }
}

layout! {
    /// Packet 103. In sixteenths of a pixel.
    pub struct ViewportOffset, 4 bytes {
        /// centre, in sixteenths of a pixel
        x: Fixed4 = 0, 16;
        /// centre, in sixteenths of a pixel
        y: Fixed4 = 16, 16;
    }
}

layout! {
    /// Packet 104.
    pub struct ZClipPlanes, 8 bytes {
        /// least Z
        min: Float = 0, 32;
        /// greatest Z
        max: Float = 32, 32;
    }
}

layout! {
    /// Packet 105.
    pub struct ClipperXyScale, 8 bytes {
        /// half the viewport's width in sixteenths of a pixel
        half_width: Float = 0, 32;
        /// half the viewport's height in sixteenths of a pixel
        half_height: Float = 32, 32;
    }
}

layout! {
    /// Packet 106.
    pub struct ClipperZ, 8 bytes {
        /// from clip to screen coordinates
        scale: Float = 0, 32;
        /// from clip to screen coordinates
        offset: Float = 32, 32;
    }
}

layout! {
    /// Packet 254.
    pub struct GemHandles, 8 bytes {
        /// index into the table of buffers
        handle0: Word = 0, 32;
        /// index into the table of buffers
        handle1: Word = 32, 32;
    }
}
