//! What a program requires of the driver: for its translation a version of GLSL and extensions, and the extensions that
//! attributes and matrices which it reads come with. A program is refused as it is loaded where
//! the driver lacks them, as one is that names an option which is not supported.

use quadrille_isa::gl::binding::Matrix;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{ParameterSource, Program};

use crate::gl::{Gl, number};

/// What a shader requires.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Requires {
    /// As `#version` has it.
    version: u32,
    extensions: Vec<String>,
}

impl Requires {
    /// What a shader says in its first lines.
    pub(super) fn of_shader(text: &str) -> Requires {
        let mut requires = Requires::default();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.last()) {
                (Some("#version"), Some(version), _) => requires.version = version.parse().unwrap_or(0),
                (Some("#extension"), Some(extension), Some("require")) => {
                    requires.extensions.push(extension.to_owned());
                }
                _ => {}
            }
        }
        requires
    }

    /// And what its program reads that comes with an extension (ARB_vertex_program 2.14.1 and 2.14.2).
    pub(super) fn add_bindings(&mut self, program: &Program) {
        // In the languages with registers, the weight is an attribute like others.
        if program.profile().variables == Variables::Registers {
            return;
        }
        let attributes = program.attributes().iter().map(|one| one.binding);
        let parameters = program.parameters().iter().filter_map(|one| match one.source {
            ParameterSource::Binding(binding) => Some(binding),
            ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
        });
        for name in attributes.chain(parameters).filter_map(extension) {
            if !self.extensions.iter().any(|own| own == name) {
                self.extensions.push(name.to_owned());
            }
        }
    }

    /// What the driver lacks.
    pub(super) fn missing(&self, gl: &dyn Gl) -> Option<String> {
        // GLSL 3.30, which every driver has here, is the version of OpenGL 3.3, and so on.
        if self.version > 330 && version(&gl.text(number::VERSION)) < self.version {
            return Some(format!("GLSL {}.{}", self.version / 100, self.version % 100));
        }
        let own = match self.extensions.is_empty() {
            true => String::new(),
            false => gl.text(number::EXTENSIONS),
        };
        let mut missing = self.extensions.iter();
        missing
            .find(|name| !own.split(' ').any(|one| one == *name))
            .cloned()
    }
}

/// The extension that a binding comes with.
fn extension(binding: Binding) -> Option<&'static str> {
    const BLEND: Option<&str> = Some("GL_ARB_vertex_blend");
    const PALETTE: Option<&str> = Some("GL_ARB_matrix_palette");
    match binding.matrix().map(|row| row.matrix) {
        Some(Matrix::Palette(_)) => PALETTE,
        Some(Matrix::Modelview(0)) => None,
        Some(Matrix::Modelview(_)) => BLEND,
        Some(Matrix::Projection | Matrix::Mvp | Matrix::Texture(_) | Matrix::Program(_)) => None,
        None if binding.family == Family::VertexWeight => BLEND,
        None if binding.family == Family::VertexMatrixindex => PALETTE,
        None => None,
    }
}

/// The version of GLSL of a version of OpenGL above 3.2.
fn version(text: &str) -> u32 {
    let mut parts = text.split(['.', ' ']).map_while(|part| part.parse::<u32>().ok());
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    100 * major + 10 * minor
}

#[cfg(test)]
mod tests {
    use super::{Requires, version};

    #[test]
    fn a_shader_says_what_it_requires() {
        let text = "#version 450 compatibility\n#extension GL_ARB_bindless_texture : require\n\
            #extension GL_ARB_shader_texture_lod : enable\nvoid main() {}\n";
        let wanted = Requires {
            version: 450,
            extensions: vec!["GL_ARB_bindless_texture".to_owned()],
        };
        assert_eq!(Requires::of_shader(text), wanted);
        assert_eq!(version("4.5 (Compatibility Profile) Mesa 22.3.6"), 450);
        assert_eq!(version("OpenGL ES 3.2"), 0);
    }
}
