//! Engines by name: those of the library, and the drivers of the machine.

use std::sync::Arc;

use quadrille::scene::{Report, SceneOptions};
use quadrille::{Device, Differences, Session, run_scene, translate};
use quadrille_vulkan::Vulkan;

/// What draws scenes.
pub(crate) struct Engine {
    session: Session,
    driver: Driver,
}

enum Driver {
    /// None: the library's own pipeline.
    None,
    /// OpenGL, that takes the assembly itself, or what it is translated to.
    OpenGl(Option<translate::Options>),
    /// Vulkan, with translated programs.
    Vulkan(Arc<dyn Device>),
}

impl Engine {
    /// The engine of a name; of `gl:TARGET` for OpenGL with translated programs.
    pub(crate) fn of_name(name: &str) -> Result<Engine, String> {
        let own = Session::new().engine(name);
        let (session, driver) = match (own, name.strip_prefix("gl")) {
            (Some(session), _) => (session, Driver::None),
            (None, None) if name == "vulkan" => {
                let device = Vulkan::open().map_err(|error| error.to_string())?;
                (Session::new(), Driver::Vulkan(Arc::new(device)))
            }
            (None, Some("")) => (Session::new(), Driver::OpenGl(None)),
            (None, Some(target)) if target.starts_with(':') => {
                let target = &target[1..];
                let glsl = translate::TARGETS
                    .iter()
                    .filter(|row| row.name.starts_with("glsl"));
                let options = glsl
                    .clone()
                    .find(|row| row.name == target)
                    .map(|row| translate::Options {
                        allow: vec![translate::Emulation::OffsetsBySize],
                        ..translate::Options::new(row.target)
                    })
                    .ok_or_else(|| {
                        let names: Vec<&str> = glsl.map(|row| row.name).collect();
                        format!("OpenGL does not take `{target}`; it takes {}", names.join(", "))
                    })?;
                (Session::new(), Driver::OpenGl(Some(options)))
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
            Driver::Vulkan(device) => {
                let options = SceneOptions {
                    device: Some(device.clone()),
                    ..*options
                };
                Ok(run_scene(name, text, &options))
            }
            Driver::OpenGl(translation) => {
                quadrille_opengl::run_scene(name, text, options, translation.as_ref())
                    .map_err(|error| error.to_string())
            }
        }
    }
}
