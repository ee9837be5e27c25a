//! The list of each tile.
//!
//! An entry with one relative index drops one vertex of the triangle before, of which the other two become the first
//! two in the opposite order, so that a strip keeps its winding: form 0 of (a, b, c) is (c, b, new), form 1 is (a, c,
//! new), form 2 is (b, a, new). Relative indices count from the last index. Clipped vertices are five words each: Xs and
//! Ys, Zs, 1/W, and the weights of the second and the third vertex. In lists of coordinates an entry is byte 129 and the
//! words of its vertices; how the chip's binner writes those was never published.

use super::pool::{Pool, PoolError};
use crate::list::compressed::Entry;
use crate::list::packet::{Branch, ClippedPrimitives, PrimitiveListFormat};
use crate::list::{ListData, ListPrimitive, Packet};
use crate::machine::memory::Memory;

/// Words of a clipped vertex.
pub(crate) const CLIPPED_WORDS: usize = 5;
/// Bytes kept free at the end of a block: the end of a compressed list, and a branch.
const LINK: u32 = 6;

/// A primitive on its way to tile lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Binned {
    pub(crate) form: ListPrimitive,
    pub(crate) data: ListData,
    /// Its vertices: indices, of which lists keep 16 bits, or coordinates. Of a line two count, of a point one.
    pub(crate) vertices: [u32; 3],
    /// Where its clipped vertices lie, and which those are.
    pub(crate) clipped: Option<(u32, u8)>,
}

/// How many vertices the primitives of a list have.
pub(crate) const fn vertices(form: ListPrimitive) -> usize {
    match form {
        ListPrimitive::Points => 1,
        ListPrimitive::Lines | ListPrimitive::Rht => 2,
        ListPrimitive::Triangles | ListPrimitive::Reserved(_) => 3,
    }
}

/// An entry with as many indices, or coordinates, as a primitive has vertices, in byte 129 and behind it; with its
/// length. The last vertex stands for those that are not there. `None` if the bytes are another entry, or too few.
pub(crate) fn whole(form: (ListPrimitive, ListData), bytes: &[u8]) -> Option<([u32; 3], usize)> {
    let (count, width) = (vertices(form.0), width(form.1));
    let length = 1 + count * width;
    if bytes.first() != Some(&129) || bytes.len() < length {
        return None;
    }
    let vertex = |n: usize| {
        let mut word = [0; 4];
        let from = 1 + n.min(count - 1) * width;
        word[..width].copy_from_slice(&bytes[from..from + width]);
        u32::from_le_bytes(word)
    };
    Some(([vertex(0), vertex(1), vertex(2)], length))
}

/// Bytes of a vertex.
const fn width(data: ListData) -> usize {
    match data {
        ListData::Xy32 => 4,
        ListData::Index16 | ListData::Reserved(_) => 2,
    }
}

/// What [`whole`] reads.
fn put_whole(primitive: &Binned) -> Vec<u8> {
    let mut bytes = vec![129];
    for vertex in &primitive.vertices[..vertices(primitive.form)] {
        bytes.extend(&vertex.to_le_bytes()[..width(primitive.data)]);
    }
    bytes
}

/// The triangle that an entry with one relative index gives after `last`.
pub(crate) fn resolve(last: [u16; 3], form: u8, relative: i8) -> [u16; 3] {
    let [a, b, c] = last;
    let new = c.wrapping_add_signed(i16::from(relative));
    match form {
        0 => [c, b, new],
        1 => [a, c, new],
        _ => [b, a, new],
    }
}

/// The shortest entry for a triangle after `last`.
fn entry(last: Option<[u16; 3]>, indices: [u16; 3]) -> Entry {
    let Some(last) = last else {
        return Entry::Absolute(indices);
    };
    let near = |from: u16, to: u16, least: i16, most: i16| {
        let distance = to.wrapping_sub(from) as i16;
        (least..=most).contains(&distance).then_some(distance as i8)
    };
    if let Some(relative) = near(last[2], indices[2], -31, 31) {
        for form in 0..3 {
            let one = Entry::OneRelative { form, relative };
            // Some bytes of this form are other entries.
            let bytes = one.encode();
            if resolve(last, form, relative) == indices && Entry::decode(&bytes) == Ok((one, 1)) {
                return one;
            }
        }
    }
    let steps = [
        near(last[2], indices[0], -8, 7),
        near(indices[0], indices[1], -8, 7),
        near(indices[1], indices[2], -8, 7),
    ];
    if let [Some(a), Some(b), Some(c)] = steps {
        let three = Entry::ThreeRelative {
            spare: 0,
            relative: [a, b, c],
        };
        if matches!(Entry::decode(&three.encode()), Ok((decoded, 2)) if decoded == three) {
            return three;
        }
    }
    Entry::Absolute(indices)
}

