//! A primitive that is set up: its edges, where it can be, and its planes.

use super::coverage::{self, Edge, Group, Rectangle, Samples};
use super::plane::Plane;
use super::vertex::Vertex;

/// Twice the area of a triangle in 1/256 pixels: positive if its vertices run counter-clockwise where rows run
/// upwards.
pub(crate) fn area([a, b, c]: [&Vertex; 3]) -> i64 {
    let side = |from: &Vertex, to: &Vertex| {
        (
            i64::from(to.x) - i64::from(from.x),
            i64::from(to.y) - i64::from(from.y),
        )
    };
    let ((x1, y1), (x2, y2)) = (side(a, b), side(a, c));
    x1 * y2 - x2 * y1
}

/// A varying of a primitive: what the hardware interpolates, and C, which programs add.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Varying {
    /// V, whose value at the anchor is 0.
    pub(crate) plane: Plane,
    pub(crate) c: f32,
}

/// A primitive ready for tiles.
#[derive(Clone, Debug)]
pub(crate) struct Primitive {
    edges: Vec<Edge>,
    bounds: Rectangle,
    /// The place that planes count pixels from.
    anchor: (f32, f32),
    /// 1/W.
    pub(crate) reciprocal_w: Plane,
    /// Z, 0 to 1.
    pub(crate) z: Plane,
    /// In the order in which programs read them.
    pub(crate) varyings: Vec<Varying>,
    pub(crate) is_back: bool,
}

/// The pixels whose centres or samples can lie between coordinates in sixteenths: samples are 2 to 14 sixteenths from
/// a pixel's border.
fn pixels(least: i32, most: i32) -> (i32, i32) {
    (
        least.saturating_add(1) >> 4,
        (most.saturating_sub(2) >> 4).saturating_add(1),
    )
}

impl Primitive {
    /// A triangle; `None` if it has no area. Varyings that are flat keep their value at the last
    /// vertex.
    pub(crate) fn triangle(vertices: [&Vertex; 3], flat: u32, is_clockwise_front: bool) -> Option<Primitive> {
        let doubled = area(vertices);
        if doubled == 0 {
            return None;
        }
        let [a, b, c] = vertices;
        let places = vertices.map(|vertex| (vertex.x, vertex.y));
        let around = if doubled > 0 { [0, 1, 2] } else { [0, 2, 1] };
        let edges = (0..3)
            .map(|i| Edge::new(places[around[i]], places[around[(i + 1) % 3]]))
            .collect();
        // Planes count from the last vertex, whose values are C: with another one, colours of the chip's frame d50.png
        // differ on both sides of what is computed.
        let sides = [
            (a.x.wrapping_sub(c.x), a.y.wrapping_sub(c.y)),
            (b.x.wrapping_sub(c.x), b.y.wrapping_sub(c.y)),
        ];
        let varyings = (0..c.varyings.len()).map(|n| {
            let anchor = c.varyings[n];
            let weighted = |vertex: &Vertex| (vertex.varyings[n] - anchor) * vertex.reciprocal_w;
            let is_flat = flat >> (n & 31) & 1 != 0;
            Varying {
                plane: if is_flat {
                    Plane::default()
                } else {
                    Plane::through(0.0, [weighted(a), weighted(b)], sides)
                },
                c: anchor,
            }
        });
        let [x, y] = [places.map(|place| place.0), places.map(|place| place.1)].map(|all| {
            pixels(
                all.into_iter().min().unwrap_or(0),
                all.into_iter().max().unwrap_or(0),
            )
        });
        Some(Primitive {
            edges,
            bounds: Rectangle {
                left: x.0,
                bottom: y.0,
                right: x.1,
                top: y.1,
            },
            anchor: (c.x as f32 / 16.0, c.y as f32 / 16.0),
            reciprocal_w: Plane::through(c.reciprocal_w, [a.reciprocal_w, b.reciprocal_w], sides),
            z: Plane::through(c.z, [a.z, b.z], sides),
            varyings: varyings.collect(),
            is_back: (doubled < 0) != is_clockwise_front,
        })
    }

    /// A line of `width` pixels: along its longer direction from end to end, half the width to both sides. Its first
    /// varying runs across it, 0 to 1.
    pub(crate) fn line([a, b]: [&Vertex; 2], width: f32, flat: u32) -> Option<Primitive> {
        let (dx, dy) = (b.x.wrapping_sub(a.x), b.y.wrapping_sub(a.y));
        if (dx, dy) == (0, 0) {
            return None;
        }
        let is_wide = dx.unsigned_abs() >= dy.unsigned_abs();
        let half = (width.clamp(0.0, 4096.0) * 8.0) as i32;
        let (across, length) = if is_wide {
            ((0, half.max(1)), dx)
        } else {
            ((half.max(1), 0), dy)
        };
        let corner = |vertex: &Vertex, sign: i32| {
            (
                vertex.x.saturating_add(sign * across.0),
                vertex.y.saturating_add(sign * across.1),
            )
        };
        let corners = [corner(a, -1), corner(b, -1), corner(b, 1), corner(a, 1)];
        let linear = |from: f32, to: f32| {
            let step = (f64::from(to) - f64::from(from)) * 16.0 / f64::from(length);
            let (x, y) = if is_wide { (step, 0.0) } else { (0.0, step) };
            Plane {
                at: to,
                x: x as f32,
                y: y as f32,
            }
        };
        let of_line = Varying {
            plane: Plane::default(),
            c: 0.5,
        };
        let varyings = (0..b.varyings.len()).map(|n| {
            let is_flat = flat >> (n & 31) & 1 != 0;
            Varying {
                plane: if is_flat {
                    Plane::default()
                } else {
                    linear((a.varyings[n] - b.varyings[n]) * a.reciprocal_w, 0.0)
                },
                c: b.varyings[n],
            }
        });
        let varyings = std::iter::once(of_line).chain(varyings).collect();
        Some(Primitive {
            anchor: (b.x as f32 / 16.0, b.y as f32 / 16.0),
            reciprocal_w: linear(a.reciprocal_w, b.reciprocal_w),
            z: linear(a.z, b.z),
            varyings,
            ..Primitive::polygon(&corners)
        })
    }

