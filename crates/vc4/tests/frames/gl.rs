//! The GL mode: attributes through programs to pixels.

use quadrille_vc4::frame::Counter;
use quadrille_vc4::list::packet::{
    ClearColors, ConfigurationBits, DepthOffset, FlatShadeFlags, LineWidth, PointSize,
};
use quadrille_vc4::list::{CompareFunction, Decimate, Packet, PrimitiveMode};

use super::draw::{Corner, FLAT_WITH_DEPTH, SIDE, Scene, UNIFORM, VARYING, bits, corner};

fn place(n: usize) -> (u32, u32) {
    (n as u32 % SIDE, n as u32 / SIDE)
}

/// source: OpenGL ES 2.0, equation 3.5: an attribute over W is linear on the screen, as 1/W is.
#[test]
fn varyings_are_perspective() {
    let corners = [
        (8.0, 8.0, 1.0, 3.0),
        (120.0, 16.0, 4.0, -2.0),
        (40.0, 120.0, 2.0, 8.0),
    ];
    let made = corners.map(|(x, y, w, value)| Corner {
        w,
        ..corner(x, y, 0.5, &bits(&[value]))
    });
    let mut scene = Scene::new(VARYING, made.to_vec());
    scene.clear = ClearColors {
        color0: f32::NAN.to_bits(),
        color1: f32::NAN.to_bits(),
        ..ClearColors::default()
    };
    let (pixels, _) = scene.draw();
    let side =
        |a: (f64, f64), b: (f64, f64), p: (f64, f64)| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    let [a, b, c] = corners.map(|(x, y, ..)| (f64::from(x), f64::from(y)));
    let mut covered = 0;
    for (n, pixel) in pixels.into_iter().enumerate() {
        let (x, y) = place(n);
        let at = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let weights = [side(b, c, at), side(c, a, at), side(a, b, at)];
        let value = f32::from_bits(pixel);
        if weights.contains(&0.0) {
            continue;
        }
        let inside = weights.iter().all(|&weight| weight > 0.0);
        assert_eq!(inside, !value.is_nan(), "{x} {y}");
        if inside {
            covered += 1;
            let over = |pick: &dyn Fn(usize) -> f64| -> f64 { (0..3).map(|k| weights[k] * pick(k)).sum() };
            let upper = over(&|k| f64::from(corners[k].3) / f64::from(corners[k].2));
            let lower = over(&|k| 1.0 / f64::from(corners[k].2));
            let expected = upper / lower;
            assert!(
                (f64::from(value) - expected).abs() < 2e-3,
                "{x} {y}: {value}, {expected}"
            );
        }
    }
    assert!(covered > 4000);
}

/// Two squares that lie over each other; the first is nearer.
fn squares(far: f32) -> Vec<Corner> {
    let square = |x: f32, size: f32, z: f32, colour: u32| {
        let at = |dx: f32, dy: f32| corner(x + dx * size, x + dy * size, z, &[colour]);
        [
            at(0.0, 0.0),
            at(1.0, 0.0),
            at(1.0, 1.0),
            at(0.0, 0.0),
            at(1.0, 1.0),
            at(0.0, 1.0),
        ]
    };
    let (near, far) = (square(16.0, 64.0, 0.25, 0x11), square(48.0, 64.0, far, 0x22));
    near.into_iter().chain(far).collect()
}

fn with_depth(function: CompareFunction) -> Scene {
    let mut scene = Scene::new(FLAT_WITH_DEPTH, squares(0.75));
    scene.configuration.depth = function;
    scene.configuration.z_write = true;
    scene.clear.z = 0xff_ffff;
    scene.state = vec![Packet::FlatShadeFlags(FlatShadeFlags {
        flags: 1,
        ..FlatShadeFlags::default()
    })];
    scene
}

/// source: OpenGL ES 2.0, section 4.1.5: the depth test and its functions.
#[test]
fn the_depth_test_keeps_what_is_near() {
    for (function, both, alone) in [
        (CompareFunction::Less, 0x11, 0x22),
        (CompareFunction::LessEqual, 0x11, 0x22),
        (CompareFunction::Always, 0x22, 0x22),
        (CompareFunction::Greater, 0, 0),
        (CompareFunction::Never, 0, 0),
        (CompareFunction::NotEqual, 0x22, 0x22),
    ] {
        for early in [false, true] {
            let mut scene = with_depth(function);
            scene.configuration.early_z = early;
            let (pixels, _) = scene.draw();
            let at = |x: u32, y: u32| pixels[(y * SIDE + x) as usize];
            assert_eq!((at(60, 60), at(100, 100)), (both, alone), "{function:?}");
            assert_eq!(at(5, 5), 0);
        }
    }
}

