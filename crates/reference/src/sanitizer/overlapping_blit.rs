//! # overlapping-blit
//!
//! A blit reads from an image and writes into it, and the rectangles have pixels in common: what is written there is
//! undefined. Here all pixels are read before one is written.
//!
//! It takes a framebuffer to show, so that its examples are scenes: `spec/gl-hazards.md`.

quadrille_base::rule!(
    OVERLAPPING_BLIT,
    "overlapping-blit",
    Warning,
    "a blit reads pixels of an image that it writes",
    ["EXT_framebuffer_blit 4.3.2", "OpenGL 4.6, 18.3"],
    "overlapping_blit.rs"
);