    /// A point: a square of `size` pixels. Its first two varyings run over it from 0 to 1, x and y.
    pub(crate) fn point(vertex: &Vertex, size: f32) -> Primitive {
        let half = ((size.clamp(0.0, 4096.0) * 8.0) as i32).max(1);
        let (x, y) = (vertex.x, vertex.y);
        let place = |right: i32, up: i32| (x.saturating_add(right * half), y.saturating_add(up * half));
        let corners = [place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)];
        let step = 8.0 / half as f32 * vertex.reciprocal_w;
        let over = |x: f32, y: f32| Varying {
            plane: Plane { at: 0.0, x, y },
            c: 0.5,
        };
        let own = vertex.varyings.iter().map(|&c| Varying {
            plane: Plane::default(),
            c,
        });
        Primitive {
            anchor: (x as f32 / 16.0, y as f32 / 16.0),
            reciprocal_w: Plane::constant(vertex.reciprocal_w),
            z: Plane::constant(vertex.z),
            varyings: [over(step, 0.0), over(0.0, step)]
                .into_iter()
                .chain(own)
                .collect(),
            ..Primitive::polygon(&corners)
        }
    }

    /// A trapezoid of the VG mode: between the edge from `a` to `b` and the column `boundary`, in sixteenths of a pixel.
    /// `None` if its edge is level.
    pub(crate) fn trapezoid(
        [a, b]: [&Vertex; 2],
        boundary: i32,
        is_clockwise_front: bool,
    ) -> Option<Primitive> {
        if a.y == b.y {
            return None;
        }
        let corners = [(a.x, a.y), (b.x, b.y), (boundary, b.y), (boundary, a.y)];
        let doubled: i64 = (0..4)
            .map(|i| {
                let (from, to) = (corners[i], corners[(i + 1) % 4]);
                i64::from(from.0) * i64::from(to.1) - i64::from(from.1) * i64::from(to.0)
            })
            .sum();
        Some(Primitive {
            reciprocal_w: Plane::constant(1.0),
            is_back: (doubled < 0) != is_clockwise_front,
            ..Primitive::polygon(&corners)
        })
    }

    /// The pixels of a convex quadrilateral, whichever way its corners run; nothing varies.
    fn polygon(corners: &[(i32, i32); 4]) -> Primitive {
        let mut doubled = 0;
        for (i, a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % 4];
            doubled += i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1);
        }
        let edge = |i: usize| {
            let (from, to) = (corners[i], corners[(i + 1) % 4]);
            if doubled > 0 {
                Edge::new(from, to)
            } else {
                Edge::new(to, from)
            }
        };
        let [x, y] = [corners.map(|c| c.0), corners.map(|c| c.1)].map(|all| {
            pixels(
                all.into_iter().min().unwrap_or(0),
                all.into_iter().max().unwrap_or(0),
            )
        });
        Primitive {
            edges: (0..4).map(edge).collect(),
            bounds: Rectangle {
                left: x.0,
                bottom: y.0,
                right: x.1,
                top: y.1,
            },
            anchor: (0.0, 0.0),
            reciprocal_w: Plane::default(),
            z: Plane::default(),
            varyings: Vec::new(),
            is_back: false,
        }
    }

    /// Adds the depth offset: `factor` times the greatest slope, and `units` times the least step of Z.
    pub(crate) fn offset_depth(&mut self, factor: f32, units: f32) {
        let slope = self.z.x.abs().max(self.z.y.abs());
        self.z.at += factor * slope + units * (1.0 / 16_777_215.0);
    }

    /// The pixels that it can cover.
    pub(crate) fn bounds(&self) -> Rectangle {
        self.bounds
    }

    /// Columns and rows from the anchor to the centre of a pixel.
    #[inline(always)]
    pub(crate) fn offset_of(&self, x: i32, y: i32) -> (f32, f32) {
        ((x as f32 + 0.5) - self.anchor.0, (y as f32 + 0.5) - self.anchor.1)
    }

    /// Gives the quads of `tile` that it covers, inside `clip`.
    pub(crate) fn groups(
        &self,
        tile: &Rectangle,
        clip: &Rectangle,
        samples: Samples,
        take: impl FnMut(&mut Group),
    ) {
        let area = self.bounds.and(tile).and(clip);
        coverage::groups(&self.edges, &area, tile, samples, take);
    }

    /// Whether it may cover a pixel of `tile`.
    pub(crate) fn touches(&self, tile: &Rectangle) -> bool {
        !self.bounds.and(tile).is_empty() && coverage::may_cover(&self.edges, tile)
    }
}
