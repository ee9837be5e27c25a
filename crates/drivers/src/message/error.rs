//! Why a driver's process does not do what it is asked.

use std::ffi::{CString, NulError};

use quadrille_opengl::{GlError, MeasureError, OpenError};
use quadrille_vulkan as vulkan;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Why a driver's process does not do what it is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum ServeError {
    /// OpenGL does not open.
    #[error(transparent)]
    OpenGl(
        #[serde(with = "OpenGl")]
        #[from]
        OpenError,
    ),
    /// Vulkan does not open.
    #[error(transparent)]
    Vulkan(
        #[serde(with = "Vulkan")]
        #[from]
        vulkan::OpenError,
    ),
    /// OpenGL is not handed a program.
    #[error(transparent)]
    Program(
        #[serde(with = "Gl")]
        #[from]
        GlError,
    ),
    /// A program is not run for rows of operands.
    #[error(transparent)]
    Measure(
        #[serde(with = "Measure")]
        #[from]
        MeasureError,
    ),
    /// The process has other tables than the one that asks.
    #[error("the driver's process does not know this engine")]
    UnknownEngine,
    /// It was not asked to open one.
    #[error("no driver is open")]
    NotOpen,
}

impl ServeError {
    /// Whether the machine has no such driver.
    pub fn is_absent(&self) -> bool {
        match self {
            ServeError::OpenGl(error) => matches!(error, OpenError::Absent),
            ServeError::Vulkan(error) => {
                matches!(error, vulkan::OpenError::Absent(_) | vulkan::OpenError::NoDevice)
            }
            ServeError::Program(_)
            | ServeError::Measure(_)
            | ServeError::UnknownEngine
            | ServeError::NotOpen => false,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OpenError")]
enum OpenGl {
    Absent,
    Failed(String),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "vulkan::OpenError")]
enum Vulkan {
    Absent(String),
    NoDevice,
    TooOld,
    Failed(String),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MeasureError")]
enum Measure {
    Rows(usize),
    FloatFramebuffer,
    Rejected(String),
    Gl(#[serde(with = "Gl")] GlError),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GlError")]
enum Gl {
    ProgramLength,
    ShaderLength,
    Compile(String),
    Extension(String),
    Link(String),
    Name(#[serde(serialize_with = "write_name", deserialize_with = "read_name")] NulError),
    BufferSize,
    TextureSize,
    Bytes { bytes: usize, size: [u32; 3] },
    Numbers { numbers: usize, sizes: Vec<u32> },
    Dimensions,
    Vertices(u64),
    VertexCount,
    InstanceCount,
    Answer(u32),
}

/// The bytes of a name with a zero among them, which are the error.
fn write_name<S: Serializer>(name: &NulError, serializer: S) -> Result<S::Ok, S::Error> {
    name.clone().into_vec().serialize(serializer)
}

fn read_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NulError, D::Error> {
    let name: Vec<u8> = Deserialize::deserialize(deserializer)?;
    match CString::new(name) {
        Ok(_) => Err(D::Error::custom("a name without a zero byte is no error")),
        Err(error) => Ok(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_comes_back_as_it_went() {
        let name = CString::new("a\0b").expect_err("it has a zero byte");
        for error in [
            ServeError::from(OpenError::Absent),
            OpenError::Failed("no context".to_owned()).into(),
            vulkan::OpenError::TooOld.into(),
            GlError::Name(name).into(),
            GlError::Bytes {
                bytes: 3,
                size: [1, 2, 3],
            }
            .into(),
            MeasureError::Gl(GlError::Answer(0x502)).into(),
            MeasureError::Rows(0).into(),
            ServeError::NotOpen,
        ] {
            let bytes = postcard::to_stdvec(&error).expect("it is written");
            let back: ServeError = postcard::from_bytes(&bytes).expect("it is read");
            assert_eq!(back, error);
        }
    }
}
