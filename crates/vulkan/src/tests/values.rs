//! Every value that the device is handed is the one that Vulkan's header has for its name.

use std::collections::BTreeMap;

use quadrille_pipeline::primitive::Primitive;
use quadrille_scene::{BlendParameter, Command, StateCommand};
use quadrille_texture::{CompareFunction, MagnificationFilter, Wrap};
use quadrille_translate::IMAGE_FORMATS;

use crate::{images, state_value};

/// The header's value of a name.
fn header(name: &str) -> i32 {
    let text = include_str!("../../../../oracle/drivers/vulkan.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let values: BTreeMap<&str, &str> = rows.filter_map(|line| line.split_once(' ')).collect();
    let value = values
        .get(name)
        .unwrap_or_else(|| panic!("{name} is not in the oracle"));
    value.parse().expect("a number")
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

/// Looks at names of OpenGL with those of Vulkan: `line` with the first for @, and the value that the device gets.
fn check(names: &[(&str, &str)], prefix: &str, line: &str, value: impl Fn(StateCommand) -> Option<i32>) {
    for (ours, theirs) in names {
        let line = line.replace('@', ours);
        assert_eq!(
            value(command(&line)),
            Some(header(&format!("{prefix}{theirs}"))),
            "{line}"
        );
    }
}

const COMPARISONS: &[(&str, &str)] = &[
    ("NEVER", "NEVER"),
    ("LESS", "LESS"),
    ("EQUAL", "EQUAL"),
    ("LEQUAL", "LESS_OR_EQUAL"),
    ("GREATER", "GREATER"),
    ("NOTEQUAL", "NOT_EQUAL"),
    ("GEQUAL", "GREATER_OR_EQUAL"),
    ("ALWAYS", "ALWAYS"),
];

/// source: Vulkan 1.3, VkCompareOp, VkStencilOp, VkBlendFactor, VkBlendOp and VkLogicOp, whose descriptions are the
/// formulas of OpenGL 2.1, tables 4.1 and 4.2 and sections 4.1.5 and 4.1.10
#[test]
fn fragment_operations() {
    check(
        COMPARISONS,
        "COMPARE_OP_",
        "depthfunc @",
        |command| match command {
            StateCommand::DepthFunc(function) => Some(state_value::compare(function).as_raw()),
            _ => None,
        },
    );
    let operations = [
        ("KEEP", "KEEP"),
        ("ZERO", "ZERO"),
        ("REPLACE", "REPLACE"),
        ("INCR", "INCREMENT_AND_CLAMP"),
        ("DECR", "DECREMENT_AND_CLAMP"),
        ("INVERT", "INVERT"),
        ("INCR_WRAP", "INCREMENT_AND_WRAP"),
        ("DECR_WRAP", "DECREMENT_AND_WRAP"),
    ];
    check(
        &operations,
        "STENCIL_OP_",
        "stencilop FRONT keep keep @",
        |command| match command {
            StateCommand::StencilOp { pass, .. } => Some(state_value::stencil_operation(pass).as_raw()),
            _ => None,
        },
    );
    let factors = [
        "ZERO",
        "ONE",
        "SRC_COLOR",
        "ONE_MINUS_SRC_COLOR",
        "DST_COLOR",
        "ONE_MINUS_DST_COLOR",
        "SRC_ALPHA",
        "ONE_MINUS_SRC_ALPHA",
        "DST_ALPHA",
        "ONE_MINUS_DST_ALPHA",
        "CONSTANT_COLOR",
        "ONE_MINUS_CONSTANT_COLOR",
        "CONSTANT_ALPHA",
        "ONE_MINUS_CONSTANT_ALPHA",
        "SRC_ALPHA_SATURATE",
    ];
    check(
        &factors.map(|name| (name, name)),
        "BLEND_FACTOR_",
        "blend func @ ZERO",
        |command| match command {
            StateCommand::Blend {
                parameter: BlendParameter::Func { source, .. },
                ..
            } => Some(state_value::blend_factor(source[0]).as_raw()),
            _ => None,
        },
    );
    let equations = [
        ("FUNC_ADD", "ADD"),
        ("FUNC_SUBTRACT", "SUBTRACT"),
        ("FUNC_REVERSE_SUBTRACT", "REVERSE_SUBTRACT"),
        ("MIN", "MIN"),
        ("MAX", "MAX"),
    ];
    check(
        &equations,
        "BLEND_OP_",
        "blend equation @",
        |command| match command {
            StateCommand::Blend {
                parameter: BlendParameter::Equation(equation),
                ..
            } => Some(state_value::blend_equation(equation[0]).as_raw()),
            _ => None,
        },
    );
    let operations = [
        ("CLEAR", "CLEAR"),
        ("AND", "AND"),
        ("AND_REVERSE", "AND_REVERSE"),
        ("COPY", "COPY"),
        ("AND_INVERTED", "AND_INVERTED"),
        ("NOOP", "NO_OP"),
        ("XOR", "XOR"),
        ("OR", "OR"),
        ("NOR", "NOR"),
        ("EQUIV", "EQUIVALENT"),
        ("INVERT", "INVERT"),
        ("OR_REVERSE", "OR_REVERSE"),
        ("COPY_INVERTED", "COPY_INVERTED"),
        ("OR_INVERTED", "OR_INVERTED"),
        ("NAND", "NAND"),
        ("SET", "SET"),
    ];
    check(&operations, "LOGIC_OP_", "logicop @", |command| match command {
        StateCommand::LogicOp(operation) => Some(state_value::logic_operation(operation).as_raw()),
        _ => None,
    });
}

/// source: Vulkan 1.3, VkPolygonMode, VkFrontFace and VkPrimitiveTopology. Row 0 is the lowest here and the uppermost
/// in Vulkan, which turns windings round.
#[test]
fn polygons() {
    let modes = [("POINT", "POINT"), ("LINE", "LINE"), ("FILL", "FILL")];
    check(
        &modes,
        "POLYGON_MODE_",
        "polygonmode FRONT @",
        |command| match command {
            StateCommand::PolygonMode(_, mode) => Some(state_value::polygon_mode(mode).as_raw()),
            _ => None,
        },
    );
    let windings = [("CW", "COUNTER_CLOCKWISE"), ("CCW", "CLOCKWISE")];
    check(&windings, "FRONT_FACE_", "frontface @", |command| match command {
        StateCommand::FrontFace { clockwise } => Some(state_value::front_face(clockwise).as_raw()),
        _ => None,
    });
    for (shape, name) in [
        (Primitive::Point, "POINT_LIST"),
        (Primitive::Line, "LINE_LIST"),
        (Primitive::Triangle, "TRIANGLE_LIST"),
    ] {
        let topology = state_value::topology(shape).as_raw();
        assert_eq!(topology, header(&format!("PRIMITIVE_TOPOLOGY_{name}")));
    }
}

/// source: Vulkan 1.3, VkFilter, VkSamplerAddressMode and VkCompareOp
#[test]
fn samplers() {
    for filter in MagnificationFilter::ALL {
        let name = format!("FILTER_{}", filter.name());
        assert_eq!(state_value::filter(*filter).as_raw(), header(&name));
    }
    for wrap in Wrap::ALL {
        let wanted = match wrap {
            Wrap::Repeat | Wrap::MirroredRepeat | Wrap::ClampToEdge | Wrap::ClampToBorder => {
                Some(header(&format!("SAMPLER_ADDRESS_MODE_{}", wrap.name())))
            }
            Wrap::Clamp | Wrap::MirrorClamp | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder => None,
        };
        assert_eq!(
            state_value::address_mode(*wrap).map(|mode| mode.as_raw()),
            wanted,
            "{wrap:?}"
        );
    }
    for (ours, theirs) in COMPARISONS {
        let function = CompareFunction::from_name(ours).expect("a comparison");
        let wanted = header(&format!("COMPARE_OP_{theirs}"));
        assert_eq!(state_value::compare_function(function).as_raw(), wanted, "{ours}");
    }
}

/// Components of GLSL's names are from red to alpha in memory, and so are Vulkan's but for packed ones.
///
/// source: Vulkan 1.3, "Compatibility Between SPIR-V Image Formats And Vulkan Formats"
#[test]
fn formats_of_images() {
    for row in IMAGE_FORMATS {
        let name = match row.name {
            "r11f_g11f_b10f" => "FORMAT_B10G11R11_UFLOAT_PACK32".to_owned(),
            "rgb10_a2" => "FORMAT_A2B10G10R10_UNORM_PACK32".to_owned(),
            "rgb10_a2ui" => "FORMAT_A2B10G10R10_UINT_PACK32".to_owned(),
            name => {
                let letters = name.find(|c: char| c.is_ascii_digit()).expect("bits");
                let (components, rest) = name.split_at(letters);
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let (bits, kind) = rest.split_at(digits);
                let kind = match kind {
                    "" => "UNORM",
                    "_snorm" => "SNORM",
                    "f" => "SFLOAT",
                    "i" => "SINT",
                    "ui" => "UINT",
                    other => panic!("{other}"),
                };
                let components = components
                    .to_uppercase()
                    .chars()
                    .map(|c| format!("{c}{bits}"))
                    .collect::<String>();
                format!("FORMAT_{components}_{kind}")
            }
        };
        assert_eq!(images::format(row.format).as_raw(), header(&name), "{}", row.name);
    }
}
