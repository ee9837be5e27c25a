//! Framebuffer objects, and the pixels of the framebuffer.

use std::ffi::c_void;

use super::functions::Gl;
use crate::enumerant::{DEPTH_COMPONENT, FLOAT, RGBA, UNSIGNED_BYTE};

impl Gl {
    /// Makes a framebuffer object and binds it.
    pub(crate) fn new_framebuffer(&self, target: u32) {
        let mut framebuffer = 0;
        // SAFETY: one name is written.
        unsafe { (self.functions.generate_framebuffers)(1, &mut framebuffer) };
        self.bind_framebuffer(target, framebuffer);
    }

    /// Chooses the attachments that the outputs of shaders go to.
    pub(crate) fn set_draw_buffers(&self, attachments: &[u32]) {
        // No framebuffer has more than 32 of them.
        let count = attachments.len().min(32) as i32;
        // SAFETY: `count` numbers are read.
        unsafe { (self.functions.draw_buffers)(count, attachments.as_ptr()) }
    }

    /// The framebuffer: rows from the bottom, four bytes a pixel.
    pub fn pixels(&self, width: u32, height: u32) -> Vec<[u8; 4]> {
        let mut pixels = vec![[0; 4]; width as usize * height as usize];
        // SAFETY: four bytes a pixel are written, rows are whole words as PACK_ALIGNMENT asks.
        unsafe { self.read(width, height, RGBA, UNSIGNED_BYTE, pixels.as_mut_ptr().cast()) };
        pixels
    }

    /// The framebuffer: rows from the bottom, the bits of four floats a pixel.
    pub(crate) fn words(&self, width: u32, height: u32) -> Vec<[u32; 4]> {
        let mut words = vec![[0; 4]; width as usize * height as usize];
        // SAFETY: four words a pixel are written.
        unsafe { self.read(width, height, RGBA, FLOAT, words.as_mut_ptr().cast()) };
        words
    }

    /// The depth buffer: rows from the bottom, 0 to 1.
    pub fn depths(&self, width: u32, height: u32) -> Vec<f32> {
        let mut depths = vec![0.0_f32; width as usize * height as usize];
        // SAFETY: one number a pixel is written, which is a word.
        unsafe { self.read(width, height, DEPTH_COMPONENT, FLOAT, depths.as_mut_ptr().cast()) };
        depths
    }

    /// Reads the framebuffer.
    ///
    /// # Safety
    /// `to` has room for `width` by `height` pixels of this format and type.
    unsafe fn read(&self, width: u32, height: u32, format: u32, kind: u32, to: *mut c_void) {
        // SAFETY: the caller says that there is room.
        unsafe { (self.functions.read_pixels)(0, 0, width as i32, height as i32, format, kind, to) }
    }
}
