//! The vertices of a row.

use quadrille::Topology;

use super::row::Shape;

/// The pixels of a side of a patch.
const PATCH: u32 = 32;

/// The attributes of the vertices of a row.
pub(super) struct Vertices {
    pub(super) topology: Topology,
    /// Four components each.
    pub(super) positions: Vec<f32>,
    pub(super) colors: Vec<f32>,
    /// Two components each.
    pub(super) coordinates: Vec<f32>,
}

impl Vertices {
    fn add(&mut self, position: [f32; 3], color: [f32; 4], coordinates: [f32; 2]) {
        let [x, y, z] = position;
        self.positions.extend([x, y, z, 1.0]);
        self.colors.extend(color);
        self.coordinates.extend(coordinates);
    }

    /// The vertices of a shape in a framebuffer of so many pixels a side.
    pub(super) fn of(shape: Shape, size: u32) -> Vertices {
        let mut all = Vertices {
            topology: match shape {
                Shape::Points(_) => Topology::Points,
                Shape::Lines(_) => Topology::Lines,
                Shape::Patches(_) => Topology::Patches,
                Shape::Culled(_) | Shape::Full(_) | Shape::Small { .. } => Topology::Triangles,
            },
            positions: Vec::new(),
            colors: Vec::new(),
            coordinates: Vec::new(),
        };
        let pixel = 2.0 / size as f32;
        // The corner of place number `at` of a grid of so many pixels a cell, in clip coordinates.
        let corner = |at: u32, cell: u32| {
            let across = size / cell;
            let [x, y] = [at % across * cell, at / across % across * cell];
            [x as f32 * pixel - 1.0, y as f32 * pixel - 1.0]
        };
        match shape {
            Shape::Culled(vertices) => {
                for at in 0..vertices / 3 {
                    let [x, y] = corner(at, 4);
                    // Clockwise, which is the back.
                    for [dx, dy] in [[0.0, 0.0], [0.0, 3.0], [3.0, 0.0]] {
                        let shade = (at % 6) as f32;
                        all.add(
                            [x + dx * pixel, y + dy * pixel, 0.25],
                            [shade, 0.5, 0.25, 1.0],
                            [x, y],
                        );
                    }
                }
            }
            Shape::Points(points) => {
                for at in 0..points {
                    let [x, y] = corner(at, 1);
                    all.add(
                        [x + 0.5 * pixel, y + 0.5 * pixel, 0.0],
                        [0.25, 0.5, x, 1.0],
                        [x, y],
                    );
                }
            }
            Shape::Lines(lines) => {
                for at in 0..lines {
                    let [x, y] = corner(at, 4);
                    let (x, y) = (x + 0.5 * pixel, y + 0.5 * pixel);
                    all.add([x, y, 0.0], [0.25, 0.5, 0.75, 1.0], [x, y]);
                    all.add(
                        [x + 8.0 * pixel, y + 3.0 * pixel, 0.0],
                        [0.5, 0.5, 0.0, 1.0],
                        [x, y],
                    );
                }
            }
            Shape::Patches(patches) => {
                for at in 0..patches {
                    let [x, y] = corner(at, PATCH);
                    for [dx, dy] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
                        let side = PATCH as f32 * pixel;
                        all.add([x + dx * side, y + dy * side, 0.0], [dx, dy, 0.5, 1.0], [dx, dy]);
                    }
                }
            }
            Shape::Full(times) => {
                // 0.7 texels of a texture of 256 a pixel.
                let texels = size as f32 * 0.7 / 256.0;
                for time in 0..times {
                    let z = 0.9 - 1.8 * time as f32 / times as f32;
                    for [x, y] in [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0_f32]] {
                        let [s, t] = [x, y].map(|value| (value + 1.0) / 2.0);
                        all.add(
                            [x, y, z],
                            [s / 2.0, t / 2.0, 0.5, 0.25 + s / 2.0],
                            [s * texels, t * texels],
                        );
                    }
                }
            }
            Shape::Small { triangles, pixels } => {
                // Half a square of this side covers them.
                let side = (2.0 * pixels as f32).sqrt();
                let cell = side.ceil() as u32 + 1;
                for at in 0..triangles {
                    let [x, y] = corner(at, cell);
                    for ([dx, dy], shade) in [([0.0, 0.0], 0.1), ([side, 0.0], 0.5), ([0.0, side], 0.9)] {
                        all.add(
                            [x + dx * pixel, y + dy * pixel, 0.0],
                            [shade, 1.0 - shade, 0.5, 0.5],
                            [dx / side, dy / side],
                        );
                    }
                }
            }
        }
        all
    }
}
