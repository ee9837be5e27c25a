//! Draws of the GL mode as tests make them: vertices that programs pass on, and a fragment program.

use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::frame::FrameOutcome;
use quadrille_vc4::list::packet::{
    ArrayPrimitives, ClearColors, ClipperXyScale, ClipperZ, ConfigurationBits, GlShaderState, TileBinningMode,
};
use quadrille_vc4::list::record::{Attribute, FragmentPart, GlRecord, VertexPart};
use quadrille_vc4::list::{Packet, PrimitiveMode};
use quadrille_vc4::machine::Image;

use super::image::{CODE, RECORD, UNIFORMS, VERTICES, binning, frame, image, pixels, rendering, run};

/// A vertex: where it is in sixteenths of a pixel, Z, W, and varyings as bits.
#[derive(Clone, Debug)]
pub(super) struct Corner {
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) z: f32,
    pub(super) w: f32,
    pub(super) varyings: Vec<u32>,
}

/// A vertex at a place in pixels, with W = 1.
pub(super) fn corner(x: f32, y: f32, z: f32, varyings: &[u32]) -> Corner {
    Corner {
        x: (x * 16.0) as i16,
        y: (y * 16.0) as i16,
        z,
        w: 1.0,
        varyings: varyings.to_vec(),
    }
}

/// A frame of 128 by 128 pixels with draws of one fragment program.
pub(super) struct Scene {
    pub(super) fragment: String,
    pub(super) corners: Vec<Corner>,
    pub(super) mode: PrimitiveMode,
    pub(super) configuration: ConfigurationBits,
    /// Packets before the draw.
    pub(super) state: Vec<Packet>,
    pub(super) clear: ClearColors,
    pub(super) multisample: bool,
    pub(super) uniforms: Vec<u32>,
    /// Clip coordinates, if they are not those of what lies inside.
    pub(super) clip: Option<Vec<[f32; 4]>>,
}

/// The frame's width and height.
pub(super) const SIDE: u32 = 128;

impl Scene {
    pub(super) fn new(fragment: &str, corners: Vec<Corner>) -> Scene {
        Scene {
            fragment: fragment.to_owned(),
            corners,
            mode: PrimitiveMode::Triangles,
            configuration: ConfigurationBits {
                front: true,
                back: true,
                ..ConfigurationBits::default()
            },
            state: Vec::new(),
            clear: ClearColors::default(),
            multisample: false,
            uniforms: vec![0],
            clip: None,
        }
    }

