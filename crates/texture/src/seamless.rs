//! Linear filters on seamless cube maps: texels beyond the edge of a face are those of the face behind the edge, and where
//! three faces meet, the fourth texel is the mean of the three (ARB_seamless_cube_map section 3.8.7).

use crate::filter::{Point, mix, texel};
use crate::texture::CUBE_FACES;
use crate::{BoundTexture, Image, cube, wrap};

/// The four texels around a place on a face: by row, then by column. `None` at a corner of the cube.
pub(crate) struct Footprint<'a> {
    texels: [[Option<(&'a Image, usize)>; 2]; 2],
    fractions: [f32; 2],
}

impl<'a> Footprint<'a> {
    /// The texels around a point of a level; `None` where there is no image.
    pub(crate) fn new(bound: &'a BoundTexture, level: u32, point: &Point) -> Option<Footprint<'a>> {
        let images = |face: u32| bound.image(level, face);
        let first = images(point.face)?;
        let [size, _, layers] = first.extent().sizes();
        // The faces of an array lie in one image, those of a cube behind those of another.
        let (face, before) = match bound.row().is_array() {
            true => {
                let layer = (point.layer as u32).min(layers - 1);
                (layer % CUBE_FACES, Some(layer / CUBE_FACES * CUBE_FACES))
            }
            false => (point.face, None),
        };
        let places = [0, 1].map(|axis| {
            let (first, fraction) = wrap::around(point.coordinates[axis] * size as f32);
            let first = first + i64::from(point.offset[axis]);
            (
                [first, first + 1].map(|texel| texel.clamp(-1, size.into()) as i32),
                fraction,
            )
        });
        let [(columns, across), (rows, up)] = places;
        let texels = rows.map(|row| {
            columns.map(|column| {
                let (face, texel) = beyond(face, [column, row], size as i32)?;
                let [column, row] = texel.map(i32::cast_unsigned);
                Some(match before {
                    Some(before) => (first, first.index([column, row, before + face], 0)),
                    None => {
                        let image = images(face)?;
                        (image, image.index([column, row, 0], 0))
                    }
                })
            })
        });
        Some(Footprint {
            texels,
            fractions: [across, up],
        })
    }

    /// The values of the texels, as colours or results of comparisons; that of a corner is the mean of the others, taken in
    /// the order of rows.
    pub(crate) fn values(&self, bound: &BoundTexture, point: &Point) -> [[[f32; 4]; 2]; 2] {
        let value = |place: Option<(&Image, usize)>| {
            place.map(|(image, index)| texel(bound, image, image.format(), Some(index), point))
        };
        let values = self.texels.map(|row| row.map(value));
        let mut present = values.as_flattened().iter().flatten();
        let first = present.next().copied().unwrap_or_default();
        let mean = present.zip([2.0, 3.0]).fold(first, |mean, (value, count)| {
            mix(mean, *value, 1.0 / count, false)
        });
        values.map(|row| row.map(|value| value.unwrap_or(mean)))
    }

    /// Their mean: neighbours in a row, then the rows.
    pub(crate) fn mean(&self, bound: &BoundTexture, point: &Point) -> [f32; 4] {
        let [across, up] = self.fractions;
        let [low, high] = self
            .values(bound, point)
            .map(|[left, right]| mix(left, right, across, false));
        mix(low, high, up, false)
    }
}

/// The face and texel that a texel of a face is whose coordinates are -1 to `size`; `None` beyond a corner.
pub(crate) fn beyond(face: u32, [x, y]: [i32; 2], size: i32) -> Option<(u32, [i32; 2])> {
    let inside = |texel: i32| (0..size).contains(&texel);
    match (inside(x), inside(y)) {
        (true, true) => return Some((face, [x, y])),
        (false, false) => return None,
        (true, false) | (false, true) => {}
    }
    // The centre of the texel in units of half a texel, the face being `size` units away from the middle of the cube.
    let mut place = cube::direction(face, [x, y].map(|texel| 2 * texel + 1 - size), size);
    // The edge is folded: what went beyond it now lies on a face, and the old face is half a texel away.
    let crossed = place.iter().position(|along| along.abs() > size)?;
    let left = (face / 2) as usize;
    place[crossed] = size * place[crossed].signum();
    place[left] = (size - 1) * place[left].signum();
    let face = 2 * crossed as u32 + u32::from(place[crossed] < 0);
    let [across, up, _] = cube::on_face(face, place);
    Some((face, [across, up].map(|along| (along + size - 1) / 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_meet_at_their_edge() {
        // source: geometry: the centres of two texels on both sides of an edge are each half a texel away from it, so each
        // is the other's neighbour, and a quarter of all edges is looked at by hand with OpenGL 2.1 table 3.19
        for size in [1, 2, 3, 8] {
            for face in 0..6 {
                for along in 0..size {
                    for out in [[-1, along], [size, along], [along, -1], [along, size]] {
                        let (other, inner) = beyond(face, out, size).expect("an edge");
                        assert_ne!(other / 2, face / 2);
                        let edge = |face, [x, y]: [i32; 2]| {
                            cube::direction(face, [2 * x + 1 - size, 2 * y + 1 - size], size)
                        };
                        let (here, there) = (
                            edge(face, out.map(|texel| texel.clamp(0, size - 1))),
                            edge(other, inner),
                        );
                        // Both are a half unit from the edge, at the same place along it.
                        let (a, b) = ((face / 2) as usize, (other / 2) as usize);
                        let rest = 3 - a - b;
                        assert_eq!(here[rest], there[rest]);
                        assert_eq!(
                            [here[a], here[b]],
                            [there[a] + here[a].signum(), there[b] - there[b].signum()]
                        );
                    }
                }
            }
        }
        // Table 3.19: +x has sc = -z, so left of its first column lies +z, whose last column has the largest x.
        assert_eq!(beyond(0, [-1, 1], 4), Some((4, [3, 1])));
        // +y has tc = z: above its last row lies +z, whose first row has the largest y.
        assert_eq!(beyond(2, [1, 4], 4), Some((4, [1, 0])));
        // -z has sc = -x: right of its last column lies -x, with sc = z, which is least at -z.
        assert_eq!(beyond(5, [4, 2], 4), Some((1, [0, 2])));
        assert_eq!(beyond(3, [-1, -1], 4), None);
    }
}
