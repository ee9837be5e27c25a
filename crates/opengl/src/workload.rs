//! A draw that the driver repeats, so that it can be timed: programs in assembly, vertices and a texture that stay in
//! its memory, and a framebuffer object of one colour format, 24 bits of depth and 8 of stencil.

use quadrille_pipeline::state::Context;
use quadrille_pipeline::{ColorFormat, Topology};

use crate::device::{color_layout, fragment_operations};
use crate::enumerant::{
    CLAMP_TO_EDGE, COLOR_ATTACHMENT0, COLOR_BUFFER_BIT, COMPARE_R_TO_TEXTURE, CULL_FACE, DEPTH_BUFFER_BIT,
    DEPTH_COMPONENT24, DEPTH_STENCIL_ATTACHMENT, DITHER, FRAMEBUFFER, FRAMEBUFFER_COMPLETE, LEQUAL, LINEAR,
    LINEAR_MIPMAP_LINEAR, NEAREST, REPEAT, RGBA8, STENCIL_BUFFER_BIT, TEXTURE_2D, TEXTURE_COMPARE_FUNC,
    TEXTURE_COMPARE_MODE, TEXTURE_CUBE_MAP, TEXTURE_CUBE_MAP_POSITIVE_X, TEXTURE_MAG_FILTER,
    TEXTURE_MIN_FILTER, TEXTURE_WRAP_S, TEXTURE_WRAP_T, TEXTURE0,
};
use crate::error::WorkloadError;
use crate::gl::{Gl, Layout, StoredArray, StoredVertices, Texels};
use crate::state_value;
use crate::target::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};

/// The texture of a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkloadTexture {
    /// Two-dimensional; it repeats and is filtered linearly.
    Bilinear,
    /// The same with mipmaps, filtered between them.
    Trilinear,
    /// Six equal faces, clamped to their edges and filtered linearly.
    Cube,
    /// Depths of 24 bits that repeat, compared with LEQUAL and not filtered.
    Shadow,
}

/// A draw to repeat.
pub struct Workload<'a> {
    /// Width and height of the framebuffer in pixels.
    pub size: [u32; 2],
    /// The format of its colours.
    pub format: ColorFormat,
    /// An `!!ARBvp1.0` program.
    pub vertex: &'a str,
    /// An `!!ARBfp1.0` program.
    pub fragment: &'a str,
    /// How vertices make primitives.
    pub topology: Topology,
    /// The generic attributes: number, components (1 to 4), and the values of all vertices.
    pub arrays: &'a [(u32, u32, &'a [f32])],
    /// The texture of unit 0, if there is one: its kind, its width and height, and RGBA8 texels from the lower left; of
    /// depths the first component counts.
    pub texture: Option<(WorkloadTexture, u32, &'a [u8])>,
    /// Culling and the per-fragment operations; all else of it is left alone.
    pub context: &'a Context,
}

/// A workload in the driver's memory.
pub struct StoredWorkload {
    size: [u32; 2],
    mode: u32,
    vertices: StoredVertices,
}

impl Gl {
    /// Hands a workload over, in a framebuffer that is cleared to 0 and depth 1.
    ///
    /// # Errors
    ///
    /// The driver refuses a program or the framebuffer, or arrays are of different lengths.
    pub fn store(&self, workload: &Workload<'_>) -> Result<StoredWorkload, WorkloadError> {
        let [width, height] = workload.size;
        self.target(width, height, workload.format)?;
        self.load(VERTEX_PROGRAM, workload.vertex)?;
        self.load(FRAGMENT_PROGRAM, workload.fragment)?;
        if let Some((kind, size, texels)) = workload.texture {
            self.active_texture(TEXTURE0);
            self.workload_texture(kind, size, texels)?;
        }
        self.disable(DITHER);
        // Front faces turn counter-clockwise and back faces are culled, or none.
        if workload.context.polygon.cull == [false, true] {
            self.enable(CULL_FACE);
        } else {
            self.disable(CULL_FACE);
        }
        fragment_operations(self, workload.context, true, true);
        let arrays = workload
            .arrays
            .iter()
            .map(|(location, components, values)| StoredArray {
                location: *location,
                components: *components,
                values,
            });
        let mode = state_value::primitive(workload.topology);
        Ok(StoredWorkload {
            size: workload.size,
            mode,
            vertices: self.store_vertices(&arrays.collect::<Vec<_>>())?,
        })
    }

    /// Draws a workload so many times. The driver has finished each where `finished`, and all at the end.
    pub fn repeat(&self, workload: &StoredWorkload, times: u32, finished: bool) {
        for _ in 0..times {
            self.draw_stored(workload.mode, &workload.vertices);
            if finished {
                self.finish();
            }
        }
        self.finish();
    }