/// What early Z drops is not shaded, and the picture is the same.
#[test]
fn early_z_saves_work() {
    let counts = [false, true].map(|early| {
        let mut scene = with_depth(CompareFunction::Less);
        scene.configuration.early_z = early;
        let (pixels, outcome) = scene.draw();
        (pixels, outcome.counters)
    });
    assert!(counts[0].0 == counts[1].0);
    assert_eq!(counts[1].1.get(Counter::EarlyPixels), 32 * 32);
    assert_eq!(counts[0].1.get(Counter::FailedPixels), 32 * 32);
    assert!(counts[1].1.fragment_programs < counts[0].1.fragment_programs);
}

/// source: OpenGL ES 2.0, section 3.5.5: an offset of units moves coplanar surfaces apart.
#[test]
fn a_depth_offset_decides_between_equals() {
    for (units, expected) in [(0.0, 0x11), (-4.0, 0x22), (4.0, 0x11)] {
        let mut scene = with_depth(CompareFunction::Less);
        scene.corners = squares(0.25);
        // The second square alone is offset: the first is not, if its offset is 0.
        scene.configuration.depth_offset = true;
        scene.state.push(Packet::DepthOffset(DepthOffset {
            units,
            ..DepthOffset::default()
        }));
        let (mut image, mut bin, rendering) = scene.build();
        // Two draws: the first without offset.
        let draw = bin.len() - 2;
        let Packet::ArrayPrimitives(mut both) = bin[draw] else {
            panic!("a draw")
        };
        both.count = 6;
        let mut second = both;
        second.first = 6;
        let plain = ConfigurationBits {
            depth_offset: false,
            ..scene.configuration
        };
        bin[draw] = Packet::ArrayPrimitives(second);
        bin.splice(
            draw..draw,
            [
                Packet::ConfigurationBits(plain),
                Packet::ArrayPrimitives(both),
                Packet::ConfigurationBits(scene.configuration),
            ],
        );
        let outcome = super::image::run(&mut image, &bin, &rendering, 1);
        assert_eq!((outcome.findings.len(), outcome.program_findings.len()), (0, 0));
        let pixels = super::image::pixels(&mut image, &outcome).1;
        assert_eq!(pixels[(60 * SIDE + 60) as usize], expected, "{units}");
    }
}

/// source: guide, section 9 (configuration bits) and asurati's winding-order page: counter-clockwise in rows that run
/// upwards is the front, unless the configuration says clockwise.
#[test]
fn faces_are_culled() {
    let turned = |clockwise: bool| {
        let mut corners = vec![
            corner(16.0, 16.0, 0.5, &[0]),
            corner(112.0, 16.0, 0.5, &[0]),
            corner(112.0, 112.0, 0.5, &[0]),
        ];
        if clockwise {
            corners.swap(1, 2);
        }
        corners
    };
    for (is_turned, front, back, clockwise, drawn) in [
        (false, true, false, false, true),
        (false, false, true, false, false),
        (true, true, false, false, false),
        (true, true, false, true, true),
        (true, false, true, false, true),
        (false, false, false, false, false),
    ] {
        let mut scene = Scene::new(UNIFORM, turned(is_turned));
        scene.uniforms = vec![7];
        scene.configuration = ConfigurationBits {
            front,
            back,
            clockwise,
            ..ConfigurationBits::default()
        };
        // The varying that nobody reads.
        scene.fragment = format!("mov r1, vary\nmov r1, r5\n{UNIFORM}");
        let (pixels, _) = scene.draw();
        assert_eq!(
            pixels[(40 * SIDE + 80) as usize] == 7,
            drawn,
            "{is_turned} {front} {back}"
        );
    }
}

/// source: asurati's frame d53.png from the chip, to which these positions of samples were fitted: (5/8,1/8) (1/8,3/8)
/// (7/8,5/8) (3/8,7/8). They are resolved to their mean, rounded down: an edge in the middle of a column leaves two of
/// four.
#[test]
fn samples_are_resolved() {
    let square = |right: f32| {
        let at = |x: f32, y: f32| corner(x, y, 0.5, &[]);
        vec![
            at(8.0, 8.0),
            at(right, 8.0),
            at(right, 100.0),
            at(8.0, 8.0),
            at(right, 100.0),
            at(8.0, 100.0),
        ]
    };
    for (right, covered) in [(60.0, 0), (60.25, 1), (60.5, 2), (60.75, 3), (60.9375, 4)] {
        let mut scene = Scene::new(UNIFORM, square(right));
        scene.uniforms = vec![0xffff_ffff];
        scene.multisample = true;
        scene.configuration.oversample = Decimate::X4;
        let (pixels, _) = scene.draw();
        let expected = 255 * covered / 4;
        assert_eq!(
            pixels[(50 * SIDE + 60) as usize],
            0x0101_0101 * expected,
            "{right}"
        );
        assert_eq!(pixels[(50 * SIDE + 59) as usize], u32::MAX);
    }
}

