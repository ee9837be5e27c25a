//! Values between corners: how near they are to equation 3.6 of OpenGL 2.1, and that they depend on nothing but the
//! primitive and the pixel.

mod support;

use proptest::prelude::*;
use quadrille_pipeline::framebuffer::{Extent, Framebuffer};
use quadrille_pipeline::state::{BlendFactor, PolygonMode, Rectangle};
use quadrille_pipeline::{
    BoundProgram, ColorFormat, Compiler, Context, DepthFormat, Pipeline, Programs, Threads, Topology,
};
use support::scene::{Mesh, SIZE, at, pipeline, rectangle};
use support::{Checker, NoCompiler, pass_through};

/// Pixels on a side of the blocks from whose centres values are computed (ARCHITECTURE.md, Invariants).
const BLOCK: f64 = 8.0;

/// A corner: window coordinates, w, and the value of all components of its colour.
type Corner = ([f64; 2], f64, f64);

/// Equation 3.6 in binary64.
struct Model {
    corners: [Corner; 3],
    area: f64,
}

/// Twice the area of a triangle.
fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
}

impl Model {
    fn new(corners: [Corner; 3]) -> Model {
        let [a, b, c] = corners.map(|(place, _, _)| place);
        let area = cross(a, b, c);
        Model { corners, area }
    }

    /// Σ λ·f/w and Σ λ/w at a place.
    fn sums(&self, place: [f64; 2]) -> [f64; 2] {
        let places = self.corners.map(|(place, _, _)| place);
        let mut sums = [0.0; 2];
        for (k, (_, w, value)) in self.corners.into_iter().enumerate() {
            let share = cross(place, places[(k + 1) % 3], places[(k + 2) % 3]) / self.area;
            sums = [sums[0] + share * value / w, sums[1] + share / w];
        }
        sums
    }

    fn value(&self, place: [f64; 2]) -> f64 {
        let [above, below] = self.sums(place);
        above / below
    }

    /// The most by which binary32 can be off at the centre of a pixel: each sum is made of the value at the centre of the
    /// block and of two gradients over at most 3.5 pixels, with a rounding for each of these numbers and for each of the
    /// four operations; then one for the division and one for the product.
    fn error(&self, place: [f64; 2]) -> f64 {
        let unit = f64::from(f32::EPSILON) / 2.0;
        let centre = place.map(|x| ((x / BLOCK).floor() + 0.5) * BLOCK);
        let at = self.sums(centre);
        let right = self.sums([centre[0] + 3.5, centre[1]]);
        let up = self.sums([centre[0], centre[1] + 3.5]);
        let size = |k: usize| at[k].abs() + (right[k] - at[k]).abs() + (up[k] - at[k]).abs();
        let below = self.sums(place)[1].abs();
        let value = self.value(place).abs();
        unit * (4.0 * (size(0) + value * size(1)) / below + 2.0 * value)
    }
}

/// Draws a triangle through a viewport of 8192 pixels on a side whose corner lies `left` of the framebuffer's and below
/// it. The window coordinates of corners are multiples of 1/256 and w are powers of two, so that they come out of
/// projection as they go in.
fn draw(corners: [Corner; 3], left: i32) -> Framebuffer {
    const VIEW: u32 = 8192;
    let mut context = Context::new(SIZE, SIZE);
    context.transform.viewport.x = -left as f32;
    context.transform.viewport.y = -left as f32;
    context.transform.viewport.width = VIEW as f32;
    context.transform.viewport.height = VIEW as f32;
    context.clamping.vertex = false;
    let axis = |x: f64, w: f64| (((x + f64::from(left)) / f64::from(VIEW / 2) - 1.0) * w) as f32;
    let positions = corners.map(|([x, y], w, _)| [axis(x, w), axis(y, w), 0.0, w as f32]);
    let mut mesh = Mesh::new(Topology::Triangles, positions.to_vec());
    for (color, (_, _, value)) in mesh.colors.chunks_mut(4).zip(corners) {
        color.fill(value as f32);
    }
    let mut framebuffer = Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba32F], None, false).unwrap();
    // What no pixel of the triangle has.
    framebuffer.clear_color(0, [f64::INFINITY; 4], 0b1111, false, None);
    mesh.draw(&mut pipeline(1), &context, &mut framebuffer);
    framebuffer
}

