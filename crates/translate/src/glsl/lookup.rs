//! Lookups in textures: from GLSL 1.30 on by one name each, before by names with the target in them.

use quadrille_isa::gl::Stage;

use super::Printer;
use crate::form::{Binary, Expression, Lookup, LookupKind, LookupLod, Offset, TextureShape};
use crate::options::DepthMode;
use crate::target::Target;

impl Printer<'_> {
    pub(crate) fn lookup(&self, lookup: &Lookup, out: &mut String) {
        let texture = &self.shader.textures[lookup.texture as usize];
        let shape = texture.shape;
        let unit = texture.name.as_str();
        match lookup.kind {
            LookupKind::Sample => self.sample(lookup, unit, &shape, out),
            LookupKind::Fetch => {
                let mut arguments = vec![lookup.coordinates.clone()];
                match &lookup.lod {
                    LookupLod::Explicit(level) if !shape.rectangle && !shape.buffer => {
                        arguments.push(level.clone());
                    }
                    LookupLod::Sample(sample) => arguments.push(sample.clone()),
                    _ => {}
                }
                self.lookup_call("texelFetch", unit, arguments, lookup.offset.as_ref(), out);
            }
            LookupKind::Gather(component) => {
                let (mut arguments, mut last) = (vec![lookup.coordinates.clone()], None);
                match &lookup.reference {
                    Some(reference) => arguments.push(reference.clone()),
                    // The first versions of the function do without it, but not those of its extension.
                    None => last = Some(i32::from(component)),
                }
                self.lookup_call("textureGather", unit, arguments, lookup.offset.as_ref(), out);
                if let Some(component) = last {
                    out.pop();
                    out.push_str(&format!(", {component})"));
                }
            }
            LookupKind::Size => {
                let mut arguments = Vec::new();
                if let LookupLod::Explicit(level) = &lookup.lod
                    && !shape.rectangle
                    && !shape.buffer
                    && !shape.multisample
                {
                    arguments.push(level.clone());
                }
                self.lookup_call("textureSize", unit, arguments, None, out);
            }
            LookupKind::Samples => self.lookup_call("textureSamples", unit, Vec::new(), None, out),
            LookupKind::Level => {
                let name = if self.dialect.version < 400 {
                    "textureQueryLOD"
                } else {
                    "textureQueryLod"
                };
                self.lookup_call(name, unit, vec![lookup.coordinates.clone()], None, out);
            }
        }
    }

    fn sample(&self, lookup: &Lookup, name: &str, shape: &TextureShape, out: &mut String) {
        let projects = lookup.divisor.is_some() && !shape.cube && !shape.array;
        let divided = |value: &Expression| match &lookup.divisor {
            Some(divisor) if !projects => Expression::binary(Binary::Divide, value.clone(), divisor.clone()),
            _ => value.clone(),
        };
        let mut parts = vec![divided(&lookup.coordinates)];
        let mut arguments = Vec::new();
        match &lookup.reference {
            Some(reference) if shape.cube && shape.array => {
                arguments.push(Expression::construct(parts));
                arguments.push(divided(reference));
            }
            reference => {
                if let Some(reference) = reference {
                    // One-dimensional shadows have a component that nothing reads.
                    if shape.dimensions == 1 && !shape.array {
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
        let (mut grades, mut last) = (None, None);
        match &lookup.lod {
            // Rectangles have one level.
            LookupLod::Bias(_) | LookupLod::Explicit(_) if shape.rectangle => {}
            LookupLod::Implicit | LookupLod::Sample(_) => {}
            LookupLod::Bias(bias) if lookup.offset.is_some() => last = Some(bias),
            LookupLod::Bias(bias) => arguments.push(bias.clone()),
            LookupLod::Explicit(level) => {
                arguments.push(level.clone());
                grades = Some("Lod");
            }
            LookupLod::Gradient(x, y) => {
                arguments.push(x.clone());
                arguments.push(y.clone());
                grades = Some("Grad");
            }
        }
        let proj = if projects { "Proj" } else { "" };
        let grade = grades.unwrap_or("");
        if self.dialect.modern {
            let function = format!("texture{proj}{grade}");
            self.lookup_call(&function, name, arguments, lookup.offset.as_ref(), out);
            if let Some(bias) = last {
                out.pop();
                out.push_str(", ");
                self.expression(bias, out);
                out.push(')');
            }
            return;
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
        let function = format!("{base}{}{proj}{grade}{suffix}", self.dialect.shape_name(shape));
        self.lookup_call(&function, name, arguments, None, out);
        // The shadow functions of GLSL 1.20 give four components, in the order of the texture's depth mode.
        if shape.shadow && !es {
            out.push_str(if self.options.depth_mode == DepthMode::Alpha {
                ".a"
            } else {
                ".r"
            });
        }
    }

    fn lookup_call(
        &self,
        function: &str,
        texture: &str,
        arguments: Vec<Expression>,
        offset: Option<&Offset>,
        out: &mut String,
    ) {
        out.push_str(function);
        if offset.is_some() {
            out.push_str("Offset");
        }
        out.push('(');
        out.push_str(texture);
        for argument in &arguments {
            out.push_str(", ");
            self.expression(argument, out);
        }
        match offset {
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
        out.push(')');
    }
}