/// A later primitive reads what an earlier one of the same pixels wrote.
#[test]
fn blending_sees_earlier_primitives() {
    let at = |x: f32, y: f32| corner(x, y, 0.5, &[]);
    let square = [
        at(8.0, 8.0),
        at(100.0, 8.0),
        at(100.0, 100.0),
        at(8.0, 8.0),
        at(100.0, 100.0),
        at(8.0, 100.0),
    ];
    let mut scene = Scene::new(
        "mov r0, unif\nnop\nnop ; nop ; loadc\nv8adds r0, r0, r4\nmov tlbc, r0",
        square.iter().cloned().cycle().take(18).collect(),
    );
    scene.uniforms = vec![0x0010_2030];
    scene.clear.color0 = 0x01;
    scene.clear.color1 = 0x01;
    let (pixels, _) = scene.draw();
    assert_eq!(pixels[(50 * SIDE + 50) as usize], 0x0030_6091);
    assert_eq!(pixels[0], 1);
}

/// Lines are as wide as they should be, points as large; which pixels are on their borders has no public source.
#[test]
fn lines_and_points_cover_about_their_size() {
    let ends = vec![corner(10.5, 20.5, 0.5, &[]), corner(110.5, 20.5, 0.5, &[])];
    for width in [1.0, 4.0] {
        let mut scene = Scene::new(&format!("mov r1, vary\nmov r1, r5\n{UNIFORM}"), ends.clone());
        scene.mode = PrimitiveMode::Lines;
        scene.uniforms = vec![5];
        scene.state = vec![Packet::LineWidth(LineWidth {
            width,
            ..LineWidth::default()
        })];
        let (pixels, _) = scene.draw();
        let covered = pixels.iter().filter(|&&pixel| pixel == 5).count();
        assert_eq!(covered, 100 * width as usize);
    }
    let mut scene = Scene::new(
        &format!("mov r1, vary\nmov r1, r5\nmov r1, vary\nmov r1, r5\n{UNIFORM}"),
        vec![corner(64.0, 64.0, 0.5, &[]), corner(20.0, 20.0, 0.5, &[])],
    );
    scene.mode = PrimitiveMode::Points;
    scene.uniforms = vec![5];
    scene.state = vec![Packet::PointSize(PointSize {
        size: 8.0,
        ..PointSize::default()
    })];
    let (pixels, _) = scene.draw();
    assert_eq!(pixels.iter().filter(|&&pixel| pixel == 5).count(), 128);
}

/// source: Mesa: points have x and y before their own varyings, from 0 to 1 over the point.
#[test]
fn points_have_coordinates() {
    let mut scene = Scene::new(VARYING, vec![corner(64.0, 64.0, 0.5, &[])]);
    scene.fragment += "\nmov r0, vary\nmov r0, r5";
    scene.mode = PrimitiveMode::Points;
    scene.state = vec![Packet::PointSize(PointSize {
        size: 16.0,
        ..PointSize::default()
    })];
    let (pixels, _) = scene.draw();
    for x in 0..16 {
        let value = f32::from_bits(pixels[(60 * SIDE + 56 + x) as usize]);
        let expected = (x as f32 + 0.5) / 16.0;
        assert!((value - expected).abs() < 1e-3, "{value} {expected}");
    }
}

/// source: the stencil words of Mesa's `vc4_state.c`: one for both faces, replace where it passes; then a second draw
/// where it is equal.
#[test]
fn stencil_masks_a_draw() {
    let at = |x: f32, y: f32| corner(x, y, 0.5, &[]);
    let square = |left: f32, right: f32| {
        [
            at(left, left),
            at(right, left),
            at(right, right),
            at(left, left),
            at(right, right),
            at(left, right),
        ]
    };
    let corners: Vec<Corner> = square(16.0, 64.0)
        .into_iter()
        .chain(square(32.0, 112.0))
        .collect();
    let always = 3 << 30 | 3 << 28 | 2 << 22 | 1 << 19 | 7 << 16 | 1 << 8 | 0xff_u32;
    let mut scene = Scene::new(
        "mov stencil, unif\nmov r0, unif\nnop\nmov tlbz, rb15\nmov tlbc, r0",
        corners,
    );
    scene.configuration.depth = CompareFunction::Always;
    scene.uniforms = vec![always, 3];
    let (pixels, _) = scene.draw();
    assert_eq!(pixels[(100 * SIDE + 100) as usize], 3);
    // Where the first square was, the stencil is 1; a program that wants 0 draws beside it.
    let equal = |reference: u32| 3 << 30 | 3 << 28 | 4 << 22 | 1 << 19 | 2 << 16 | reference << 8 | 0xff;
    scene.uniforms = vec![equal(0), 4];
    scene.clear.stencil = 1;
    let (pixels, _) = scene.draw();
    assert!(pixels.iter().all(|&pixel| pixel == 0));
    scene.clear.stencil = 0;
    let (pixels, _) = scene.draw();
    assert_eq!(pixels[(100 * SIDE + 100) as usize], 4);
}
