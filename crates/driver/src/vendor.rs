//! The driver of the machine: which vendor's libraries stand behind this one.

/// The environment variable that names the vendor, as in `libEGL_VENDOR.so.0`.
pub(crate) const VARIABLE: &str = "QUADRILLE_VENDOR";

/// The vendor where the variable does not name one: Mesa, which every distribution has.
const DEFAULT: &str = "mesa";

/// The name by which libglvnd knows this library. It must not load itself.
const OWN: &str = "quadrille";

/// A window system's interface to a driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interface {
    Egl,
    Glx,
}

/// The file name of a vendor's library, given what the variable says; nothing for a name that is none of a vendor's.
pub(crate) fn library(interface: Interface, named: Option<&str>) -> Option<String> {
    let vendor = named.filter(|name| !name.is_empty()).unwrap_or(DEFAULT);
    let is_name = vendor
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    if !is_name || vendor == OWN {
        return None;
    }
    Some(match interface {
        Interface::Egl => format!("libEGL_{vendor}.so.0"),
        Interface::Glx => format!("libGLX_{vendor}.so.0"),
    })
}

#[cfg(test)]
mod tests {
    use super::{Interface, library};

    #[test]
    fn the_vendor_has_the_names_that_libglvnd_looks_for() {
        // source: libglvnd, libGLX's search for `libGLX_<vendor>.so.0`, and the same for EGL by the files of Mesa and NVIDIA.
        let egl = |named| library(Interface::Egl, named);
        assert_eq!(egl(None).as_deref(), Some("libEGL_mesa.so.0"));
        assert_eq!(egl(Some("")).as_deref(), Some("libEGL_mesa.so.0"));
        assert_eq!(
            library(Interface::Glx, Some("nvidia")).as_deref(),
            Some("libGLX_nvidia.so.0")
        );
    }

    #[test]
    fn it_loads_neither_itself_nor_a_path() {
        assert_eq!(library(Interface::Egl, Some("quadrille")), None);
        assert_eq!(library(Interface::Glx, Some("../other")), None);
    }
}
