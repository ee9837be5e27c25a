//! Tile lists and memory: growth, overspill, clipping, hostile lists.

use quadrille_vc4::frame::{FrameFindingKind, FrameLimits, FrameRequest, ListRange, render};
use quadrille_vc4::list::Packet;
use quadrille_vc4::list::packet::{Branch, ClearColors, NvShaderState, TileBinningMode};

use super::draw::{SIDE, Scene, UNIFORM, corner};
use super::image::{BIN, RENDER, binning, frame, image, list, pixels, rendering, run};

/// Small squares in rows, too many for first blocks.
fn many(count: u32) -> Scene {
    let corners = (0..count).flat_map(|n| {
        let (x, y) = ((n % 32) as f32 * 4.0, (n / 32 % 32) as f32 * 4.0);
        let at = move |dx: f32, dy: f32| corner(x + dx, y + dy, 0.5, &[]);
        [at(0.0, 0.0), at(3.0, 0.0), at(3.0, 3.0)]
    });
    let mut scene = Scene::new(UNIFORM, corners.collect());
    scene.uniforms = vec![9];
    scene
}

/// Lists grow over blocks of the pool, whatever their size, and the picture stays.
#[test]
fn blocks_of_any_size_give_the_same_picture() {
    let mut first = None;
    for block in 0..4 {
        let (mut image, mut bin, rendering) = many(1024).build();
        let Packet::TileBinningMode(mode) = &mut bin[0] else {
            panic!("a mode")
        };
        mode.block = block;
        let outcome = run(&mut image, &bin, &rendering, 1);
        assert_eq!(outcome.findings, []);
        assert_eq!(outcome.counters.entries, 1024);
        let pixels = pixels(&mut image, &outcome).1;
        assert_eq!(pixels.iter().filter(|&&pixel| pixel == 9).count(), 1024 * 6);
        assert!(*first.get_or_insert_with(|| pixels.clone()) == pixels);
    }
}

/// Tile memory that is used up goes on in the overspill block, then in memory of the machine's own, which is said.
#[test]
fn tile_memory_spills_over() {
    let draw = |overspill, own| {
        let (mut image, mut bin, rendering) = many(1024).build();
        let Packet::TileBinningMode(mode) = &mut bin[0] else {
            panic!("a mode")
        };
        mode.size = 512;
        let (bin, rendering) = (list(&bin), list(&rendering));
        image.load(BIN, &bin).unwrap();
        image.load(RENDER, &rendering).unwrap();
        let range = |start: u32, bytes: &[u8]| {
            Some(ListRange {
                start,
                end: Some(start + bytes.len() as u32),
            })
        };
        let request = FrameRequest {
            bin: range(BIN, &bin),
            render: range(RENDER, &rendering),
            overspill,
            limits: FrameLimits {
                overspill: own,
                ..FrameLimits::default()
            },
            ..FrameRequest::default()
        };
        let outcome = render(&mut image.memory(), &request);
        let kinds: Vec<_> = outcome.findings.iter().map(|finding| finding.kind).collect();
        let drawn = pixels(&mut image, &outcome)
            .1
            .iter()
            .filter(|&&pixel| pixel == 9)
            .count();
        (kinds, drawn)
    };
    assert_eq!(draw(Some((0x20_0000, 0x1_0000)), 0), (vec![], 6144));
    assert_eq!(draw(None, 1 << 20), (vec![FrameFindingKind::Overspill], 6144));
    let (kinds, drawn) = draw(None, 0);
    assert_eq!(kinds, [FrameFindingKind::OutOfTileMemory]);
    assert!(drawn < 6144);
}

