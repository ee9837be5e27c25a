//! Lookups in textures: from GLSL 1.30 on by one name each, before by names with the target in them.

use quadrille_isa::gl::Stage;

use super::Printer;
use crate::form::{Binary, Expression, Lookup, LookupKind, LookupLod, Offset, Texture, TextureShape};
use crate::options::DepthMode;
use crate::target::Target;

/// A call of a lookup function: what its name begins with, and its arguments in the order of the language.
struct Call<'a> {
    function: String,
    arguments: Vec<Expression>,
    offset: Option<&'a Offset>,
    clamp: Option<&'a Expression>,
    /// A bias, or the component of a gather.
    last: Option<Expression>,
}

impl<'a> Call<'a> {
    fn new(function: impl Into<String>, arguments: Vec<Expression>) -> Call<'a> {
        Call {
            function: function.into(),
            arguments,
            offset: None,
            clamp: None,
            last: None,
        }
    }
}

impl Printer<'_> {
    pub(crate) fn lookup(&self, lookup: &Lookup, out: &mut String) {
        let texture = &self.shader.textures[lookup.texture as usize];
        let call = self.call_of(lookup, &texture.shape);
        self.print_call(&call, &self.sampler(texture), None, out);
        // The shadow functions of GLSL 1.20 give four components, in the order of the texture's depth mode.
        if texture.shape.shadow && self.dialect.target.plain() == Target::Glsl120 {
            out.push_str(match self.dialect.depth_mode {
                DepthMode::Alpha => ".w",
                DepthMode::Luminance | DepthMode::Intensity | DepthMode::Red => ".x",
            });
        }
    }

    /// A lookup that puts its value into a variable and gives whether its texels are resident.
    pub(crate) fn sparse_lookup(&self, lookup: &Lookup, texel: &str, out: &mut String) {
        let texture = &self.shader.textures[lookup.texture as usize];
        let call = self.call_of(lookup, &texture.shape);
        out.push_str("sparseTexelsResidentARB(");
        self.print_call(&call, &self.sampler(texture), Some(texel), out);
        out.push(')');
    }

    /// The sampler of a texture: a uniform, or what a handle becomes (ARB_bindless_texture 5.4.1).
    fn sampler(&self, texture: &Texture) -> String {
        match texture.unit {
            Some(_) => texture.name.clone(),
            None => {
                let sampler = self.dialect.sampler_name(&texture.shape, texture.texel);
                format!("{sampler}({})", texture.name)
            }
        }
    }

    fn call_of<'a>(&self, lookup: &'a Lookup, shape: &TextureShape) -> Call<'a> {
        match lookup.kind {
            LookupKind::Sample => self.sample(lookup, shape),
            LookupKind::Fetch => {
                let mut arguments = vec![lookup.coordinates.clone()];
                match &lookup.lod {
                    LookupLod::Explicit(level) if shape.has_levels() => {
                        arguments.push(level.clone());
                    }
                    LookupLod::Sample(sample) => arguments.push(sample.clone()),
                    LookupLod::Implicit
                    | LookupLod::Bias(_)
                    | LookupLod::Explicit(_)
                    | LookupLod::Gradient(..) => {}
                }
                Call {
                    offset: lookup.offset.as_ref(),
                    ..Call::new("texelFetch", arguments)
                }
            }
            LookupKind::Gather(component) => {
                let mut arguments = vec![lookup.coordinates.clone()];
                arguments.extend(lookup.reference.clone());
                // The first versions of the function do without a component, but not those of its extension.
                let last = lookup.reference.is_none();
                Call {
                    offset: lookup.offset.as_ref(),
                    last: last.then(|| Expression::int(i32::from(component))),
                    ..Call::new("textureGather", arguments)
                }
            }
            LookupKind::Size => {
                let mut arguments = Vec::new();
                if let LookupLod::Explicit(level) = &lookup.lod
                    && shape.has_levels()
                {
                    arguments.push(level.clone());
                }
                Call::new("textureSize", arguments)
            }
            LookupKind::Levels => Call::new("textureQueryLevels", Vec::new()),
            LookupKind::Samples => Call::new("textureSamples", Vec::new()),
            LookupKind::Level => {
                let name = if self.dialect.version < 400 {
                    "textureQueryLOD"
                } else {
                    "textureQueryLod"
                };
                Call::new(name, vec![lookup.coordinates.clone()])
            }
        }
    }

    fn sample<'a>(&self, lookup: &'a Lookup, shape: &TextureShape) -> Call<'a> {
        let projects = lookup.divisor.is_some() && !shape.cube() && !shape.array();
        let divided = |value: &Expression| match &lookup.divisor {
            Some(divisor) if !projects => Expression::binary(Binary::Divide, value.clone(), divisor.clone()),
            _ => value.clone(),
        };
        let mut parts = vec![divided(&lookup.coordinates)];
        let mut arguments = Vec::new();
        match &lookup.reference {
            Some(reference) if shape.cube() && shape.array() => {
                arguments.push(Expression::construct(parts));
                arguments.push(divided(reference));
            }
            reference => {
                if let Some(reference) = reference {
                    // One-dimensional shadows have a component that nothing reads.
                    if shape.dimensions() == 1 && !shape.array() {
                        parts.push(Expression::float(0.0, 1));
                    }
                    parts.push(divided(reference));
                }
                if projects {
                    parts.extend(lookup.divisor.clone());
                }
                arguments.push(Expression::construct(parts));
            }
        }
        // A bias stands behind the offset, a level or derivatives before it.
        let (mut grade, mut last) = ("", None);
        match &lookup.lod {
            // Rectangles have one level.
            LookupLod::Bias(_) | LookupLod::Explicit(_) if shape.rectangle() => {}
            LookupLod::Implicit | LookupLod::Sample(_) => {}
            LookupLod::Bias(bias) => last = Some(bias.clone()),
            LookupLod::Explicit(level) => {
                arguments.push(level.clone());
                grade = "Lod";
            }
            LookupLod::Gradient(x, y) => {
                arguments.push(x.clone());
                arguments.push(y.clone());
                grade = "Grad";
            }
        }
        let proj = if projects { "Proj" } else { "" };
        Call {
            offset: lookup.offset.as_ref(),
            clamp: lookup.clamp.as_ref(),
            last,
            ..Call::new(self.sample_name(shape, proj, grade), arguments)
        }
    }

    /// The name of the function of a filtered lookup, before what says that it has an offset.
    fn sample_name(&self, shape: &TextureShape, proj: &str, grade: &str) -> String {
        if self.dialect.modern {
            return format!("texture{proj}{grade}");
        }
        let base = if shape.shadow { "shadow" } else { "texture" };
        let es = self.dialect.target == Target::GlslEs100;
        let fragment = self.dialect.stage == Stage::Fragment;
        let suffix = match grade {
            "Grad" if es => "EXT",
            "Grad" => "ARB",
            "Lod" if es && fragment => "EXT",
            _ if es && shape.shadow => "EXT",
            _ => "",
        };
        format!("{base}{}{proj}{grade}{suffix}", shape.words().glsl)
    }

    fn print_call(&self, call: &Call<'_>, texture: &str, texel: Option<&str>, out: &mut String) {
        match texel {
            None => out.push_str(&call.function),
            Some(_) => {
                let (first, rest) = call.function.split_at(1);
                out.push_str(&format!("sparse{}{rest}", first.to_uppercase()));
            }
        }
        if call.offset.is_some() {
            out.push_str("Offset");
        }
        if call.clamp.is_some() {
            out.push_str("Clamp");
        }
        if call.clamp.is_some() || texel.is_some() {
            out.push_str("ARB");
        }
        out.push('(');
        out.push_str(texture);
        for argument in &call.arguments {
            out.push_str(", ");
            self.expression(argument, out);
        }
        match call.offset {
            None => {}
            Some(Offset::Variable(offset)) => {
                out.push_str(", ");
                self.expression(offset, out);
            }
            Some(Offset::Constant(numbers)) => {
                let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
                match numbers.as_slice() {
                    [only] => out.push_str(&format!(", {only}")),
                    many => out.push_str(&format!(", ivec{}({})", many.len(), many.join(", "))),
                }
            }
        }
        if let Some(clamp) = call.clamp {
            out.push_str(", ");
            self.expression(clamp, out);
        }
        if let Some(texel) = texel {
            out.push_str(", ");
            out.push_str(texel);
        }
        if let Some(last) = &call.last {
            out.push_str(", ");
            self.expression(last, out);
        }
        out.push(')');
    }
}
