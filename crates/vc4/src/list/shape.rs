//! Everything in and around lists that has a name in text: packets, entries of compressed lists, parts of records.

use std::sync::LazyLock;

use super::field::{Bits, Field, Fixed4, Form, Half, Small, Word};
use super::layout::{self, Layout};
use super::packet::PacketKind;
use super::record::{Attribute, FragmentPart, GlRecord, NvRecord, VertexPart, VgRecord};
use super::walk::Part;

/// A run of at most 16 bytes with a name and fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The name in text.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub doc: &'static str,
    /// Its length.
    pub bytes: usize,
    /// Bits that are always set, and where fields begin.
    pub constant: u128,
    /// How many bits lie before bit 0 of the fields.
    pub base: u32,
    /// Its fields.
    pub fields: &'static [Field],
    /// The bits, counted as those of fields, that no field has.
    pub reserved: u128,
}

layout! {
    /// A triangle with three indices.
    pub struct Triangle, 6 bytes {
        /// the first index
        a: Half = 0, 16;
        /// the second index
        b: Half = 16, 16;
        /// the third index
        c: Half = 32, 16;
    }
}

layout! {
    /// A branch inside a compressed list.
    pub struct ListBranch, 2 bytes {
        /// 32-byte blocks from the one that the entry begins in
        blocks: super::field::SignedHalf = 0, 16;
    }
}

layout! {
    /// A coordinate of the VG mode.
    pub struct VgCoordinate, 4 bytes {
        /// in sixteenths of a pixel
        x: Fixed4 = 0, 16;
        /// in sixteenths of a pixel
        y: Fixed4 = 16, 16;
    }
}

layout! {
    /// Bits of an attribute's stride above the low byte.
    pub struct StrideWord, 4 bytes {
        /// bytes from one attribute to the next; the low byte is that of the attribute
        stride: Word = 0, 32;
    }
}

const fn signed(name: &'static str, low: u32, bits: u32, doc: &'static str) -> Field {
    Field {
        name,
        low,
        bits,
        form: Form::Signed,
        doc,
    }
}

const ONE_ABSOLUTE: &[Field] = &[
    field::<Half>("index", 16, 16, "the first index"),
    field::<Bits>("relative", 4, 12, "the other two, relative to it"),
];

const THREE_RELATIVE: &[Field] = &[
    signed("a", 4, 4, "the first index, relative"),
    signed("b", 8, 4, "the second index, relative"),
    signed("c", 12, 4, "the third index, relative"),
    field::<Small>("spare", 2, 2, "without meaning"),
];

const ONE_RELATIVE: &[Field] = &[
    signed("index", 2, 6, "the third index, relative"),
    field::<Small>("form", 0, 2, "which two vertices of the triangle before stay"),
];

const fn field<K: super::field::Kind>(name: &'static str, low: u32, bits: u32, doc: &'static str) -> Field {
    Field {
        name,
        low,
        bits,
        form: K::FORM,
        doc,
    }
}

const fn part<L: Layout>(name: &'static str, doc: &'static str) -> Shape {
    Shape {
        name,
        doc,
        bytes: L::BYTES,
        constant: 0,
        base: 0,
        fields: L::FIELDS,
        reserved: layout::reserved::<L>(),
    }
}

const fn entry(
    name: &'static str,
    doc: &'static str,
    bytes: usize,
    constant: u8,
    fields: &'static [Field],
) -> Shape {
    Shape {
        name,
        doc,
        bytes,
        constant: constant as u128,
        base: 0,
        fields,
        reserved: 0,
    }
}