    /// Puts another program in the place of a stage's own, and enables it: of the vertex stage, or of fragments.
    ///
    /// # Errors
    ///
    /// The driver refuses it.
    pub fn replace_program(&self, of_vertices: bool, text: &str) -> Result<(), WorkloadError> {
        let target = if of_vertices {
            VERTEX_PROGRAM
        } else {
            FRAGMENT_PROGRAM
        };
        Ok(self.load(target, text)?)
    }

    /// Clears the framebuffer of a workload, and waits for it.
    pub fn clear_stored(&self) {
        self.clear_color(0.0, 0.0, 0.0, 0.0);
        self.clear_depth(1.0);
        self.clear(COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT);
        self.finish();
    }

    /// The colours of a workload's framebuffer, rows from the bottom.
    pub fn stored_pixels(&self, workload: &StoredWorkload) -> Vec<[f32; 4]> {
        let [width, height] = workload.size;
        let words = self.words(width, height);
        words.into_iter().map(|pixel| pixel.map(f32::from_bits)).collect()
    }

    fn workload_texture(&self, kind: WorkloadTexture, size: u32, texels: &[u8]) -> Result<(), WorkloadError> {
        let colors = Texels::Bytes(texels);
        let (target, reduced, enlarged, wrap) = match kind {
            WorkloadTexture::Bilinear => (TEXTURE_2D, LINEAR, LINEAR, REPEAT),
            WorkloadTexture::Trilinear => (TEXTURE_2D, LINEAR_MIPMAP_LINEAR, LINEAR, REPEAT),
            WorkloadTexture::Cube => (TEXTURE_CUBE_MAP, LINEAR, LINEAR, CLAMP_TO_EDGE),
            WorkloadTexture::Shadow => (TEXTURE_2D, NEAREST, NEAREST, REPEAT),
        };
        self.new_texture(target);
        match kind {
            WorkloadTexture::Bilinear => self.image(target, 0, RGBA8, &[size, size], &colors)?,
            WorkloadTexture::Trilinear => {
                self.image(target, 0, RGBA8, &[size, size], &colors)?;
                self.generate_mipmap(target);
            }
            WorkloadTexture::Cube => {
                for face in 0..6 {
                    let face = TEXTURE_CUBE_MAP_POSITIVE_X + face;
                    self.image(face, 0, RGBA8, &[size, size], &colors)?;
                }
            }
            WorkloadTexture::Shadow => {
                let depths: Vec<f32> = texels
                    .chunks(4)
                    .map(|texel| f32::from(texel[0]) / 255.0)
                    .collect();
                self.image(
                    target,
                    0,
                    DEPTH_COMPONENT24,
                    &[size, size],
                    &Texels::Depths(&depths),
                )?;
                self.texture_parameter_name(target, TEXTURE_COMPARE_MODE, COMPARE_R_TO_TEXTURE);
                self.texture_parameter_name(target, TEXTURE_COMPARE_FUNC, LEQUAL);
            }
        }
        self.texture_parameter_name(target, TEXTURE_MIN_FILTER, reduced);
        self.texture_parameter_name(target, TEXTURE_MAG_FILTER, enlarged);
        self.texture_parameter_name(target, TEXTURE_WRAP_S, wrap);
        self.texture_parameter_name(target, TEXTURE_WRAP_T, wrap);
        Ok(())
    }

    fn target(&self, width: u32, height: u32, format: ColorFormat) -> Result<(), WorkloadError> {
        self.new_framebuffer(FRAMEBUFFER);
        let color = color_layout(format).map_err(|_| WorkloadError::Framebuffer)?;
        for (attachment, layout) in [
            (COLOR_ATTACHMENT0, color),
            (DEPTH_STENCIL_ATTACHMENT, Layout::DEPTH24_STENCIL8),
        ] {
            let texture = self.new_texture(TEXTURE_2D);
            let bytes = vec![0; layout.bytes() * width as usize * height as usize];
            self.define(TEXTURE_2D, 0, 2, [width, height, 1], layout, &bytes)?;
            self.framebuffer_texture(FRAMEBUFFER, attachment, TEXTURE_2D, texture, 0);
        }
        if self.framebuffer_status(FRAMEBUFFER) != FRAMEBUFFER_COMPLETE {
            return Err(WorkloadError::Framebuffer);
        }
        self.bind_texture(TEXTURE_2D, 0);
        self.viewport(0, 0, width as i32, height as i32);
        self.clear_stored();
        Ok(())
    }
}
