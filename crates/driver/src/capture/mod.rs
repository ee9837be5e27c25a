//! Capture of a frame: each draw of it becomes a scene that `quadrille run` draws, with what the framebuffer held before it.
//!
//! Vertices are taken as the vertex stage gets them: the draw is made again with a shader that hands every attribute on to
//! transform feedback, and without rasterization. So any way to draw is captured alike, by arrays of any layout, by Begin and
//! End, or from a list. What a scene cannot hold is said in its first lines.

mod names;
mod picture;
mod program;
mod recorder;
mod state;
#[cfg(test)]
mod tests;
mod texture;
mod vertices;

use std::fmt::Write;

pub(crate) use picture::Picture;
pub(crate) use recorder::Recorder;
pub(crate) use vertices::Recorded;

use crate::context::{Cut, Space};
use crate::gl::{Gl, number};

/// The most draws of a frame that are captured.
const MOST_DRAWS: u32 = 4096;

/// The most pixels of a framebuffer or a texture.
const MOST_PIXELS: u64 = 1 << 26;

/// What numbers are asked of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    /// GetFloatv.
    State,
    /// GetLightfv.
    Light(u32),
    /// GetMaterialfv.
    Material(u32),
    /// GetTexEnvfv of TEXTURE_ENV.
    Environment,
    /// GetTexGenfv.
    Generation(u32),
    /// GetTexParameterfv.
    Texture(u32),
    /// GetTexLevelParameteriv of a level.
    Level(u32, i32),
    /// GetClipPlane.
    ClipPlane,
}

/// A buffer has more bytes than a capture takes of one: so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge(pub(crate) usize);

/// What a capture asks of a driver beside what draws need.
pub(crate) trait Look: Gl {
    /// The numbers of a name; those that there are not stay 0.
    fn numbers(&self, of: Of, name: u32) -> [f32; 16];
    /// ActiveTexture.
    fn set_unit(&self, unit: u32);
    /// GetTexImage as RGBA of 8 bits, of so many pixels.
    fn texels(&self, target: u32, pixels: usize) -> Vec<[u8; 4]>;
    /// ReadPixels from the lower left.
    fn colors(&self, width: u32, height: u32) -> Vec<[u8; 4]>;
    /// ReadPixels of depths, as 32 bits.
    fn depths(&self, width: u32, height: u32) -> Vec<u32>;
    /// Whether the application draws with shaders of its own.
    fn has_shaders(&self) -> bool;
    /// Whether programs of a target are enabled, one that the driver lacks among them.
    fn has_program(&self, target: u32) -> bool;
    /// GetProgramivARB of any target.
    fn asked(&self, target: u32, name: u32) -> i32;
    /// The text of the program that is bound, as it was given.
    fn given(&self, target: u32) -> Vec<u8>;
    /// A parameter of a program, as words.
    fn parameter(&self, space: Space, target: u32, index: u32) -> [u32; 4];
    /// The labels that subroutine parameters hold, by their numbers.
    fn subroutines(&self, target: u32) -> Vec<(u32, String)>;
    /// The content of a program parameter buffer, by the target of these buffers; none where none is bound.
    fn parameter_buffer(&self, target: u32, point: u32) -> Option<Result<Vec<u8>, TooLarge>>;
    /// The part of a storage buffer that is bound.
    fn storage_buffer(&self, point: u32) -> Option<Result<Vec<u8>, TooLarge>>;
    /// What a draw is cut from, so that the driver draws it by another mode.
    fn cut(&self) -> Cut;
    /// Makes a draw again with a vertex shader, and gives what this hands on. State is as before once it is done; `within`
    /// is called while what the draw has changed, as a list may, is still there.
    fn record(&self, draw: &dyn Fn(), recorder: &Recorder, within: &mut dyn FnMut()) -> Recorded;
}

/// Where captured files go.
pub(crate) trait Sink {
    /// Writes a file by its name.
    fn file(&self, name: &str, bytes: &[u8]);
}

/// A frame that is captured.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Its number, the first is 1.
    pub(crate) number: u64,
    draws: u32,
}

impl Frame {
    pub(crate) fn new(number: u64) -> Frame {
        Frame { number, draws: 0 }
    }

    /// A draw: `draw` makes it, as often as it is called. Its number, unless there are too many.
    pub(crate) fn draw(
        &mut self,
        gl: &dyn Look,
        sink: &dyn Sink,
        call: &str,
        draw: &dyn Fn(),
    ) -> Option<u32> {
        if self.draws >= MOST_DRAWS {
            return None;
        }
        self.draws += 1;
        let name = format!("frame-{}-draw-{:04}", self.number, self.draws);
        Scene::new(gl, call, draw).write(sink, &name);
        Some(self.draws)
    }

    /// A dispatch of so many work groups, which is counted among the draws.
    pub(crate) fn dispatch(
        &mut self,
        gl: &dyn Look,
        sink: &dyn Sink,
        call: &str,
        groups: [u32; 3],
    ) -> Option<u32> {
        if self.draws >= MOST_DRAWS {
            return None;
        }
        self.draws += 1;
        let name = format!("frame-{}-dispatch-{:04}", self.number, self.draws);
        Scene::dispatch(gl, call, groups).write(sink, &name);
        Some(self.draws)
    }

