//! A vendor library for libglvnd: libEGL and libGLX load it as they load a driver, and it loads the driver of the
//! machine and has that answer in its place. Calls of OpenGL go from libglvnd to that driver without a hop.
//!
//! Nothing here translates or draws: this is the place from which a driver can be watched and its entry points replaced.

mod capture;
mod context;
mod entry;
mod files;
mod gl;
mod vendor;
