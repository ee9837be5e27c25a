//! # feedback-loop
//!
//! A draw writes to a level of a texture from which its programs, or fixed function, can take texels at the same time: what
//! is drawn is undefined, and so are the texels. Here the texture is read as it was before the draw. A level can be read if it
//! is the base level, or with a minification filter that uses mipmaps one of those that belong to it; drawing into any other
//! is how levels are made from each other, and no loop. The same goes for programs that load or store texels of the level by an
//! image unit: nothing orders these and the fragments of one draw.
//!
//! It takes a framebuffer to show, so that its examples are scenes: `spec/gl-hazards.md`.

quadrille_base::rule!(
    FEEDBACK_LOOP,
    "feedback-loop",
    Warning,
    "a texture is read by the draw that writes to it",
    [
        "ARB_framebuffer_object 4.4.3",
        "OpenGL 4.6, 9.3.1",
        "NV_gpu_program5 4.4.3"
    ],
    "feedback_loop.rs"
);
