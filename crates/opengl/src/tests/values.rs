//! Every value that the driver is handed is the registry's for its name.

use std::collections::BTreeMap;

use quadrille_isa::gl::texture::{self, ObjectTarget};
use quadrille_pipeline::Topology;
use quadrille_pipeline::state::Faces;
use quadrille_scene::{
    BlendParameter, CombineParameter, Command, EnvironmentParameter, FogParameter, GenerationParameter,
    StateCommand,
};
use quadrille_texture::{CompareFunction, MagnificationFilter, MinificationFilter, Wrap};
use quadrille_translate::IMAGE_FORMATS;

use crate::enumerant::{self, ENUMERANTS, UNNAMED};
use crate::gl::Layout;
use crate::{state_value, target};

/// The registry's value of a name.
fn registry(name: &str) -> u32 {
    let text = include_str!("../../../../oracle/drivers/opengl.txt");
    let rows = text.lines().filter_map(|line| line.split_once(" 0x"));
    let values: BTreeMap<&str, &str> = rows.collect();
    let value = values
        .get(name)
        .unwrap_or_else(|| panic!("{name} is not in the oracle"));
    u32::from_str_radix(value, 16).expect("a hexadecimal number")
}

#[test]
fn enumerants_have_the_values_of_the_registry() {
    for (name, value) in ENUMERANTS.iter().chain(UNNAMED) {
        assert_eq!(*value, registry(name), "{name}");
    }
    for row in target::TARGETS {
        let name = if row.header.contains("vp") {
            "VERTEX_PROGRAM_ARB"
        } else {
            "FRAGMENT_PROGRAM_ARB"
        };
        assert_eq!(row.number, registry(name), "{}", row.header);
    }
    for row in texture::OBJECT_TARGETS {
        // This one has its extension's name only.
        let suffix = if row.target == ObjectTarget::Renderbuffer {
            "_NV"
        } else {
            ""
        };
        let name = format!("{}{suffix}", row.name);
        assert_eq!(row.enumerant, registry(&name), "{name}");
    }
}

/// source: docs/scenes.md: names are GL's, with or without `GL_`, in either case
#[test]
fn names_of_scenes_are_found_in_every_form() {
    for name in ["GL_DEPTH_TEST", "depth_test", "DEPTH_TEST"] {
        assert_eq!(enumerant::value(name), Ok(registry("DEPTH_TEST")), "{name}");
    }
    // A vendor's suffix is left out where the registry has the name without it, and found where only that is there.
    assert_eq!(
        enumerant::value("MIRROR_CLAMP_TO_EDGE_EXT"),
        Ok(registry("MIRROR_CLAMP_TO_EDGE"))
    );
    assert_eq!(enumerant::value("MIRROR_CLAMP"), Ok(registry("MIRROR_CLAMP_EXT")));
    assert!(enumerant::value("SOMETIMES").is_err());
}

/// The state command of a line.
fn command(line: &str) -> StateCommand {
    let scene = quadrille_scene::read(&format!("[test]\n{line}\n"))
        .unwrap_or_else(|error| panic!("{line}: {error:?}"));
    match &scene.statements[0].command {
        Command::State(command) => *command,
        other => panic!("{line}: {other:?}"),
    }
}

/// Looks at every name of a set: `line` with it for @, and the value that the driver gets.
fn check(names: &str, line: &str, value: impl Fn(StateCommand) -> Option<u32>) {
    for name in names.split_whitespace() {
        let line = line.replace('@', name);
        assert_eq!(value(command(&line)), Some(registry(name)), "{line}");
    }
}

/// source: the names of OpenGL 2.1, sections 4.1.5 (comparisons and stencil operations), 4.1.8 (blending) and 4.1.10
/// (logical operations), which scenes take
#[test]
fn fragment_operations() {
    check(
        "NEVER ALWAYS LESS LEQUAL EQUAL GEQUAL GREATER NOTEQUAL",
        "depthfunc @",
        |command| match command {
            StateCommand::DepthFunc(function) => Some(state_value::compare(function)),
            _ => None,
        },
    );
    check(
        "KEEP ZERO REPLACE INCR DECR INVERT INCR_WRAP DECR_WRAP",
        "stencilop FRONT keep keep @",
        |command| match command {
            StateCommand::StencilOp { pass, .. } => Some(state_value::stencil_operation(pass)),
            _ => None,
        },
    );
    let factors = "ZERO ONE SRC_COLOR ONE_MINUS_SRC_COLOR DST_COLOR ONE_MINUS_DST_COLOR SRC_ALPHA \
        ONE_MINUS_SRC_ALPHA DST_ALPHA ONE_MINUS_DST_ALPHA CONSTANT_COLOR ONE_MINUS_CONSTANT_COLOR CONSTANT_ALPHA \
        ONE_MINUS_CONSTANT_ALPHA SRC_ALPHA_SATURATE SRC1_COLOR ONE_MINUS_SRC1_COLOR SRC1_ALPHA ONE_MINUS_SRC1_ALPHA";
    check(factors, "blend func @ ZERO", |command| match command {
        StateCommand::Blend {
            parameter: BlendParameter::Func { source, .. },
            ..
        } => Some(state_value::blend_factor(source[0])),
        _ => None,
    });
    let equations = "FUNC_ADD FUNC_SUBTRACT FUNC_REVERSE_SUBTRACT MIN MAX";
    check(equations, "blend equation @", |command| match command {
        StateCommand::Blend {
            parameter: BlendParameter::Equation(equation),
            ..
        } => Some(state_value::blend_equation(equation[0])),
        _ => None,
    });
    let operations = "CLEAR AND AND_REVERSE COPY AND_INVERTED NOOP XOR OR NOR EQUIV INVERT OR_REVERSE \
        COPY_INVERTED OR_INVERTED NAND SET";
    check(operations, "logicop @", |command| match command {
        StateCommand::LogicOp(operation) => Some(state_value::logic_operation(operation)),
        _ => None,
    });
}

