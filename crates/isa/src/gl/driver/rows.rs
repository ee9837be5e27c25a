//! The table of drivers.

use super::{Difference, DriverRow, Extensions, RefusedForm, Sourced};
use crate::gl::limit::Limits;

macro_rules! drivers {
    ($($(#[doc = $doc:literal])* $id:ident $name:literal {
        extensions: $extensions:expr, by $extensions_source:expr;
        limits: $limits:expr, by $limits_source:expr;
        $(native: $native:expr, by $native_source:expr;)?
        $(refuses: $($form:ident)*, by $form_source:expr;)?
        $(differs: $($difference:ident)*, by $difference_source:expr;)?
    })*) => {
        /// A driver, or a family of drivers that take the same programs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Driver {
            $($(#[doc = $doc])* $id,)*
        }

        /// All drivers, in the order of [`Driver`].
        pub static DRIVERS: &[DriverRow] = &[$(DriverRow {
            driver: Driver::$id,
            name: $name,
            title: concat!($($doc),*).trim_ascii(),
            extensions: Sourced { fact: $extensions, source: $extensions_source },
            limits: Sourced { fact: $limits, source: $limits_source },
            native: drivers!(@native $($native, $native_source)?),
            refused: &[$($(Sourced { fact: RefusedForm::$form, source: $form_source }),*)?],
            differences: &[$($(Sourced { fact: Difference::$difference, source: $difference_source }),*)?],
        }),*];
    };
    (@native) => { None };
    (@native $native:expr, $source:expr) => { Some(Sourced { fact: $native, source: $source }) };
}

/// What every driver of today takes, beside the two languages themselves.
const ARB: &[&str] = &[
    "ARB_vertex_program",
    "ARB_fragment_program",
    "ARB_fragment_program_shadow",
    "ARB_draw_buffers",
    "ATI_draw_buffers",
    "ARB_fragment_coord_conventions",
];

const LLVMPIPE: &str = "Mesa 22.3.6, llvmpipe: what ProgramStringARB answers to each form";

/// The native limits of Radeon 9500 to X600; what is not known of them is what every implementation has.
///
/// Mesa 7.6: `r300InitConstValues` in r300_context.c, and radeon_code.h for fragment programs.
pub const R300: Limits = Limits {
    vertex_instructions: 255,
    vertex_temporaries: 32,
    vertex_parameters: 256,
    fragment_instructions: 96,
    fragment_alu_instructions: 64,
    fragment_texture_instructions: 32,
    fragment_texture_indirections: 4,
    fragment_temporaries: 32,
    fragment_parameters: 32,
    texture_coordinates: 8,
    texture_image_units: 16,
    ..Limits::MINIMUM
};

/// The native limits of Intel's 915 to Pineview, whose vertex programs run in software.
///
/// Mesa 7.8: I915_MAX_ALU_INSN and its like in i915_context.h, and `i915CreateContext` in i915_context.c.
const I915: Limits = Limits {
    fragment_instructions: 96,
    fragment_alu_instructions: 64,
    fragment_texture_instructions: 32,
    fragment_texture_indirections: 4,
    fragment_temporaries: 16,
    fragment_parameters: 32,
    fragment_attributes: 11,
    ..Limits::DESKTOP
};

/// No value of the driver is known: that of a desktop driver stands for it.
const UNKNOWN_LIMITS: &str = "not known; those of another desktop driver, Mesa's llvmpipe";

drivers! {
    /// Mesa's drivers of today, its software rasterizer among them
    Mesa "mesa" {
        extensions: Extensions::Only(ARB),
            by "Mesa 22.3.6, llvmpipe: glGetString(GL_EXTENSIONS), and ProgramStringARB of each header and option; \
                `_mesa_ARBvp_parse_option` and `_mesa_ARBfp_parse_option` of Mesa's program_parse_extra.c, which have had \
                no option of NVIDIA's since NV_fragment_program_option was taken out";
        limits: Limits::DESKTOP, by "Mesa 22.3.6, llvmpipe: glGetProgramivARB; the native limits are the same";
        refuses: ByteOrderMark SpaceAfterDot LineAfterDot CarriageReturnComment TargetAsName VertexWeight OtherModelview MatrixPalette
            OffsetBeyond4096, by LLVMPIPE;
        differs: GenericAttributesApart CommentGoesOn,
            by "Mesa's `gl_vert_attrib` has generic attributes behind the conventional ones, each with a place of its own, \
                which was not measured; where comments end, by what llvmpipe says to programs with and without what they take";
    }
    /// Mesa's driver of 2009 for Radeon 9500 to X600
    MesaR300 "mesa-r300" {
        extensions: Extensions::Only(&[
            "ARB_vertex_program", "ARB_fragment_program", "ARB_draw_buffers", "ATI_draw_buffers", "NV_vertex_program",
        ]),
            by "r300_context.c (`card_extensions`) of Mesa's classic driver, about version 7.6; draw buffers by the comment in program_parse_extra.c that \
                all of Mesa's drivers have them";
        limits: Limits::DESKTOP, by UNKNOWN_LIMITS;
        native: R300, by "Mesa 7.6, `r300InitConstValues` in r300_context.c, and radeon_code.h for fragment programs";
    }
    /// Mesa's driver of 2010 for Intel 915 to Pineview
    MesaI915 "mesa-i915" {
        extensions: Extensions::Only(&[
            "ARB_vertex_program",
            "ARB_fragment_program",
            "ARB_draw_buffers",
            "ATI_draw_buffers",
            "NV_vertex_program",
            "NV_vertex_program1_1",
        ]),
            by "intel_extensions.c (`card_extensions`, `i915_extensions`) of Mesa's classic driver, about version 7.8; draw \
                buffers by the comment in program_parse_extra.c that all of Mesa's drivers have them";
        limits: Limits::DESKTOP, by UNKNOWN_LIMITS;
        native: I915, by "Mesa 7.8, I915_MAX_ALU_INSN and its like in i915_context.h, `i915CreateContext` in i915_context.c";
    }
    /// AMD's drivers for Windows, from the Radeon HD series on
    AmdWindows "amd-windows" {
        extensions: Extensions::Only(ARB),
            by "extension strings in public reports: Radeon HD 6700, driver 4.2.11566 (phrohdoh/OpenRA, issue 59); \
                Radeon RX 570, driver 4.6.13558 (rust-windowing/glutin, issue 1219); ATI_draw_buffers by the list of \
                AMD's driver for Linux (NixOS/nixpkgs, pull request 11817); these are excerpts, and that there are no \
                others is assumed";
        limits: Limits::DESKTOP, by UNKNOWN_LIMITS;
    }
    /// Intel's drivers for Windows, HD Graphics and later
    IntelWindows "intel-windows" {
        extensions: Extensions::Only(&[
            "ARB_vertex_program",
            "ARB_fragment_program",
            "ARB_fragment_program_shadow",
            "ARB_draw_buffers",
            "ARB_fragment_coord_conventions",
        ]),
            by "extension strings of HD Graphics 630, driver 21.20.16.4664 (public listing); of the 4 series, driver \
                8.15.10.1883 (libretro/RetroArch, issue 4839); these are excerpts, and that there are no others is assumed";
        limits: Limits::DESKTOP, by UNKNOWN_LIMITS;
    }
    /// NVIDIA's driver for Windows and Linux, all generations of languages
    Nvidia "nvidia" {
        extensions: Extensions::AllBut(&["ATI_text_fragment_shader", "MESAX_texture_stack"]),
            by "extension strings in public reports: openscad/openscad, issue 1092 (NV_vertex_program to \
                NV_gpu_program5); yshui/picom, issue 132, and i-rinat/freshplayerplugin, issue 367 (the extensions after)";
        limits: Limits::FERMI, by "what NVIDIA's driver for a GeForce 400 is known to report (the limits `fermi`)";
    }
    /// Apple's OpenGL on renderers of AMD, Intel and Apple
    Apple "apple" {
        extensions: Extensions::Only(&[
            "ARB_vertex_program", "ARB_fragment_program", "ARB_fragment_program_shadow", "ARB_draw_buffers",
        ]),
            by "Apple, OpenGL Extensions Guide, Mac OS X 10.5: the extensions of all renderers";
        limits: Limits::DESKTOP, by UNKNOWN_LIMITS;
    }
    /// Apple's OpenGL on GeForce renderers
    AppleNvidia "apple-nvidia" {
        extensions: Extensions::Only(&[
            "ARB_vertex_program",
            "ARB_fragment_program",
            "ARB_fragment_program_shadow",
            "ARB_draw_buffers",
            "NV_fragment_program_option",
            "NV_fragment_program2",
            "NV_vertex_program2_option",
            "NV_vertex_program3",
        ]),
            by "extension string of a GeForce under Mac OS X (kashimAstro/ofxFurry, issue 1)";
        limits: Limits::DESKTOP, by UNKNOWN_LIMITS;
    }
}