    /// The image and both lists.
    pub(super) fn build(&self) -> (Image, Vec<Packet>, Vec<Packet>) {
        let mut image = image();
        let varyings = self.corners[0].varyings.len();
        let copy = |from: usize, to: usize| {
            let mut text = format!(
                "mov vr_setup, vpm_setup({from}, 1, h32(0))\nmov vw_setup, vpm_setup(0, 1, h32(0))\nnop\nnop\n"
            );
            for n in 0..from {
                // What the program does not write it still has to read.
                text += if n < to { "mov vpm, vpm\n" } else { "mov -, vpm\n" };
            }
            text + "nop\nnop ; nop ; thrend\nnop\nnop\n"
        };
        let code = [
            copy(7, 7),
            copy(3 + varyings, 3 + varyings),
            format!("{}\nnop ; nop ; thrend\nnop\nnop\n", self.fragment),
        ];
        for (n, text) in (0..).zip(&code) {
            let assembly = assemble("shader", text, &Options::default(), &mut NoIncludes);
            assert_eq!(assembly.diagnostics, [], "{text}");
            let bytes: Vec<u8> = assembly
                .words
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect();
            image.load(CODE + 0x400 * n, &bytes).unwrap();
        }
        let stride = 4 * (7 + varyings);
        let mut bytes = Vec::new();
        for (n, corner) in self.corners.iter().enumerate() {
            let inside = [0.0, 0.0, 0.0, 1.0];
            let clip = self.clip.as_ref().map_or(inside, |clip| clip[n]);
            bytes.extend(clip.iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend(corner.x.to_le_bytes());
            bytes.extend(corner.y.to_le_bytes());
            bytes.extend(corner.z.to_le_bytes());
            bytes.extend((1.0 / corner.w).to_le_bytes());
            bytes.extend(corner.varyings.iter().flat_map(|value| value.to_le_bytes()));
        }
        image.load(VERTICES, &bytes).unwrap();
        for (n, &word) in (0..).zip(&self.uniforms) {
            image.poke(UNIFORMS + 4 * n, word).unwrap();
        }
        let attribute = |offset: usize, words: usize| Attribute {
            address: VERTICES + 4 * offset as u32,
            size_less_1: (4 * words - 1) as u8,
            stride: stride as u8,
            ..Attribute::default()
        };
        let part = |n: u32| VertexPart {
            arrays: 1 << n,
            size: 28,
            code: CODE + 0x400 * n,
            uniforms: UNIFORMS,
            ..VertexPart::default()
        };
        let record = GlRecord {
            fragment: FragmentPart {
                single_threaded: true,
                clip: true,
                varyings: varyings as u8,
                code: CODE + 0x800,
                uniforms: UNIFORMS,
                ..FragmentPart::default()
            },
            coordinate: part(0),
            vertex: part(1),
            attributes: vec![attribute(0, 7), attribute(4, 3 + varyings)],
            strides: Vec::new(),
        };
        image.load(RECORD, &record.encode()).unwrap();
        let tiles = (SIDE / if self.multisample { 32 } else { 64 }) as u8;
        let mode = TileBinningMode {
            width: tiles,
            height: tiles,
            multisample: self.multisample,
            ..TileBinningMode::default()
        };
        let mut bin = binning(mode, SIDE as u16, SIDE as u16);
        bin.extend([
            Packet::IncrementSemaphore,
            Packet::ConfigurationBits(self.configuration),
            Packet::ClipperXyScale(ClipperXyScale {
                half_width: 1024.0,
                half_height: 1024.0,
                ..ClipperXyScale::default()
            }),
            Packet::ClipperZ(ClipperZ {
                scale: 0.5,
                offset: 0.5,
                ..ClipperZ::default()
            }),
            Packet::GlShaderState(GlShaderState {
                address: RECORD,
                arrays: 2,
                ..GlShaderState::default()
            }),
        ]);
        bin.extend(&self.state);
        bin.extend([
            Packet::ArrayPrimitives(ArrayPrimitives {
                mode: self.mode,
                count: self.corners.len() as u32,
                ..ArrayPrimitives::default()
            }),
            Packet::Flush,
        ]);
        let mut mode = frame(SIDE as u16, SIDE as u16);
        mode.multisample = self.multisample;
        (image, bin, rendering(mode, self.clear, tiles, tiles))
    }

    /// The pixels, the same on one thread and on three, without findings.
    pub(super) fn draw(&self) -> (Vec<u32>, FrameOutcome) {
        let [once, threaded] = [1, 3].map(|threads| {
            let (mut image, bin, rendering) = self.build();
            let outcome = run(&mut image, &bin, &rendering, threads);
            assert_eq!(outcome.findings, []);
            assert_eq!(outcome.program_findings, []);
            (pixels(&mut image, &outcome).1, outcome)
        });
        assert!(once == threaded, "threads change nothing");
        once
    }
}

/// The bits of floats.
pub(super) fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// A fragment program that writes a varying as it is.
pub(super) const VARYING: &str = "nop ; fmul r0, ra15, vary\nfadd r0, r0, r5\nnop\nmov tlbc, r0";
/// A fragment program with a depth test that writes a flat varying's bits.
pub(super) const FLAT_WITH_DEPTH: &str = "mov r0, vary\nmov r1, r5\nnop\nmov tlbz, rb15\nmov tlbc, r1";
/// A fragment program that writes a uniform.
pub(super) const UNIFORM: &str = "mov r0, unif\nnop\nnop\nmov tlbc, r0";