/// source: the names of OpenGL 2.1, sections 2.14.1, 2.14.3, 3.3 to 3.5 and 3.10, which scenes take
#[test]
fn faces_polygons_fog_and_materials() {
    check(
        "FRONT BACK FRONT_AND_BACK",
        "cullface @",
        |command| match command {
            StateCommand::CullFace(faces) => Some(state_value::faces(faces)),
            _ => None,
        },
    );
    check("CW CCW", "frontface @", |command| match command {
        StateCommand::FrontFace { clockwise } => Some(state_value::winding(clockwise)),
        _ => None,
    });
    check("POINT LINE FILL", "polygonmode BACK @", |command| match command {
        StateCommand::PolygonMode(Faces::Back, mode) => Some(state_value::polygon_mode(mode)),
        _ => None,
    });
    let materials = "AMBIENT DIFFUSE AMBIENT_AND_DIFFUSE SPECULAR EMISSION";
    check(materials, "colormaterial FRONT @", |command| match command {
        StateCommand::ColorMaterial(Faces::Front, mode) => Some(state_value::color_material(mode)),
        _ => None,
    });
    check("LINEAR EXP EXP2", "fog mode @", |command| match command {
        StateCommand::Fog(FogParameter::Mode(mode)) => Some(state_value::fog_mode(mode)),
        _ => None,
    });
    check(
        "FRAGMENT_DEPTH FOG_COORD",
        "fog source @",
        |command| match command {
            StateCommand::Fog(FogParameter::Source(source)) => Some(state_value::fog_source(source)),
            _ => None,
        },
    );
}

/// source: the names of OpenGL 2.1, section 2.11.4 and tables 3.22 to 3.24, and of ARB_texture_env_crossbar
#[test]
fn fixed_function_texturing() {
    let modes = "REPLACE MODULATE DECAL BLEND ADD COMBINE";
    check(modes, "texenv mode @", |command| match command {
        StateCommand::TexEnv(EnvironmentParameter::Mode(mode)) => Some(state_value::environment_mode(mode)),
        _ => None,
    });
    let combine = |command| match command {
        StateCommand::TexEnv(EnvironmentParameter::Combine { parameter, .. }) => Some(match parameter {
            CombineParameter::Function(function) => state_value::combine(function),
            CombineParameter::Source(_, source) => state_value::combine_source(source),
            CombineParameter::Operand(_, operand) => state_value::combine_operand(operand),
            CombineParameter::Scale(scale) => state_value::combine_scale(scale) as u32,
        }),
        _ => None,
    };
    let functions = "REPLACE MODULATE ADD ADD_SIGNED INTERPOLATE SUBTRACT DOT3_RGB DOT3_RGBA";
    check(functions, "texenv combine_rgb @", combine);
    let sources = "TEXTURE CONSTANT PRIMARY_COLOR PREVIOUS TEXTURE0 TEXTURE1 TEXTURE2 TEXTURE3";
    check(sources, "texenv src0_alpha @", combine);
    check(
        "SRC_COLOR ONE_MINUS_SRC_COLOR SRC_ALPHA ONE_MINUS_SRC_ALPHA",
        "texenv operand1_rgb @",
        combine,
    );
    for scale in [1, 2, 4] {
        assert_eq!(
            combine(command(&format!("texenv alpha_scale {scale}"))),
            Some(scale)
        );
    }
    // Arguments are told apart by adding their number.
    for (first, name) in [
        ("SRC0_RGB", "SRC"),
        ("SRC0_ALPHA", "SRC"),
        ("OPERAND0_RGB", "OPERAND"),
        ("OPERAND0_ALPHA", "OPERAND"),
    ] {
        let suffix = first.rsplit_once('_').expect("a suffix").1;
        for argument in 0..3 {
            assert_eq!(
                registry(first) + argument,
                registry(&format!("{name}{argument}_{suffix}")),
                "{first}"
            );
        }
    }
    let generations = "OBJECT_LINEAR EYE_LINEAR SPHERE_MAP REFLECTION_MAP NORMAL_MAP";
    check(generations, "texgen S mode @", |command| match command {
        StateCommand::TexGen(0, GenerationParameter::Mode(mode)) => Some(state_value::generation_mode(mode)),
        _ => None,
    });
}

