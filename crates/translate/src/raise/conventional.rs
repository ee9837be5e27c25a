//! The names that OpenGL itself has, for targets of the compatibility profile: vertex arrays, state, and what goes
//! between the stages (GLSL 1.20, chapter 7; GLSL 4.50 of the compatibility profile, 7.1 and 7.4).
//!
//! What has no such name stays what it is for other targets: generic attributes, program parameters, program and palette
//! matrices, texture coordinates from 8 on, and values that the fragment program asks to be interpolated otherwise.

use quadrille_isa::gl::binding::{Matrix, MatrixModifier, generic_alias};
use quadrille_isa::gl::register::vertex_attribute;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::resources::Interpolation;

use crate::form::{InputKind, OutputKind, Type};
use crate::options::VertexAttributes;
use crate::raise::context::Context;
use crate::target::Target;

/// What the shading language itself has for something of the interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BuiltInVariable {
    /// A variable of this name, of the same type.
    Name(String),
    /// The value is this expression.
    Value(String),
}

/// Texture coordinates that have names (GLSL 1.20, 7.4: gl_MaxTextureCoords is 2 at least, and no driver has more).
const TEXTURE_COORDINATES: u32 = 8;

/// What stands for an input.
pub(crate) fn input(
    context: Context<'_>,
    kind: InputKind,
    binding: Binding,
    ty: Type,
) -> Option<BuiltInVariable> {
    if !context.options.target.is_compatible() {
        return None;
    }
    match kind {
        InputKind::Attribute(_) if ty == Type::VEC4 => attribute(context, binding),
        InputKind::Varying(_, interpolation) if interpolation == Interpolation::default() => {
            // What comes of a vertex has the name that the stage before gave it.
            if let Some(result) = binding.passed() {
                return between(result).map(BuiltInVariable::Name);
            }
            let number = binding.index[0];
            let name = match binding.family {
                Family::FragmentColor => ["gl_Color", "gl_SecondaryColor"][number as usize & 1].to_owned(),
                Family::FragmentFogcoord => "gl_FogFragCoord".to_owned(),
                Family::FragmentTexcoord if number < TEXTURE_COORDINATES => format!("gl_TexCoord[{number}]"),
                _ => return None,
            };
            Some(BuiltInVariable::Name(name))
        }
        _ => None,
    }
}

/// What stands for a vertex attribute of four floats.
fn attribute(context: Context<'_>, binding: Binding) -> Option<BuiltInVariable> {
    let number = binding.index[0];
    let binding = match (context.options.attributes, binding.family) {
        // Attribute 0 is the position, by whichever name (GL 2.1, 2.7).
        (_, Family::VertexPosition) => binding,
        (_, Family::VertexAttrib) if number == 0 => vertex_attribute(number),
        (VertexAttributes::Generic, _) => return None,
        (VertexAttributes::GenericAmong(numbers), _)
            if generic_alias(binding)
                .is_some_and(|at| numbers.checked_shr(at).is_some_and(|one| one & 1 != 0)) =>
        {
            return None;
        }
        (VertexAttributes::Conventional, Family::VertexAttrib) => vertex_attribute(number),
        (
            VertexAttributes::AsNamed | VertexAttributes::Conventional | VertexAttributes::GenericAmong(_),
            _,
        ) => binding,
    };
    let number = binding.index[0];
    let name = match binding.family {
        Family::VertexPosition => "gl_Vertex".to_owned(),
        Family::VertexNormal => return Some(BuiltInVariable::Value("vec4(gl_Normal, 1.0)".to_owned())),
        Family::VertexColor => ["gl_Color", "gl_SecondaryColor"][number as usize & 1].to_owned(),
        Family::VertexFogcoord => {
            return Some(BuiltInVariable::Value(
                "vec4(gl_FogCoord, 0.0, 0.0, 1.0)".to_owned(),
            ));
        }
        Family::VertexTexcoord if number < TEXTURE_COORDINATES => format!("gl_MultiTexCoord{number}"),
        _ => return None,
    };
    Some(BuiltInVariable::Name(name))
}

/// The name of an output.
pub(crate) fn output(context: Context<'_>, kind: OutputKind, binding: Binding) -> Option<String> {
    match kind {
        OutputKind::Varying(_, interpolation)
            if context.options.target.is_compatible() && interpolation == Interpolation::default() =>
        {
            between(binding)
        }
        _ => None,
    }
}

/// The name of a result of a vertex.
fn between(result: Binding) -> Option<String> {
    let [first, second, ..] = result.index;
    Some(match result.family {
        Family::ResultColor => {
            let face = ["Front", "Back"][first as usize & 1];
            let which = ["", "Secondary"][second as usize & 1];
            format!("gl_{face}{which}Color")
        }
        Family::ResultFogcoord => "gl_FogFragCoord".to_owned(),
        Family::ResultTexcoord if first < TEXTURE_COORDINATES => format!("gl_TexCoord[{first}]"),
        _ => return None,
    })
}

