//! A library between programs and the OpenGL driver of the machine: a vendor library for libglvnd, whose libEGL and libGLX
//! load it as they load a driver, and on Windows the opengl32.dll beside a program. Calls that concern no programs go to the
//! driver; a program in assembly that the driver refuses is translated, and drawn with in its place.

mod capture;
mod context;
mod entry;
mod files;
mod gl;
#[cfg(not(windows))]
mod vendor;
