//! The results of the fixed-function vertex stage that are read.

use quadrille_program::{Layout, Program};

use crate::binding::{FragmentInput, Varying, VertexResult, fragment_input, vertex_result};
use crate::inter_stage::varying_layout::FOG_OPTIONS;
use crate::state::TEXTURE_COORDINATES;

/// The results that the stage behind the vertex stage reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Primary and secondary colour.
    pub colors: [bool; 2],
    /// Texture coordinates.
    pub texture_coordinates: [bool; TEXTURE_COORDINATES],
    /// Fog coordinate.
    pub fog: bool,
}

impl Needs {
    /// The results that a fragment, tessellation or geometry program reads.
    pub fn of(reader: &Program) -> Needs {
        let mut needs = Needs::default();
        for variable in reader.attributes() {
            let result = variable.binding.passed().and_then(vertex_result);
            match (fragment_input(variable.binding), result) {
                (Some(FragmentInput::Color { secondary }), _)
                | (_, Some(VertexResult::Color { secondary, .. })) => {
                    needs.colors[usize::from(secondary)] = true;
                }
                (Some(FragmentInput::Varying(varying)), _) | (_, Some(VertexResult::Varying(varying))) => {
                    needs.vary(varying);
                }
                _ => {}
            }
        }
        if let Layout::Geometry(layout) = reader.layout() {
            for copied in &layout.passthrough {
                match vertex_result(copied.binding) {
                    Some(VertexResult::Color { secondary, .. }) => {
                        needs.colors[usize::from(secondary)] = true;
                    }
                    Some(VertexResult::Varying(varying)) => needs.vary(varying),
                    _ => {}
                }
            }
        }
        let options = reader.features().options;
        needs.fog |= FOG_OPTIONS.iter().any(|option| options.contains(*option));
        needs
    }

    fn vary(&mut self, varying: Varying) {
        match varying {
            Varying::FogCoordinate => self.fog = true,
            Varying::TextureCoordinate(unit) => {
                if let Some(needed) = self.texture_coordinates.get_mut(unit as usize) {
                    *needed = true;
                }
            }
            // Distances come from the clip planes, and of generic attributes it gives none.
            Varying::Generic(_) | Varying::ClipDistance(_) => {}
        }
    }
}