/// Of compressed lists: their end.
pub const END: Shape = entry("list_end", "Ends a compressed list.", 1, 128, &[]);
/// Of compressed lists: three indices.
pub const ABSOLUTE: Shape = Shape {
    bytes: 7,
    constant: 129,
    base: 8,
    ..part::<Triangle>("triangle", "A triangle of a compressed list: three indices.")
};
/// Of compressed lists: a branch.
pub const BRANCH: Shape = Shape {
    bytes: 3,
    constant: 130,
    base: 8,
    ..part::<ListBranch>("list_branch", "A compressed list goes on elsewhere.")
};
/// Of compressed lists: one index and two relative ones.
pub const MIXED: Shape = entry(
    "triangle_mixed",
    "A triangle of a compressed list: one index and two relative ones.",
    4,
    15,
    ONE_ABSOLUTE,
);
/// Of compressed lists: three relative indices.
pub const RELATIVE: Shape = entry(
    "triangle_relative",
    "A triangle of a compressed list: three relative indices.",
    2,
    3,
    THREE_RELATIVE,
);
/// Of compressed lists: one relative index.
pub const NEXT: Shape = entry(
    "triangle_next",
    "A triangle of a compressed list that shares two vertices with the one before.",
    1,
    0,
    ONE_RELATIVE,
);
/// A coordinate behind packet 42.
pub const COORDINATE: Shape = part::<VgCoordinate>("vg_coordinate", "A coordinate of the VG mode.");
/// A record of the NV mode.
pub const NV_RECORD: Shape = part::<NvRecord>("nv_record", "A shader record of the NV mode.");
/// A record of the VG mode.
pub const VG_RECORD: Shape = part::<VgRecord>("vg_record", "A shader record of the VG mode.");
/// The front of a record of the GL mode.
pub const GL_RECORD: Shape = part::<FragmentPart>(
    "gl_record",
    "A shader record of the GL mode: its flags and fragment shader; gl_vertex, gl_coordinate and attributes follow.",
);
/// A part of a record of the GL mode.
pub const GL_VERTEX: Shape = part::<VertexPart>("gl_vertex", "The vertex shader of a GL record.");
/// A part of a record of the GL mode.
pub const GL_COORDINATE: Shape = part::<VertexPart>("gl_coordinate", "The coordinate shader of a GL record.");
/// A part of a record of the GL mode.
pub const ATTRIBUTE: Shape = part::<Attribute>("attribute", "An attribute array of a GL record.");
/// A part of an extended record of the GL mode.
pub const STRIDE: Shape = part::<StrideWord>(
    "attribute_stride",
    "The stride of an attribute array of an extended GL record.",
);

const OTHERS: [&Shape; 14] = [
    &END,
    &ABSOLUTE,
    &BRANCH,
    &MIXED,
    &RELATIVE,
    &NEXT,
    &COORDINATE,
    &NV_RECORD,
    &VG_RECORD,
    &GL_RECORD,
    &GL_VERTEX,
    &GL_COORDINATE,
    &ATTRIBUTE,
    &STRIDE,
];

/// All shapes: packets by id, then the others.
pub static ALL: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let packets = PacketKind::ALL.iter().map(Shape::of_packet);
    packets.chain(OTHERS.into_iter().copied()).collect()
});

impl Shape {
    /// The shape with this name.
    pub fn of_name(name: &str) -> Option<&'static Shape> {
        ALL.iter().find(|shape| shape.name == name)
    }

    /// The shape of a kind of packet.
    pub const fn of_packet(kind: &PacketKind) -> Shape {
        Shape {
            name: kind.name,
            doc: kind.doc,
            bytes: kind.bytes,
            constant: kind.id as u128,
            base: 8,
            fields: kind.fields,
            reserved: kind.reserved,
        }
    }

    /// The shape of the entry of a compressed list that begins with this byte.
    pub fn of_entry(first: u8) -> &'static Shape {
        match first {
            128 => &END,
            129 => &ABSOLUTE,
            130 => &BRANCH,
            _ if first & 15 == 15 => &MIXED,
            _ if first & 3 == 3 => &RELATIVE,
            _ => &NEXT,
        }
    }
}

/// The parts of a record of the GL mode, in their order.
pub fn gl(record: &GlRecord) -> impl Iterator<Item = &'static Shape> {
    let attributes = std::iter::repeat_n(&ATTRIBUTE, record.attributes.len());
    let strides = std::iter::repeat_n(&STRIDE, record.strides.len());
    let parts = [&GL_RECORD, &GL_VERTEX, &GL_COORDINATE].into_iter();
    parts.chain(attributes).chain(strides)
}

/// The shapes of what was read as `part` from `bytes`, one behind the other.
pub fn of(part: &Part, bytes: &[u8]) -> Vec<Shape> {
    match part {
        Part::Packet(packet) => vec![Shape::of_packet(packet.kind())],
        Part::Entry(_) => bytes
            .first()
            .map(|first| *Shape::of_entry(*first))
            .into_iter()
            .collect(),
        Part::Nv(_) => vec![NV_RECORD],
        Part::Vg(_) => vec![VG_RECORD],
        Part::Gl(record) => gl(record).copied().collect(),
    }
}
