//! Why a scene is skipped.

use quadrille_pipeline::DeviceError;

use super::require::Unmet;

/// Why a scene is skipped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Skip {
    /// Something that it requires is not here.
    #[error(transparent)]
    Unmet(#[from] Unmet),
    /// The device that draws in place of the pipeline refuses the scene, or one of its commands.
    #[error("{}{error}", place(*.line))]
    Device {
        /// The line of the command.
        line: Option<u32>,
        /// Why.
        error: DeviceError,
    },
}

fn place(line: Option<u32>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}