    /// The frame ends: its picture, as the driver drew it.
    pub(crate) fn end(&self, gl: &dyn Look, sink: &dyn Sink) {
        if let Some(picture) = seen(gl).and_then(|size| Picture::colors(gl, size)) {
            sink.file(&format!("frame-{}.png", self.number), &picture.png());
        }
    }
}

/// A draw as a scene.
struct Scene {
    title: String,
    size: [u32; 2],
    programs: Vec<(&'static str, Vec<u8>)>,
    vertices: String,
    commands: Vec<String>,
    /// What is missing in it.
    missing: Vec<String>,
    /// Its pictures, by what their names end with.
    pictures: Vec<(String, Picture)>,
    /// Other files, the same.
    files: Vec<(String, Vec<u8>)>,
    /// What is written in the end.
    outputs: Vec<String>,
}

/// The size of the framebuffer, as far as the viewport and the scissor rectangle reach.
fn seen(gl: &dyn Look) -> Option<[u32; 2]> {
    let [x, y, width, height, ..] = gl.numbers(Of::State, number::VIEWPORT);
    let [width, height] = [x + width, y + height].map(|side| side.max(0.0) as u32);
    let fits = u64::from(width) * u64::from(height) <= MOST_PIXELS;
    (width > 0 && height > 0 && fits).then_some([width, height])
}

impl Scene {
    fn empty(gl: &dyn Look, call: &str) -> Scene {
        Scene {
            title: format!("{call}, as {} draws it", gl.text(number::RENDERER)),
            size: [1, 1],
            programs: Vec::new(),
            vertices: String::new(),
            commands: Vec::new(),
            missing: Vec::new(),
            pictures: Vec::new(),
            files: Vec::new(),
            outputs: Vec::new(),
        }
    }

    fn dispatch(gl: &dyn Look, call: &str, [x, y, z]: [u32; 3]) -> Scene {
        let mut scene = Scene::empty(gl, call);
        scene.programs(gl, &program::DISPATCHED);
        scene.textures(gl);
        scene.commands.push(format!("dispatch {x} {y} {z}"));
        scene
    }

    fn new(gl: &dyn Look, call: &str, draw: &dyn Fn()) -> Scene {
        let mut scene = Scene::empty(gl, call);
        let Some(size) = seen(gl) else {
            scene
                .missing
                .push("the framebuffer: the viewport has no pixels, or too many".to_owned());
            return scene;
        };
        scene.size = size;
        scene.programs(gl, &program::DRAWN);
        let matrices = state::matrices(gl);
        scene.textures(gl);
        let vertices = vertices::section(gl, draw);
        // Positions of lights and planes are in eye coordinates, which the modelview matrix of a scene has yet to change.
        let (state, missing) = vertices.state;
        let behind = std::mem::take(&mut scene.commands);
        scene.framebuffer(gl);
        scene
            .commands
            .extend([state, matrices, behind, vertices.commands].concat());
        scene.missing.extend([missing, vertices.missing].concat());
        scene.vertices = vertices.section;
        scene.outputs.push("output NAME-drawn.png".to_owned());
        scene
    }

    /// What is drawn over.
    fn framebuffer(&mut self, gl: &dyn Look) {
        for (suffix, part, picture) in [
            ("-before", "color", Picture::colors(gl, self.size)),
            ("-depth", "depth", Picture::depths(gl, self.size)),
        ] {
            if let Some(picture) = picture {
                self.commands.push(format!("framebuffer {part} NAME{suffix}.png"));
                self.pictures.push((suffix.to_owned(), picture));
            }
        }
    }

    fn textures(&mut self, gl: &dyn Look) {
        let active = gl.integer(number::ACTIVE_TEXTURE);
        for unit in 0..16 {
            gl.set_unit(unit);
            let found = texture::lines(gl, unit);
            self.commands.extend(found.lines);
            self.missing.extend(found.missing);
            self.pictures.extend(found.pictures);
        }
        gl.set_unit(active.cast_unsigned() - number::TEXTURE0);
    }

    fn text(&self, name: &str) -> String {
        let [width, height] = self.size;
        let mut text = format!("{}\n", self.title);
        for missing in &self.missing {
            let _ = writeln!(text, "Not captured: {missing}.");
        }
        let _ = write!(text, "\n[require]\nSIZE {width} {height}\nDIALECT nvidia\n");
        for (section, program) in &self.programs {
            let program = String::from_utf8_lossy(program);
            let _ = write!(
                text,
                "\n[{section}]\n{}\n",
                program.trim_end_matches('\0').trim_end()
            );
        }
        if !self.vertices.is_empty() {
            let _ = write!(text, "\n[vertex data]\n{}", self.vertices);
        }
        text.push_str("\n[test]\n");
        for command in self.commands.iter().chain(&self.outputs) {
            let _ = writeln!(text, "{}", command.replace("NAME", name));
        }
        text
    }

    /// Writes it, with the files that it names.
    fn write(&self, sink: &dyn Sink, name: &str) {
        for (suffix, picture) in &self.pictures {
            sink.file(&format!("{name}{suffix}.png"), &picture.png());
        }
        for (suffix, bytes) in &self.files {
            sink.file(&format!("{name}{suffix}"), bytes);
        }
        sink.file(&format!("{name}.shader_test"), self.text(name).as_bytes());
    }
}

/// Numbers as scenes have them, each exactly.
fn tuple<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    format!("({})", numbers.join(", "))
}

/// The same without parentheses.
fn list(numbers: &[f32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
    numbers.join(" ")
}
