//! # non-resident-handle
//!
//! A texture or image is named by 64 bits that are the handle of none, or of one that is not resident. The result is
//! undefined, and the program may be terminated; here a lookup gives what an incomplete texture gives, a load 0, and a
//! store does nothing. (`quadrille eval` has one texture with a handle, 0x100010000.)
//!
//! ```text finding
//! !!NVfp5.0
//! OPTION NV_bindless_texture;
//! LONG TEMP handle;
//! PK64.U handle.x, {0x10001, 1, 0, 0};
//! TEX result.color, fragment.texcoord[0], handle(handle.x), 2D;
//! END
//! ```
//!
//! ```text clean
//! !!NVfp5.0
//! OPTION NV_bindless_texture;
//! LONG TEMP handle;
//! PK64.U handle.x, {0x10000, 1, 0, 0};
//! TEX result.color, fragment.texcoord[0], handle(handle.x), 2D;
//! END
//! ```
//!
//! The same of images; the first that has a handle has 0x200000000.
//!
//! ```text finding
//! !!NVcp5.0
//! OPTION NV_bindless_texture;
//! GROUP_SIZE 4;
//! LONG TEMP handle;
//! TEMP value;
//! PK64.U handle.x, {1, 2, 0, 0};
//! LOADIM.U32 value.x, invocation.localid, handle(handle.x), 2D;
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! OPTION NV_bindless_texture;
//! GROUP_SIZE 4;
//! LONG TEMP handle;
//! TEMP value;
//! PK64.U handle.x, {0, 2, 0, 0};
//! LOADIM.U32 value.x, invocation.localid, handle(handle.x), 2D;
//! END
//! ```

quadrille_base::rule!(
    NON_RESIDENT_HANDLE,
    "non-resident-handle",
    Warning,
    "a handle belongs to no resident texture or image",
    ["NV_bindless_texture 2.X.4.4, 3.9.X", "ARB_bindless_texture 8.25"],
    "non_resident_handle.rs"
);