/// source: the names of OpenGL 2.1, tables 3.18 and 3.26; those of EXT_texture_mirror_clamp have its suffix
#[test]
fn sampler_parameters() {
    for filter in MinificationFilter::ALL {
        assert_eq!(state_value::minification(*filter), registry(filter.name()));
    }
    for filter in MagnificationFilter::ALL {
        assert_eq!(state_value::magnification(*filter), registry(filter.name()));
    }
    for wrap in Wrap::ALL {
        let suffix = match wrap {
            Wrap::MirrorClamp | Wrap::MirrorClampToBorder => "_EXT",
            _ => "",
        };
        assert_eq!(
            state_value::wrap(*wrap),
            registry(&format!("{}{suffix}", wrap.name()))
        );
    }
    for function in CompareFunction::ALL {
        assert_eq!(
            state_value::compare_function(*function),
            registry(function.name())
        );
    }
}

/// source: the names of OpenGL 2.1, section 2.6.1, and of OpenGL 4.5, 10.1.11 to 10.1.15
#[test]
fn primitives() {
    for (primitive, name) in [
        (Topology::Points, "POINTS"),
        (Topology::Lines, "LINES"),
        (Topology::LineLoop, "LINE_LOOP"),
        (Topology::LineStrip, "LINE_STRIP"),
        (Topology::Triangles, "TRIANGLES"),
        (Topology::TriangleStrip, "TRIANGLE_STRIP"),
        (Topology::TriangleFan, "TRIANGLE_FAN"),
        (Topology::Quads, "QUADS"),
        (Topology::QuadStrip, "QUAD_STRIP"),
        (Topology::Polygon, "POLYGON"),
        (Topology::LinesAdjacency, "LINES_ADJACENCY"),
        (Topology::LineStripAdjacency, "LINE_STRIP_ADJACENCY"),
        (Topology::TrianglesAdjacency, "TRIANGLES_ADJACENCY"),
        (Topology::TriangleStripAdjacency, "TRIANGLE_STRIP_ADJACENCY"),
        (Topology::Patches, "PATCHES"),
    ] {
        assert_eq!(state_value::primitive(primitive), registry(name), "{name}");
    }
}

/// source: the numbers of OpenGL 4.5, tables 8.2, 8.3 and 8.5 (components and sizes of formats and types)
#[test]
fn images_lie_in_memory_as_their_formats_say() {
    for row in IMAGE_FORMATS {
        let layout = Layout::of(row.format);
        assert_eq!(
            layout.internal(),
            registry(&row.name.to_uppercase()),
            "{}",
            row.name
        );
        assert_eq!(layout.texel(), layout.bytes(), "{}", row.name);
    }
    for (layout, name) in [
        (Layout::SRGB8_ALPHA8, "SRGB8_ALPHA8"),
        (Layout::RGBA32F, "RGBA32F"),
        (Layout::RGBA32I, "RGBA32I"),
        (Layout::RGBA32UI, "RGBA32UI"),
        (Layout::DEPTH16, "DEPTH_COMPONENT16"),
        (Layout::DEPTH24, "DEPTH_COMPONENT24"),
        (Layout::DEPTH32F, "DEPTH_COMPONENT32F"),
        (Layout::DEPTH24_STENCIL8, "DEPTH24_STENCIL8"),
        (Layout::DEPTH32F_STENCIL8, "DEPTH32F_STENCIL8"),
    ] {
        assert_eq!(layout.internal(), registry(name));
        assert_eq!(layout.texel(), layout.bytes(), "{name}");
    }
}

impl Layout {
    /// The bytes of a texel, by its format and type.
    fn texel(self) -> usize {
        let is = |name: &str, value: u32| registry(name) == value;
        let (format, kind) = self.format_and_type();
        for packed in [
            "UNSIGNED_INT_2_10_10_10_REV",
            "UNSIGNED_INT_10F_11F_11F_REV",
            "UNSIGNED_INT_24_8",
        ] {
            if is(packed, kind) {
                return 4;
            }
        }
        if is("FLOAT_32_UNSIGNED_INT_24_8_REV", kind) {
            return 8;
        }
        let components = [
            ("RED", 1),
            ("RG", 2),
            ("RGB", 3),
            ("RGBA", 4),
            ("RED_INTEGER", 1),
            ("RG_INTEGER", 2),
            ("RGBA_INTEGER", 4),
            ("DEPTH_COMPONENT", 1),
        ];
        let sizes = [
            ("BYTE", 1),
            ("UNSIGNED_BYTE", 1),
            ("SHORT", 2),
            ("UNSIGNED_SHORT", 2),
            ("HALF_FLOAT", 2),
            ("INT", 4),
            ("UNSIGNED_INT", 4),
            ("FLOAT", 4),
        ];
        let find =
            |list: &[(&str, usize)], value| list.iter().find(|(name, _)| is(name, value)).map(|row| row.1);
        find(&components, format).expect("a format") * find(&sizes, kind).expect("a type")
    }
}