/// The list of one tile.
#[derive(Clone, Debug, Default)]
struct TileList {
    at: u32,
    /// Bytes left before [`LINK`].
    left: u32,
    /// What the open compressed list holds.
    open: Option<ListPrimitive>,
    form: Option<(ListPrimitive, ListData)>,
    last: Option<[u16; 3]>,
    /// The version of each state that the tile has.
    seen: Vec<u32>,
    /// Whether it could not go on.
    full: bool,
}

/// The lists of all tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileLists {
    tiles: Vec<TileList>,
    columns: u32,
}

impl TileLists {
    /// Empty lists in blocks of `initial` bytes from `address` on; `slots` kinds of state.
    pub(crate) fn new(columns: u32, rows: u32, address: u32, initial: u32, slots: usize) -> TileLists {
        let tiles = (0..columns * rows).map(|n| TileList {
            at: address.wrapping_add(n * initial),
            left: initial - LINK,
            seen: vec![0; slots],
            ..TileList::default()
        });
        TileLists {
            tiles: tiles.collect(),
            columns,
        }
    }

    /// Adds state packets that the tile does not have yet, by slot with their versions, and the primitive.
    pub(crate) fn add(
        &mut self,
        (column, row): (u32, u32),
        state: &[Option<(u32, Vec<u8>)>],
        primitive: &Binned,
        pool: &mut Pool,
        memory: &mut Memory<'_>,
    ) -> Result<(), PoolError> {
        let Some(tile) = self.tiles.get_mut((row * self.columns + column) as usize) else {
            return Ok(());
        };
        if tile.full {
            return Ok(());
        }
        let result = tile.add(state, primitive, pool, memory);
        tile.full = result.is_err();
        result
    }

    /// Ends all lists.
    pub(crate) fn flush(&mut self, pool: &mut Pool, memory: &mut Memory<'_>) -> Result<(), PoolError> {
        let mut result = Ok(());
        for tile in &mut self.tiles {
            let ended = tile.end(pool, memory);
            result = result.and(ended);
        }
        result
    }
}

impl TileList {
    fn add(
        &mut self,
        state: &[Option<(u32, Vec<u8>)>],
        primitive: &Binned,
        pool: &mut Pool,
        memory: &mut Memory<'_>,
    ) -> Result<(), PoolError> {
        for (slot, packet) in state.iter().enumerate() {
            if let Some((version, bytes)) = packet
                && self.seen[slot] != *version
            {
                self.close(pool, memory)?;
                self.put(bytes, pool, memory)?;
                self.seen[slot] = *version;
            }
        }
        if self.form != Some((primitive.form, primitive.data)) {
            self.close(pool, memory)?;
            let format = PrimitiveListFormat {
                primitive: primitive.form,
                data: primitive.data,
                ..PrimitiveListFormat::default()
            };
            self.put(&Packet::PrimitiveListFormat(format).encode(), pool, memory)?;
            self.form = Some((primitive.form, primitive.data));
        }
        let is_indexed = (primitive.form, primitive.data) == (ListPrimitive::Triangles, ListData::Index16);
        let indices = primitive.vertices.map(|index| index as u16);
        let bytes = if is_indexed {
            entry(self.last, indices).encode()
        } else {
            put_whole(primitive)
        };
        if let Some((address, which)) = primitive.clipped {
            self.close(pool, memory)?;
            let packet = Packet::ClippedPrimitives(ClippedPrimitives {
                clipped0: which & 1 != 0,
                clipped1: which & 2 != 0,
                clipped2: which & 4 != 0,
                address,
                ..ClippedPrimitives::default()
            });
            // The packet is for the first primitive of its list, and both lie in one block.
            let mut all = packet.encode();
            all.extend(put_whole(primitive));
            self.put(&all, pool, memory)?;
            self.open = Some(primitive.form);
        } else {
            if self.open.is_none() {
                self.put(&Packet::CompressedPrimitives.encode(), pool, memory)?;
                self.open = Some(primitive.form);
            }
            self.put(&bytes, pool, memory)?;
        }
        if is_indexed {
            self.last = Some(indices);
        }
        Ok(())
    }

