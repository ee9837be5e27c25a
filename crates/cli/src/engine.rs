//! Engines by name: those of the library, and the drivers of the machine.

use std::sync::Arc;

use quadrille::scene::{Report, SceneOptions};
use quadrille::translate::Emulation;
use quadrille::{Device, Differences, Session, run_scene, translate};
use quadrille_opengl::OpenGl;
use quadrille_vulkan::Vulkan;

/// What draws scenes.
pub(crate) struct Engine {
    session: Session,
    driver: Driver,
}

enum Driver {
    /// None: the library's own pipeline.
    None,
    /// OpenGL, that takes the assembly itself.
    OpenGl,
    /// Vulkan or OpenGL, with translated programs.
    Device(Arc<dyn Device>),
}

impl Engine {
    /// The engine of a name; of `gl:TARGET` for OpenGL with translated programs.
    pub(crate) fn of_name(name: &str) -> Result<Engine, String> {
        let own = Session::new().engine(name);
        let (session, driver) = match (own, name.strip_prefix("gl")) {
            (Some(session), _) => (session, Driver::None),
            (None, None) if name == "vulkan" => {
                let device = Vulkan::open().map_err(|error| error.to_string())?;
                (Session::new(), Driver::Device(Arc::new(device)))
            }
            (None, Some("")) => (Session::new(), Driver::OpenGl),
            (None, Some(target)) if target.starts_with(':') => {
                let target = &target[1..];
                let glsl = translate::TARGETS
                    .iter()
                    .filter(|row| row.name.starts_with("glsl"));
                let options = glsl
                    .clone()
                    .find(|row| row.name == target)
                    .map(|row| translate::Options {
                        allow: vec![
                            Emulation::RectAs2d,
                            Emulation::OneAsTwo,
                            Emulation::OffsetsBySize,
                            Emulation::ClipVertex,
                            Emulation::InterpolateByDerivatives,
                            Emulation::ClipByDiscard,
                            Emulation::LongAttributesAsWords,
                            Emulation::BuffersAsArrays,
                            Emulation::NoPerspectiveByW,
                        ],
                        ..translate::Options::new(row.target)
                    })
                    .ok_or_else(|| {
                        let names: Vec<&str> = glsl.map(|row| row.name).collect();
                        format!("OpenGL does not take `{target}`; it takes {}", names.join(", "))
                    })?;
                let device = OpenGl::open(options).map_err(|error| error.to_string())?;
                (Session::new(), Driver::Device(Arc::new(device)))
            }
            (None, _) => {
                return Err(format!(
                    "there is no engine `{name}`; there are: {}, vulkan, gl, gl:TARGET",
                    Session::engines().join(", ")
                ));
            }
        };
        Ok(Engine { session, driver })
    }

    /// The engine with another beside it that its programs are measured against; `None` where one of them is a
    /// driver, whose programs nobody sees running.
    pub(crate) fn compared_with(self, name: &str) -> (Engine, Option<Arc<Differences>>) {
        if self.is_driver() {
            return (self, None);
        }
        match self.session.clone().compared_with(name) {
            Some((session, differences)) => (Engine { session, ..self }, Some(differences)),
            None => (self, None),
        }
    }

    /// Settings under which its programs are loaded.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Whether programs run on the machine's own driver.
    pub(crate) fn is_driver(&self) -> bool {
        !matches!(self.driver, Driver::None)
    }

    /// Runs a scene. The error is that of the driver, whatever the scene.
    pub(crate) fn run(&self, name: &str, text: &str, options: &SceneOptions<'_>) -> Result<Report, String> {
        match &self.driver {
            Driver::None => Ok(run_scene(name, text, options)),
            Driver::Device(device) => {
                let options = SceneOptions {
                    device: Some(device.clone()),
                    ..*options
                };
                Ok(run_scene(name, text, &options))
            }
            Driver::OpenGl => {
                quadrille_opengl::run_scene(name, text, options).map_err(|error| error.to_string())
            }
        }
    }
}
