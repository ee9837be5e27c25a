//! The results of the driver's arithmetic: a program run once for each row of operands, its results as bits.
//!
//! A row is a pixel of a framebuffer of floats. Fragment programs find their operands in textures, vertex programs in
//! their attributes.

use crate::enumerant::{
    COLOR_ATTACHMENT0, DEPTH_ATTACHMENT, DEPTH24_STENCIL8, FRAMEBUFFER, FRAMEBUFFER_COMPLETE, NEAREST,
    POINTS, QUADS, RGBA32F, STENCIL_ATTACHMENT, TEXTURE_2D, TEXTURE_MAG_FILTER, TEXTURE_MIN_FILTER, TEXTURE0,
};
use crate::error::MeasureError;
use crate::gl::{Gl, Texels};
use crate::target::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};

/// Up to three vectors of a row, as bits.
pub type Operands = [[u32; 4]; 3];

/// The most rows at once: a framebuffer and a texture are so wide on every driver.
const ROWS: usize = 2048;

const HAND_ON: &str = "!!ARBfp1.0\nMOV result.color, fragment.texcoord[1];\nEND\n";

impl Gl {
    /// The values that a fragment program writes into `result.color` for each row. Operand n of its row is the texel of
    /// the 2D texture n at `fragment.texcoord[0]`.
    ///
    /// # Errors
    ///
    /// The driver refuses the program, or has no framebuffers of floats.
    pub fn map_fragments(&self, text: &str, rows: &[Operands]) -> Result<Vec<[u32; 4]>, MeasureError> {
        let width = self.begin_measuring(rows.len())?;
        for operand in 0..3 {
            self.active_texture(TEXTURE0 + operand as u32);
            let numbers = rows.iter().flat_map(|row| row[operand].map(f32::from_bits));
            self.texels(width, 1, &numbers.collect::<Vec<f32>>())?;
        }
        self.load(FRAGMENT_PROGRAM, text)?;
        self.disable(VERTEX_PROGRAM);
        self.begin(QUADS);
        for [x, y] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
            self.texture_coordinate(TEXTURE0, x, y, 0.0, 1.0);
            self.vertex(2.0 * x - 1.0, 2.0 * y - 1.0, 0.0, 1.0);
        }
        self.end();
        Ok(self.words(width, 1))
    }

    /// The values that a vertex program writes into `result.texcoord[1]` for each row. Operand n of its row is
    /// `vertex.attrib[n + 1]`; its position has to be `vertex.position`.
    ///
    /// # Errors
    ///
    /// As [`Gl::map_fragments`].
    pub fn map_vertices(&self, text: &str, rows: &[Operands]) -> Result<Vec<[u32; 4]>, MeasureError> {
        let width = self.begin_measuring(rows.len())?;
        self.load(FRAGMENT_PROGRAM, HAND_ON)?;
        self.load(VERTEX_PROGRAM, text)?;
        self.begin(POINTS);
        for (at, row) in rows.iter().enumerate() {
            for (operand, words) in row.iter().enumerate() {
                let [x, y, z, w] = words.map(f32::from_bits);
                self.vertex_attribute(operand as u32 + 1, x, y, z, w);
            }
            let x = (2 * at + 1) as f32 / width as f32 - 1.0;
            self.vertex(x, 0.0, 0.0, 1.0);
        }
        self.end();
        Ok(self.words(width, 1))
    }

    /// A framebuffer of floats, a row of pixels.
    fn begin_measuring(&self, rows: usize) -> Result<u32, MeasureError> {
        if rows == 0 || rows > ROWS {
            return Err(MeasureError::Rows(rows));
        }
        self.float_framebuffer(rows as u32, 1)?;
        Ok(rows as u32)
    }

    /// Draws into a framebuffer of floats from here on, with depth and stencil. Fragment colours and pixels that are
    /// read are clamped for fixed-point buffers only, as a context begins (ARB_color_buffer_float); vertex colours are.
    pub(crate) fn float_framebuffer(&self, width: u32, height: u32) -> Result<(), MeasureError> {
        self.active_texture(TEXTURE0);
        let pixels = width as usize * height as usize;
        let colors = self.texels(width, height, &vec![0.0; 4 * pixels])?;
        let depths = self.new_texture(TEXTURE_2D);
        let ones = vec![1.0; pixels];
        let texels = Texels::Depths(&ones);
        self.image(TEXTURE_2D, 0, DEPTH24_STENCIL8, &[width, height], &texels)?;
        self.new_framebuffer(FRAMEBUFFER);
        for (attachment, texture) in [
            (COLOR_ATTACHMENT0, colors),
            (DEPTH_ATTACHMENT, depths),
            (STENCIL_ATTACHMENT, depths),
        ] {
            self.framebuffer_texture(FRAMEBUFFER, attachment, TEXTURE_2D, texture, 0);
        }
        if self.framebuffer_status(FRAMEBUFFER) != FRAMEBUFFER_COMPLETE {
            return Err(MeasureError::FloatFramebuffer);
        }
        // No texture of the scene's own is bound, as in a framebuffer that the context came with.
        self.bind_texture(TEXTURE_2D, 0);
        self.viewport(0, 0, width as i32, height as i32);
        Ok(())
    }

    /// A texture, as numbers; gives its name.
    fn texels(&self, width: u32, height: u32, numbers: &[f32]) -> Result<u32, MeasureError> {
        let texture = self.new_texture(TEXTURE_2D);
        self.image(TEXTURE_2D, 0, RGBA32F, &[width, height], &Texels::Colors(numbers))?;
        self.texture_parameter_name(TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST);
        self.texture_parameter_name(TEXTURE_2D, TEXTURE_MAG_FILTER, NEAREST);
        Ok(texture)
    }

    pub(crate) fn load(&self, target: u32, text: &str) -> Result<(), MeasureError> {
        let answer = self.program(target, text.as_bytes())?;
        if !answer.accepted {
            return Err(MeasureError::Rejected(answer.string.trim().to_owned()));
        }
        self.enable(target);
        Ok(())
    }
}