/// source: OpenGL ES 2.0, section 2.13: the part of a triangle between the near and the far plane is drawn. Each pixel's
/// place in the plane of the triangle is computed from clip coordinates alone.
#[test]
fn a_triangle_through_the_near_plane_is_clipped() {
    let clip = [
        [-0.8, -0.8, 0.0, 1.0],
        [0.9, -0.5, 0.2, 1.0],
        [0.1, 1.4, -1.6, 0.5f32],
    ];
    let corners = clip.map(|[x, y, z, w]| {
        let mut made = corner(x / w * 64.0, y / w * 64.0, z / w * 0.5 + 0.5, &[]);
        made.w = w;
        made
    });
    let mut scene = Scene::new(UNIFORM, corners.to_vec());
    scene.uniforms = vec![9];
    scene.clip = Some(clip.to_vec());
    scene.state = vec![Packet::ViewportOffset(
        quadrille_vc4::list::packet::ViewportOffset {
            x: 64 * 16,
            y: 64 * 16,
            ..Default::default()
        },
    )];
    let (pixels, outcome) = scene.draw();
    assert!(outcome.counters.entries > 0);
    let determinant = |m: [[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let mut wrong = 0;
    let mut covered = 0;
    for (n, pixel) in (0u32..).zip(pixels) {
        let (x, y) = (
            (f64::from(n % SIDE) + 0.5 - 64.0) / 64.0,
            (f64::from(n / SIDE) + 0.5 - 64.0) / 64.0,
        );
        // Weights b with sum(b * (X, Y, W)) = (x, y, 1) up to a factor: Cramer's rule.
        let columns = clip.map(|[x, y, _, w]| [f64::from(x), f64::from(y), f64::from(w)]);
        let whole = determinant(columns);
        let weight = |k: usize| {
            let mut replaced = columns;
            replaced[k] = [x, y, 1.0];
            determinant(replaced) / whole
        };
        let weights = [weight(0), weight(1), weight(2)];
        let z: f64 = (0..3).map(|k| weights[k] * f64::from(clip[k][2])).sum();
        let inside = weights.iter().all(|&weight| weight >= 0.0) && (-1.0..=1.0).contains(&z);
        covered += u32::from(inside);
        wrong += u32::from(inside != (pixel == 9));
    }
    assert!(covered > 1500, "{covered}");
    assert!(wrong < 30, "{wrong} of {covered}");
}

/// Lists without end, without memory, with packets of nobody: findings, and an end.
#[test]
fn hostile_lists_end() {
    let limited = |image: &mut quadrille_vc4::machine::Image, bytes: &[u8]| {
        image.load(RENDER, bytes).unwrap();
        let request = FrameRequest {
            render: Some(ListRange {
                start: RENDER,
                end: None,
            }),
            limits: FrameLimits {
                packets: 1000,
                ..FrameLimits::default()
            },
            ..FrameRequest::default()
        };
        render(&mut image.memory(), &request).findings[0].kind
    };
    let around = Packet::Branch(Branch {
        address: RENDER,
        ..Branch::default()
    });
    assert_eq!(
        limited(&mut image(), &around.encode()),
        FrameFindingKind::TooManyPackets
    );
    let away = Packet::Branch(Branch {
        address: 0x3000_0000,
        ..Branch::default()
    });
    assert_eq!(
        limited(&mut image(), &away.encode()),
        FrameFindingKind::ListOutside
    );
    assert_eq!(limited(&mut image(), &[200]), FrameFindingKind::UnknownPacket);
    // A compressed list of branches to itself.
    assert_eq!(
        limited(&mut image(), &[48, 130, 0, 0]),
        FrameFindingKind::TooManyPackets
    );
}

/// A record where there is no memory, and a draw without one.
#[test]
fn records_are_looked_for() {
    let draw = Packet::ArrayPrimitives(quadrille_vc4::list::packet::ArrayPrimitives {
        mode: quadrille_vc4::list::PrimitiveMode::Triangles,
        count: 3,
        ..Default::default()
    });
    let away = Packet::NvShaderState(NvShaderState {
        address: 0x3000_0000,
        ..NvShaderState::default()
    });
    for (state, kind) in [
        (None, FrameFindingKind::NoShader),
        (Some(away), FrameFindingKind::RecordOutside),
    ] {
        let mode = TileBinningMode {
            width: 2,
            height: 2,
            ..TileBinningMode::default()
        };
        let mut bin = binning(mode, 128, 128);
        bin.push(Packet::IncrementSemaphore);
        bin.extend(state);
        bin.extend([draw, Packet::Flush]);
        let rendering = rendering(frame(128, 128), ClearColors::default(), 2, 2);
        let outcome = run(&mut image(), &bin, &rendering, 1);
        let kinds: Vec<_> = outcome.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!((kinds, outcome.end_of_frame), (vec![kind], true));
    }
}