/// A triangle of any size from a pixel to thousands that touches the framebuffer, and where its viewport begins.
fn triangle() -> impl Strategy<Value = ([Corner; 3], i32)> {
    let corner = (-1.0f64..1.0, -1.0f64..1.0, 0i32..=10, -100f32..100.0);
    let corners = prop::array::uniform3(corner);
    (corners, 0.0f64..1.0, 10.0f64..90.0, 10.0f64..90.0).prop_map(|(corners, size, x, y)| {
        let radius = 2f64.powf(1.0 + 11.0 * size);
        let grid = |x: f64| (x * 256.0).round() / 256.0;
        let corners = corners.map(|(dx, dy, power, value)| {
            let place = [grid(x + radius * dx), grid(y + radius * dy)];
            (place, 2f64.powi(power), f64::from(value))
        });
        (corners, 4046)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// source: OpenGL 2.1, equation 3.6, in binary64
    #[test]
    fn values_are_near_the_equation((corners, left) in triangle()) {
        let model = Model::new(corners);
        prop_assume!(model.area.abs() > 4.0);
        let picture = draw(corners, left);
        for y in 0..SIZE {
            for x in 0..SIZE {
                let found = f64::from(picture.color(0, x, y)[0]);
                if found.is_infinite() {
                    continue;
                }
                let place = [f64::from(x) + 0.5, f64::from(y) + 0.5];
                let (wanted, error) = (model.value(place), model.error(place));
                prop_assert!((found - wanted).abs() <= error, "({x}, {y}): {found} {wanted} {error:e}");
            }
        }
    }

    /// A component with the same value at all corners has it at all pixels, whatever their w.
    #[test]
    fn equal_corners_are_exact((corners, left) in triangle(), value in -1e3f32..1e3) {
        let picture = draw(corners.map(|(place, w, _)| (place, w, f64::from(value))), left);
        for y in 0..SIZE {
            for x in 0..SIZE {
                let found = picture.color(0, x, y)[0];
                prop_assert!(found == value || found.is_infinite(), "({x}, {y}): {found}");
            }
        }
    }
}

/// A mesh with triangles large and small, in perspective, and colours that differ from pixel to pixel.
fn mesh(numbers: &[(f32, f32, f32, f32)], topology: Topology) -> Mesh {
    let positions = numbers.iter().map(|(x, y, z, w)| at(*x, *y, *z, 0.1 + *w));
    let mut mesh = Mesh::new(topology, positions.collect());
    for (color, (x, y, z, w)) in mesh.colors.chunks_mut(4).zip(numbers) {
        color.copy_from_slice(&[x / 100.0, y / 100.0, *z, *w]);
    }
    mesh
}

fn corners() -> impl Strategy<Value = Vec<(f32, f32, f32, f32)>> {
    prop::collection::vec(
        (-40.0f32..140.0, -40.0f32..140.0, -1.2f32..1.2, 0.0f32..1.0),
        3..60,
    )
}

fn buffers(samples: u32) -> Framebuffer {
    let extent = Extent {
        samples,
        ..Extent::new(SIZE, SIZE)
    };
    let formats = [ColorFormat::Rgba32F, ColorFormat::Rgba8];
    Framebuffer::of(extent, &formats, Some(DepthFormat::Depth32F), true).unwrap()
}

fn context() -> Context {
    let mut context = Context::new(SIZE, SIZE);
    context.draw_buffers = vec![Some(0), Some(1)];
    context.depth.enabled = true;
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::SourceAlpha; 2];
    context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
    context
}

const TOPOLOGIES: [Topology; 4] = [
    Topology::Triangles,
    Topology::TriangleStrip,
    Topology::Lines,
    Topology::Points,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Neither the number of threads nor the rows of a band show.
    #[test]
    fn threads_and_bands_do_not_show(numbers in corners(), topology in prop::sample::select(&TOPOLOGIES[..]), samples in prop::sample::select(&[1u32, 4][..])) {
        let mesh = mesh(&numbers, topology);
        let mut context = context();
        (context.line_width, context.point.size) = (5.0, 9.0);
        context.multisample.enabled = true;
        let mut pictures = [(1, 32), (2, 32), (7, 32), (1, 2), (2, 6), (7, 100), (3, 44)].map(|(threads, rows)| {
            let threads = Threads::new(threads).unwrap().with_band_rows(rows);
            let mut framebuffer = buffers(samples);
            mesh.draw(&mut Pipeline::new(threads, Box::new(NoCompiler)), &context, &mut framebuffer);
            framebuffer
        }).into_iter();
        let first = pictures.next().unwrap();
        prop_assert!(pictures.all(|picture| picture == first));
    }

    /// A part of a picture is as if all of it had been drawn, wherever the part begins.
    #[test]
    fn parts_are_as_the_whole(numbers in corners(), topology in prop::sample::select(&TOPOLOGIES[..]), x in 0i32..90, y in 0i32..90, width in 1u32..20, height in 1u32..20, unfilled: bool) {
        let mesh = mesh(&numbers, topology);
        let mut context = context();
        (context.line_width, context.point.size) = (3.0, 9.0);
        if unfilled {
            context.polygon.mode = [PolygonMode::Line; 2];
        }
        let [mut whole, mut part] = [buffers(1), buffers(1)];
        mesh.draw(&mut pipeline(1), &context, &mut whole);
        context.scissor = Some(Rectangle { x, y, width, height });
        mesh.draw(&mut pipeline(1), &context, &mut part);
        for y in y.cast_unsigned()..(y.cast_unsigned() + height).min(SIZE) {
            for x in x.cast_unsigned()..(x.cast_unsigned() + width).min(SIZE) {
                prop_assert_eq!(part.color(0, x, y), whole.color(0, x, y), "({}, {})", x, y);
                prop_assert_eq!(part.depth(x, y), whole.depth(x, y), "({}, {})", x, y);
            }
        }
    }
}

/// What a fragment program makes of a mesh in a framebuffer with 4 samples a pixel.
fn drawn_by(fragment: &str, mesh: &Mesh) -> Framebuffer {
    let kernel = Checker.compile(fragment).unwrap_or_else(|why| panic!("{why}"));
    let programs = Programs {
        fragment: Some(BoundProgram::new(kernel)),
        ..pass_through()
    };
    let mut context = Context::new(SIZE, SIZE);
    context.clamping.vertex = false;
    context.multisample.enabled = true;
    let mut framebuffer = buffers(4);
    pipeline(1)
        .draw(&context, &mut framebuffer, &mesh.with(&programs))
        .unwrap();
    framebuffer
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// source: NV_gpu_program5 2.X.8.Z: "the result vector would be identical to the value obtained by a MOV instruction"
    /// of a variable with CENTROID; IPAS takes the place of a sample, where one with SAMPLE is taken, and IPAO without an
    /// offset the pixel's centre
    #[test]
    fn instructions_interpolate_as_variables(numbers in corners()) {
        let mesh = mesh(&numbers, Topology::Triangles);
        for (instruction, variable) in [
            ("IPAC.F result.color, fragment.color;", "CENTROID ATTRIB c = fragment.color;"),
            ("IPAS.F result.color, fragment.color, fragment.sampleid.x;", "SAMPLE ATTRIB c = fragment.color;"),
            ("IPAO.F result.color, fragment.color, {0, 0, 0, 0};", "ATTRIB c = fragment.color;"),
        ] {
            let one = drawn_by(&format!("!!NVfp5.0\n{instruction}\nEND"), &mesh);
            let other = drawn_by(&format!("!!NVfp5.0\n{variable}\nMOV.F result.color, c;\nEND"), &mesh);
            prop_assert!(one == other, "{}", instruction);
        }
    }
}

/// The planes of two triangles that make a rectangle are one plane: which diagonal cuts it does not show.
#[test]
fn diagonals_do_not_show() {
    for (x, y, width, height) in [
        (0.0, 0.0, 100.0, 100.0),
        (3.25, 7.5, 64.0, 49.0),
        (10.0, 20.0, 7.0, 77.5),
    ] {
        let mut pictures = Vec::new();
        for turned in [false, true] {
            let mut mesh = rectangle(x, y, width, height, 0.0);
            let mut colors: Vec<[f32; 4]> = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
                .map(|(s, t)| [s, t, s * 7.0 - t, 1.0])
                .to_vec();
            if turned {
                // (a, b, c), (c, b, d) becomes (b, d, a), (a, d, c).
                let order = [1usize, 3, 0, 2];
                let positions: Vec<f32> = order
                    .iter()
                    .flat_map(|k| mesh.positions[4 * k..4 * k + 4].to_vec())
                    .collect();
                mesh.positions = positions;
                colors = order.map(|k| colors[k]).to_vec();
            }
            mesh.colors = colors.into_flattened();
            let mut context = Context::new(SIZE, SIZE);
            context.clamping.vertex = false;
            let mut framebuffer = Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba32F], None, false).unwrap();
            mesh.draw(&mut pipeline(1), &context, &mut framebuffer);
            pictures.push(framebuffer);
        }
        assert!(pictures[0] == pictures[1], "{x} {y} {width} {height}");
    }
}

