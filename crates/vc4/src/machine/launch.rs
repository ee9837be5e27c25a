//! The inputs with which a program is started: the queue of user programs, and the state that fragments bring along.

use quadrille_numerics::qpu::lanes::Lanes;

/// A program in the queue. The first QPU that is free takes it.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Bus address of the first instruction.
    pub code: u32,
    /// The inputs of the thread.
    pub thread: Thread,
    /// A second thread of the same QPU, which makes the program a threaded one: its code and its inputs.
    pub second: Option<(u32, Thread)>,
}

impl Launch {
    /// A user program at `code` with its uniforms at `uniforms`, as the two mailbox words or the two registers
    /// V3D_SRQPC and V3D_SRQUA ask for.
    pub fn new(code: u32, uniforms: u32) -> Launch {
        Launch {
            code,
            thread: Thread {
                uniforms,
                fragment: None,
            },
            second: None,
        }
    }
}

/// The inputs of one thread.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    /// Bus address of the uniforms.
    pub uniforms: u32,
    /// The state that the rasteriser sets up, for a fragment program.
    pub fragment: Option<Fragment>,
}

/// Sixteen pixels (four quads) as the rasteriser hands them to a fragment program.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    /// W, in register 15 of file A at the start.
    pub w: Lanes,
    /// Z, in register 15 of file B at the start: 24 bits.
    pub z: Lanes,
    /// The varyings in the order in which they are read: V, and C, which comes to r5 with it.
    pub varyings: Vec<(Lanes, Lanes)>,
    /// X of each pixel.
    pub x: Lanes,
    /// Y of each pixel.
    pub y: Lanes,
    /// The multisample mask of each pixel.
    pub multisample_mask: Lanes,
    /// Whether the primitive faces backwards: all ones or 0.
    pub reverse: Lanes,
    /// Fragments with the same number cover the same pixels: the scoreboard lets them through in the order of
    /// their launches.
    pub pixels: u32,
}

/// A write of a fragment program to the tile buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileWrite {
    /// The address written, 43 to 47.
    pub register: u8,
    /// Number of the QPU.
    pub qpu: u8,
    /// Its clock.
    pub clock: u64,
    /// X of each pixel.
    pub x: Lanes,
    /// Y of each pixel.
    pub y: Lanes,
    /// The pixels written, one bit each.
    pub mask: u16,
    /// The values.
    pub value: Lanes,
}
