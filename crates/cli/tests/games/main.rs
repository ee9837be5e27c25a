//! Programs in the style of games (`corpus/games`) on the machine's own OpenGL: as they are, as plain ARB programs and as
//! GLSL of the compatibility profile.

mod compatible;
mod plain;
mod reports;
mod scene;