/// What stands for a vector of state; for a row of a matrix, the matrix of which it is a column.
pub(crate) fn state(target: Target, binding: Binding) -> Option<BuiltInVariable> {
    if !target.is_compatible() {
        return None;
    }
    if let Some(row) = binding.matrix() {
        // What GLSL indexes are columns: a row of a matrix is one of its transpose.
        let form = match row.modifier {
            MatrixModifier::None => "Transpose",
            MatrixModifier::Inverse => "InverseTranspose",
            MatrixModifier::Transpose => "",
            MatrixModifier::InverseTranspose => "Inverse",
        };
        return Some(BuiltInVariable::Name(match row.matrix {
            Matrix::Modelview(0) => format!("gl_ModelViewMatrix{form}"),
            Matrix::Projection => format!("gl_ProjectionMatrix{form}"),
            Matrix::Mvp => format!("gl_ModelViewProjectionMatrix{form}"),
            Matrix::Texture(unit) if unit < TEXTURE_COORDINATES => format!("gl_TextureMatrix{form}[{unit}]"),
            Matrix::Modelview(_) | Matrix::Texture(_) | Matrix::Palette(_) | Matrix::Program(_) => {
                return None;
            }
        }));
    }
    let [first, second, third, _] = binding.index;
    let face = |number: u32| ["Front", "Back"][number as usize & 1];
    let material = |of: &str| format!("gl_{}Material.{of}", face(first));
    let light = |of: &str| format!("gl_LightSource[{first}].{of}");
    // The alpha of products is the material's, which GLSL does not promise.
    let product = |of: &str| {
        let face = face(second);
        BuiltInVariable::Value(format!(
            "vec4(gl_{face}LightProduct[{first}].{of}.xyz, gl_{face}Material.{of}.w)"
        ))
    };
    let point = |of: &str| format!("gl_Point.{of}");
    Some(match binding.family {
        Family::StateMaterialAmbient => BuiltInVariable::Name(material("ambient")),
        Family::StateMaterialDiffuse => BuiltInVariable::Name(material("diffuse")),
        Family::StateMaterialSpecular => BuiltInVariable::Name(material("specular")),
        Family::StateMaterialEmission => BuiltInVariable::Name(material("emission")),
        Family::StateMaterialShininess => {
            BuiltInVariable::Value(format!("vec4({}, 0.0, 0.0, 1.0)", material("shininess")))
        }
        Family::StateLightAmbient => BuiltInVariable::Name(light("ambient")),
        Family::StateLightDiffuse => BuiltInVariable::Name(light("diffuse")),
        Family::StateLightSpecular => BuiltInVariable::Name(light("specular")),
        Family::StateLightPosition => BuiltInVariable::Name(light("position")),
        Family::StateLightAttenuation => {
            let parts = [
                "constantAttenuation",
                "linearAttenuation",
                "quadraticAttenuation",
                "spotExponent",
            ];
            BuiltInVariable::Value(format!("vec4({})", parts.map(light).join(", ")))
        }
        Family::StateLightSpotDirection => {
            let parts = ["spotDirection", "spotCosCutoff"];
            BuiltInVariable::Value(format!("vec4({})", parts.map(light).join(", ")))
        }
        Family::StateLightHalf => BuiltInVariable::Value(format!("vec4({}.xyz, 1.0)", light("halfVector"))),
        Family::StateLightmodelAmbient => BuiltInVariable::Name("gl_LightModel.ambient".to_owned()),
        Family::StateLightmodelScenecolor => BuiltInVariable::Value(format!(
            "vec4(gl_{0}LightModelProduct.sceneColor.xyz, gl_{0}Material.diffuse.w)",
            face(first)
        )),
        Family::StateLightprodAmbient => product("ambient"),
        Family::StateLightprodDiffuse => product("diffuse"),
        Family::StateLightprodSpecular => product("specular"),
        Family::StateTexgen if first < TEXTURE_COORDINATES => {
            let space = ["Eye", "Object"][second as usize & 1];
            let coordinate = ["S", "T", "R", "Q"][third as usize & 3];
            BuiltInVariable::Name(format!("gl_{space}Plane{coordinate}[{first}]"))
        }
        Family::StateTexenvColor => BuiltInVariable::Name(format!("gl_TextureEnvColor[{first}]")),
        Family::StateFogColor => BuiltInVariable::Name("gl_Fog.color".to_owned()),
        Family::StateFogParams => {
            BuiltInVariable::Value("vec4(gl_Fog.density, gl_Fog.start, gl_Fog.end, gl_Fog.scale)".to_owned())
        }
        Family::StateClipPlane => BuiltInVariable::Name(format!("gl_ClipPlane[{first}]")),
        Family::StatePointSize => {
            let parts = ["size", "sizeMin", "sizeMax", "fadeThresholdSize"];
            BuiltInVariable::Value(format!("vec4({})", parts.map(point).join(", ")))
        }
        Family::StatePointAttenuation => {
            let parts = ["Constant", "Linear", "Quadratic"];
            let parts = parts.map(|part| point(&format!("distance{part}Attenuation")));
            BuiltInVariable::Value(format!("vec4({}, 1.0)", parts.join(", ")))
        }
        Family::StateDepthRange => BuiltInVariable::Value(
            "vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, 1.0)".to_owned(),
        ),
        _ => return None,
    })
}
