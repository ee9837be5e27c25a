//! Control lists: the byte streams that tell the binner and the renderer what to do, and the shader records that
//! they point to.
//!
//! A packet is an id byte and a payload of at most 15 bytes. What its bits mean is one table a packet
//! (`packet/`), from which come the typed struct, decoding, encoding, text and explanation; bits that no field
//! has are kept, so that [`Packet::decode`] and [`Packet::encode`] are inverse on every byte string that decodes.
//!
//! Source: VideoCore IV 3D Architecture Reference Guide, section 9, as Mesa (`v3d_packet_v21.xml`,
//! `vc4_packet.h`), the Linux driver and PeterLemon's `CONTROL_LIST.INC` give it.

#[macro_use]
mod layout;

pub mod check;
mod code;
pub mod compressed;
pub mod dump;
mod explain;
pub mod field;
pub mod packet;
pub mod record;
pub mod shape;
mod source;
pub mod text;
pub mod walk;

pub use code::{
    Buffer, CompareFunction, CoverageUpdate, Decimate, FrameFormat, IndexType, ListData, ListPrimitive,
    MemoryFormat, PixelFormat, PrimitiveMode, VgPrimitive,
};
pub use explain::explain;
pub use packet::{DecodeError, Packet, Thread};
pub use source::{Bytes, Source};
