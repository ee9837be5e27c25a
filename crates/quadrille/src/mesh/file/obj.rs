//! Wavefront OBJ files.
//!
//! Read here and not by a library, since the one there overflows where an index lies far before the first vertex, and
//! gives a vertex another's texture coordinates where some have none.
//!
//! Source: the appendix "Object Files (.obj)" of the manual of the Advanced Visualizer, version 4.

use std::collections::HashMap;
use std::str::FromStr;

use super::{MeshError, Room, Surface};

/// An error in a line of an OBJ file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ObjError {
    /// Something else stands where a number belongs, or nothing.
    #[error("a number belongs here")]
    Number,
    /// A corner of a face is not one to three numbers with `/` between them.
    #[error("a corner of a face is a vertex, or vertex/texture/normal")]
    Corner,
    /// A face names something that does not stand before it.
    #[error("a face names a vertex, texture coordinate or normal that does not stand before it")]
    Index,
    /// A face has fewer than three corners.
    #[error("a face has at least three corners")]
    Face,
}

/// The lists that faces name elements of.
#[derive(Default)]
struct Lists {
    positions: Vec<[f32; 3]>,
    texcoords: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
}

/// A corner of a face: numbers in the lists, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Corner {
    position: usize,
    texcoord: Option<usize>,
    normal: Option<usize>,
}

/// Reads all objects of a file as one surface; polygons are cut into triangles. Materials are state of the scene, not of
/// the mesh; points and lines are passed over.
pub(super) fn read(bytes: &[u8]) -> Result<Surface, MeshError> {
    let mut reader = Reader::default();
    let mut lines = bytes.split(|byte| *byte == b'\n').zip(1..);
    while let Some((line, first)) = lines.next() {
        let mut line = String::from_utf8_lossy(line);
        // What `\` ends goes on in the next line.
        while let Some(part) = line.trim_end_matches('\r').strip_suffix('\\') {
            let next = lines.next().map_or(&[][..], |(next, _)| next);
            line = format!("{part} {}", String::from_utf8_lossy(next)).into();
        }
        let at = |problem| MeshError::Obj { line: first, problem };
        let mut words = line.split_whitespace();
        let lists = &mut reader.lists;
        match words.next() {
            Some("v") => lists.positions.push(numbers(&mut words).map_err(at)?),
            Some("vn") => lists.normals.push(numbers(&mut words).map_err(at)?),
            Some("vt") => {
                let [s] = numbers(&mut words).map_err(at)?;
                let t = words.next().map_or(Ok(0.0), number).map_err(at)?;
                lists.texcoords.push([s, t]);
            }
            Some("f") => {
                let corners: Vec<Corner> = words
                    .map(|word| lists.corner(word))
                    .collect::<Result<_, _>>()
                    .map_err(at)?;
                if corners.len() < 3 {
                    return Err(at(ObjError::Face));
                }
                reader.face(&corners)?;
            }
            // Vertices are not shared between objects, groups and materials: edges between those are sharp.
            Some("o" | "g" | "usemtl") => reader.known = HashMap::new(),
            _ => {}
        }
    }
    let mut surface = reader.surface;
    if surface.indices.is_empty() {
        return Err(MeshError::NoFaces);
    }
    surface.texcoords = reader.texcoords;
    if reader.lacks_normals {
        surface.normals.clear();
    }
    Ok(surface)
}

struct Reader {
    lists: Lists,
    surface: Surface,
    /// s, t of each vertex, as long as every one has them.
    texcoords: Option<Vec<f32>>,
    /// Whether a vertex has no normal.
    lacks_normals: bool,
    /// The vertices that corners have become.
    known: HashMap<Corner, u32>,
    room: Room,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            lists: Lists::default(),
            surface: Surface::default(),
            texcoords: Some(Vec::new()),
            lacks_normals: false,
            known: HashMap::new(),
            room: Room::default(),
        }
    }
}

impl Reader {
    /// A polygon, as a fan of triangles.
    fn face(&mut self, corners: &[Corner]) -> Result<(), MeshError> {
        self.room.indices((corners.len() - 2) * 3)?;
        let first = self.vertex(corners[0])?;
        let mut before = self.vertex(corners[1])?;
        for corner in &corners[2..] {
            let next = self.vertex(*corner)?;
            self.surface.indices.extend([first, before, next]);
            before = next;
        }
        Ok(())
    }

    fn vertex(&mut self, corner: Corner) -> Result<u32, MeshError> {
        if let Some(vertex) = self.known.get(&corner) {
            return Ok(*vertex);
        }
        self.room.vertices(1)?;
        let vertex = (self.surface.positions.len() / 3) as u32;
        self.surface
            .positions
            .extend(self.lists.positions[corner.position]);
        match corner.normal {
            Some(normal) => self.surface.normals.extend(self.lists.normals[normal]),
            None => self.lacks_normals = true,
        }
        match (corner.texcoord, &mut self.texcoords) {
            (Some(texcoord), Some(texcoords)) => texcoords.extend(self.lists.texcoords[texcoord]),
            _ => self.texcoords = None,
        }
        self.known.insert(corner, vertex);
        Ok(vertex)
    }
}

impl Lists {
    /// `vertex`, `vertex/texture`, `vertex//normal` or `vertex/texture/normal`.
    fn corner(&self, word: &str) -> Result<Corner, ObjError> {
        let mut parts = word.split('/');
        let mut next = |length| match parts.next() {
            None | Some("") => Ok(None),
            Some(part) => index(part, length).map(Some),
        };
        let position = next(self.positions.len())?.ok_or(ObjError::Corner)?;
        let texcoord = next(self.texcoords.len())?;
        let normal = next(self.normals.len())?;
        match parts.next() {
            None => Ok(Corner {
                position,
                texcoord,
                normal,
            }),
            Some(_) => Err(ObjError::Corner),
        }
    }
}

/// The number of an element of a list, which is counted from 1, or with a sign back from its end.
fn index(text: &str, length: usize) -> Result<usize, ObjError> {
    let index: i64 = text.parse().map_err(|_| ObjError::Corner)?;
    let index = match usize::try_from(index) {
        Ok(index) => index.checked_sub(1),
        Err(_) => usize::try_from(index.unsigned_abs())
            .ok()
            .and_then(|back| length.checked_sub(back)),
    };
    index.filter(|index| *index < length).ok_or(ObjError::Index)
}

/// The next numbers of a line.
fn numbers<'t, const N: usize>(words: &mut impl Iterator<Item = &'t str>) -> Result<[f32; N], ObjError> {
    let mut numbers = [0.0; N];
    for place in &mut numbers {
        *place = number(words.next().unwrap_or_default())?;
    }
    Ok(numbers)
}

fn number(word: &str) -> Result<f32, ObjError> {
    f32::from_str(word).map_err(|_| ObjError::Number)
}