    /// Writes bytes, in a new block if they do not fit.
    fn put(&mut self, bytes: &[u8], pool: &mut Pool, memory: &mut Memory<'_>) -> Result<(), PoolError> {
        if (bytes.len() as u32) > self.left {
            let (next, size) = pool.take(0, memory)?;
            let blocks = (i64::from(next) - i64::from(self.at & !31)) / 32;
            let link = match (self.open, i16::try_from(blocks)) {
                // The list goes on as a compressed one.
                (Some(_), Ok(blocks)) if next % 32 == 0 => Entry::Branch(blocks).encode(),
                (open, _) => {
                    let mut link = Vec::new();
                    if open.is_some() {
                        link = Entry::End.encode();
                    }
                    let branch = Branch {
                        address: next,
                        ..Branch::default()
                    };
                    link.extend(Packet::Branch(branch).encode());
                    link
                }
            };
            let goes_on = link.first() == Some(&130);
            pool.write(self.at, &link, memory)?;
            (self.at, self.left) = (next, size - LINK);
            if self.open.is_some() && !goes_on {
                let again = Packet::CompressedPrimitives.encode();
                self.write(&again, pool, memory)?;
            }
        }
        self.write(bytes, pool, memory)
    }

    fn write(&mut self, bytes: &[u8], pool: &mut Pool, memory: &mut Memory<'_>) -> Result<(), PoolError> {
        pool.write(self.at, bytes, memory)?;
        self.at = self.at.wrapping_add(bytes.len() as u32);
        self.left = self.left.saturating_sub(bytes.len() as u32);
        Ok(())
    }

    /// Ends the compressed list, if one is open.
    fn close(&mut self, pool: &mut Pool, memory: &mut Memory<'_>) -> Result<(), PoolError> {
        if self.open.is_some() {
            self.put(&Entry::End.encode(), pool, memory)?;
            self.open = None;
            self.last = None;
        }
        Ok(())
    }

    /// Ends the list; there is always room for that.
    fn end(&mut self, pool: &mut Pool, memory: &mut Memory<'_>) -> Result<(), PoolError> {
        let mut bytes = Vec::new();
        if self.open.take().is_some() {
            bytes = Entry::End.encode();
        }
        bytes.extend(Packet::Return.encode());
        pool.write(self.at, &bytes, memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_entries_give_the_triangle_back() {
        let strip = [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]];
        let fan = [[0, 1, 2], [0, 2, 3], [0, 3, 4]];
        let far = [[0, 1, 2], [500, 501, 502], [503, 504, 505], [3, 9, 60000]];
        for (list, lengths) in [
            (strip.as_slice(), vec![7, 1, 1, 1]),
            (&fan, vec![7, 1, 1]),
            (&far, vec![7, 7, 2, 7]),
        ] {
            let mut last = None;
            let mut found = Vec::new();
            for &indices in list {
                let bytes = entry(last, indices).encode();
                found.push(bytes.len());
                let (decoded, _) = Entry::decode(&bytes).unwrap();
                let back = match decoded {
                    Entry::Absolute(all) => all,
                    Entry::OneRelative { form, relative } => resolve(last.unwrap(), form, relative),
                    Entry::ThreeRelative { relative, .. } => {
                        let mut index = last.unwrap()[2];
                        relative.map(|step| {
                            index = index.wrapping_add_signed(i16::from(step));
                            index
                        })
                    }
                    other => panic!("{other:?}"),
                };
                assert_eq!(back, indices);
                last = Some(indices);
            }
            assert_eq!(found, lengths, "{list:?}");
        }
    }
}