/// Triangles of any size, whose colours are some numbers, and some of what arithmetic does not keep.
fn triangles() -> impl Strategy<Value = Vec<[([f32; 4], [f32; 4]); 3]>> {
    let special = prop::sample::select(&[0.0f32, -0.0, 1.0, f32::NAN, f32::INFINITY, 1e38, -1e38, 1e-40][..]);
    let value = prop_oneof![20 => -2.0f32..2.0, 1 => special].boxed();
    let colors = (
        prop::array::uniform4(value.clone()),
        prop::array::uniform4(value),
        0u8..4,
    );
    let place = (-10.0f32..110.0, -10.0f32..110.0, 0.0f32..1.0, -1.0f32..1.0);
    let corners = prop::array::uniform3((-1.0f32..1.0, -1.0f32..1.0, 0.1f32..2.0));
    let triangle = (place, corners, colors, any::<bool>()).prop_map(
        |((x, y, size, z), corners, (first, other, same), flat_w)| {
            let radius = 2f32.powf(7.0 * size);
            let number = std::cell::Cell::new(0);
            corners.map(|(dx, dy, w)| {
                let corner = number.replace(number.get() + 1);
                let color = std::array::from_fn(|component| {
                    if component < usize::from(same) || corner == 0 {
                        first[component]
                    } else {
                        other[component] * corner as f32
                    }
                });
                (
                    at(
                        x + radius * dx,
                        y + radius * dy,
                        z + dx * 0.3,
                        if flat_w { 1.0 } else { w },
                    ),
                    color,
                )
            })
        },
    );
    prop::collection::vec(triangle, 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A pattern that leaves nothing out, which keeps triangles from being packed into batches, does not show.
    #[test]
    fn packed_triangles_are_as_others(triangles in triangles(), flat: bool, blends: bool, deep: bool) {
        let corners = || triangles.iter().flatten();
        let mut mesh = Mesh::new(Topology::Triangles, corners().map(|(position, _)| *position).collect());
        mesh.colors = corners().flat_map(|(_, color)| *color).collect();
        let mut context = Context::new(SIZE, SIZE);
        context.clamping.vertex = false;
        context.clamping.fragment = Some(false);
        context.lighting.flat = flat;
        context.blend.enabled = blends;
        context.depth.enabled = deep;
        context.blend.source = [BlendFactor::One; 2];
        context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
        let mut bits = Vec::new();
        for stipple in [None, Some([u32::MAX; 32])] {
            context.polygon.stipple = stipple;
            let mut framebuffer = Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba32F], Some(DepthFormat::Depth24), false).unwrap();
            mesh.draw(&mut pipeline(1), &context, &mut framebuffer);
            let places = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
            bits.push(places.map(|(x, y)| (framebuffer.color(0, x, y).map(f32::to_bits), framebuffer.depth(x, y).map(f32::to_bits))).collect::<Vec<_>>());
        }
        let differs = bits[0].iter().zip(&bits[1]).position(|(packed, alone)| packed != alone);
        prop_assert_eq!(differs, None);
    }
}
