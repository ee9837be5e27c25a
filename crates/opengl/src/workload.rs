//! A draw that the driver repeats, so that it can be timed: programs in assembly, vertices and a texture that stay in
//! its memory, and a framebuffer object of RGBA8, 24 bits of depth and 8 of stencil.

use quadrille_pipeline::Topology;
use quadrille_pipeline::state::Context;

use crate::device::fragment_operations;
use crate::enumerant::{
    COLOR_ATTACHMENT0, COLOR_BUFFER_BIT, CULL_FACE, DEPTH_BUFFER_BIT, DEPTH_STENCIL_ATTACHMENT, DITHER,
    FRAMEBUFFER, FRAMEBUFFER_COMPLETE, LINEAR, LINEAR_MIPMAP_LINEAR, REPEAT, RGBA8, TEXTURE_2D,
    TEXTURE_MAG_FILTER, TEXTURE_MIN_FILTER, TEXTURE_WRAP_S, TEXTURE_WRAP_T, TEXTURE0,
};
use crate::error::WorkloadError;
use crate::gl::{Gl, Layout, StoredArray, StoredVertices, Texels};
use crate::state_value;
use crate::target::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};

/// A draw to repeat.
pub struct Workload<'a> {
    /// Width and height of the framebuffer in pixels.
    pub size: [u32; 2],
    /// An `!!ARBvp1.0` program.
    pub vertex: &'a str,
    /// An `!!ARBfp1.0` program.
    pub fragment: &'a str,
    /// How vertices make primitives.
    pub topology: Topology,
    /// The generic attributes: number, components (1 to 4), and the values of all vertices.
    pub arrays: &'a [(u32, u32, &'a [f32])],
    /// The texture of unit 0, if there is one: its width and height, RGBA8 texels from the lower left, and whether it
    /// has mipmaps. It repeats, and is filtered linearly.
    pub texture: Option<(u32, &'a [u8], bool)>,
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
        self.target(width, height)?;
        self.load(VERTEX_PROGRAM, workload.vertex)?;
        self.load(FRAGMENT_PROGRAM, workload.fragment)?;
        if let Some((size, texels, has_mipmaps)) = workload.texture {
            self.active_texture(TEXTURE0);
            self.new_texture(TEXTURE_2D);
            self.image(TEXTURE_2D, 0, RGBA8, &[size, size], &Texels::Bytes(texels))?;
            if has_mipmaps {
                self.generate_mipmap(TEXTURE_2D);
            }
            let reduced = if has_mipmaps { LINEAR_MIPMAP_LINEAR } else { LINEAR };
            self.texture_parameter_name(TEXTURE_2D, TEXTURE_MIN_FILTER, reduced);
            self.texture_parameter_name(TEXTURE_2D, TEXTURE_MAG_FILTER, LINEAR);
            self.texture_parameter_name(TEXTURE_2D, TEXTURE_WRAP_S, REPEAT);
            self.texture_parameter_name(TEXTURE_2D, TEXTURE_WRAP_T, REPEAT);
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
        let mode = state_value::primitive(workload.topology).ok_or(WorkloadError::Topology)?;
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
        self.clear(COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT);
        self.finish();
    }

    /// The colours of a workload's framebuffer, rows from the bottom.
    pub fn stored_pixels(&self, workload: &StoredWorkload) -> Vec<[u8; 4]> {
        let [width, height] = workload.size;
        self.pixels(width, height)
    }

    fn target(&self, width: u32, height: u32) -> Result<(), WorkloadError> {
        self.new_framebuffer(FRAMEBUFFER);
        let bytes = vec![0; 4 * width as usize * height as usize];
        for (attachment, layout) in [
            (COLOR_ATTACHMENT0, Layout::RGBA8),
            (DEPTH_STENCIL_ATTACHMENT, Layout::DEPTH24_STENCIL8),
        ] {
            let texture = self.new_texture(TEXTURE_2D);
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
