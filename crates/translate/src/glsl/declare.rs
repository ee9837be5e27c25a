//! The declarations before the functions: version, extensions, precisions, the interface, constants, variables.

use std::collections::BTreeSet;

use quadrille_isa::gl::Stage;

use super::Printer;
use super::layout::qualifiers;
use crate::form::{Expression, InputKind, OutputKind, Root, StatementKind, Texture, Variable};
use crate::target::{Feature, Support, Target};

impl Printer<'_> {
    pub(crate) fn declarations(&mut self) {
        let shader = self.shader;
        self.version();
        self.out.push('\n');
        self.line(format_args!("// From {}.", shader.header));
        for comment in &shader.preamble {
            self.comment(comment);
        }
        self.precisions();
        self.group(Self::layout);
        self.group(Self::inputs);
        self.group(Self::outputs);
        self.group(Self::parameters);
        self.group(Self::buffers);
        self.group(Self::storages);
        self.group(Self::shared);
        self.group(Self::addressed);
        self.group(Self::images);
        self.group(Self::textures);
        self.group(Self::built_ins);
        self.group(Self::constants);
        if shader.shared_variables {
            self.group(|printer| printer.variables());
        }
    }

    fn version(&mut self) {
        let es = if self.dialect.es && self.dialect.version >= 300 {
            " es"
        } else {
            ""
        };
        let profile = match self.dialect.version {
            330 | 450 if self.dialect.target.is_compatible() => " compatibility",
            330 | 450 => " core",
            _ => "",
        };
        let version = self.dialect.version;
        self.line(format_args!("#version {version}{es}{profile}"));
        let mut extensions = BTreeSet::new();
        for feature in self.shader.features.iter().copied() {
            if let Support::Extension(name) = self.dialect.target.support(feature) {
                extensions.insert(name);
            }
        }
        for extension in extensions {
            // Not every compiler knows this one, and those that do not take the shader without it.
            let optional = extension == "GL_EXT_draw_buffers";
            if optional {
                self.line(format_args!("#ifdef {extension}"));
            }
            // GLSL 1.20 has levels in vertex shaders, which not every compiler remembers.
            let own = extension == "GL_ARB_shader_texture_lod" && self.dialect.stage == Stage::Vertex;
            let how = if own { "enable" } else { "require" };
            self.line(format_args!("#extension {extension} : {how}"));
            if optional {
                self.line(format_args!("#endif"));
            }
        }
    }

    fn precisions(&mut self) {
        if !self.dialect.es {
            return;
        }
        self.out.push('\n');
        let samplers = self.shader.textures.iter();
        let samplers = samplers.map(|texture| self.dialect.sampler_name(&texture.shape, texture.texel));
        let images = self.shader.images.iter().map(|image| self.image_type(image));
        let opaque: BTreeSet<String> = samplers.chain(images).collect();
        let optional = self.dialect.target == Target::GlslEs100 && self.dialect.stage == Stage::Fragment;
        if optional {
            self.line(format_args!("#ifdef GL_FRAGMENT_PRECISION_HIGH"));
        }
        self.precision("highp", &opaque);
        if optional {
            self.line(format_args!("#else"));
            self.precision("mediump", &opaque);
            self.line(format_args!("#endif"));
        }
    }

    fn precision(&mut self, precision: &str, opaque: &BTreeSet<String>) {
        for ty in ["float", "int"]
            .into_iter()
            .chain(opaque.iter().map(String::as_str))
        {
            self.line(format_args!("precision {precision} {ty};"));
        }
    }

    fn inputs(&mut self) {
        let shader = self.shader;
        let vertex = self.dialect.stage == Stage::Vertex;
        let word = match (self.dialect.modern, vertex) {
            (true, _) => "in",
            (false, true) => "attribute",
            (false, false) => "varying",
        };
        let declared = shader.inputs.iter().filter(|input| input.built_in.is_none());
        let mut inputs: Vec<_> = declared.collect();
        inputs.sort_by_key(|input| input.kind.location().unwrap_or(0));
        self.fragments();
        for input in inputs {
            let ty = self.dialect.type_name(input.ty);
            let name = &input.name;
            match input.kind {
                InputKind::Attribute(location) | InputKind::AttributeHalf(location, _)
                    if self.dialect.modern =>
                {
                    self.line(format_args!("layout(location = {location}) {word} {ty} {name};"));
                }
                InputKind::Attribute(_) | InputKind::AttributeHalf(..) => {
                    self.line(format_args!("{word} {ty} {name};"))
                }
                InputKind::Varying(location, interpolation) => {
                    let layout = self.varying_layout(location);
                    let how = qualifiers(interpolation);
                    let all = if input.vertices.is_some() { "[]" } else { "" };
                    self.line(format_args!("{layout}{how}{word} {ty} {name}{all};"));
                }
                InputKind::Patch(location) => {
                    let layout = self.varying_layout(location);
                    self.line(format_args!("{layout}patch {word} {ty} {name};"));
                }
                _ => {}
            }
        }
    }

    fn varying_layout(&self, location: u32) -> String {
        if self.dialect.numbered {
            format!("layout(location = {location}) ")
        } else {
            String::new()
        }
    }

    fn outputs(&mut self) {
        let shader = self.shader;
        let word = if self.dialect.modern { "out" } else { "varying" };
        let declared = shader.outputs.iter().filter(|output| !output.is_built_in);
        let mut outputs: Vec<_> = declared.collect();
        outputs.sort_by_key(|output| output.kind.location().unwrap_or(0));
        // What ftransform gives is invariant by itself.
        if shader.invariant_position && !self.dialect.target.is_compatible() {
            self.line(format_args!("invariant gl_Position;"));
        }
        let clips = outputs.iter().filter_map(|output| match output.kind {
            OutputKind::ClipDistance(number) => Some(number + 1),
            _ => None,
        });
        let is_of_patch = self.dialect.stage == Stage::TessellationControl;
        if let Some(count) = clips.max().filter(|_| self.dialect.modern && !is_of_patch) {
            self.line(format_args!("out float gl_ClipDistance[{count}];"));
        }
        for output in outputs {
            let ty = self.dialect.type_name(output.ty);
            let name = &output.name;
            match output.kind {
                OutputKind::Varying(location, interpolation) => {
                    let layout = self.varying_layout(location);
                    let how = qualifiers(interpolation);
                    let all = if output.vertices.is_some() { "[]" } else { "" };
                    self.line(format_args!("{layout}{how}{word} {ty} {name}{all};"));
                }
                OutputKind::Patch(location) => {
                    let layout = self.varying_layout(location);
                    self.line(format_args!("{layout}patch {word} {ty} {name};"));
                }
                OutputKind::Streamed { stream, location } => {
                    let place = match self.dialect.numbered {
                        true => format!("location = {location}, "),
                        false => String::new(),
                    };
                    self.line(format_args!("layout({place}stream = {stream}) out {ty} {name};"));
                }
                OutputKind::Color(number, 0) if self.dialect.modern => {
                    self.line(format_args!("layout(location = {number}) out {ty} {name};"));
                }
                OutputKind::Color(number, index) if self.dialect.modern => {
                    self.line(format_args!(
                        "layout(location = {number}, index = {index}) out {ty} {name};"
                    ));
                }
                _ => {}
            }
        }
    }

    fn textures(&mut self) {
        let shader = self.shader;
        for Texture {
            name,
            shape,
            texel,
            binding,
            ..
        } in shader.textures.iter().filter(|texture| texture.unit.is_some())
        {
            let sampler = self.dialect.sampler_name(shape, *texel);
            let layout = if self.dialect.numbered {
                format!("layout(binding = {binding}) ")
            } else {
                String::new()
            };
            self.line(format_args!("{layout}uniform {sampler} {name};"));
        }
    }

    /// Names for values of which the language has only parts.
    fn built_ins(&mut self) {
        let shader = self.shader;
        let inputs = shader.inputs.iter().map(|input| (&input.name, &input.built_in));
        let parameters = shader.parameters.iter();
        let parameters = parameters.map(|parameter| (&parameter.name, &parameter.built_in));
        for (name, built_in) in inputs.chain(parameters) {
            if let Some(value) = built_in
                && value != name
            {
                self.line(format_args!("#define {name} {value}"));
            }
        }
    }

    fn constants(&mut self) {
        let shader = self.shader;
        for constant in &shader.constants {
            let ty = self.dialect.type_name(constant.ty);
            let mut text = String::new();
            let value = Expression::words(constant.ty, constant.value);
            self.expression(&value, &mut text);
            // A number that is not finite comes from a function, which no constant may call everywhere.
            let finite = |bits: &u32| f32::from_bits(*bits).is_finite();
            if constant.value[..usize::from(constant.ty.width)]
                .iter()
                .all(finite)
            {
                self.line(format_args!("const {ty} {} = {text};", constant.name));
            } else {
                self.line(format_args!("#define {} {text}", constant.name));
            }
        }
    }

    /// Variables of the program; those that begin with the same value stand in one line.
    pub(crate) fn variables(&mut self) {
        let shader = self.shader;
        let precise = self.precise_roots();
        let mut line = String::new();
        let mut before: Option<(&Variable, bool)> = None;
        for (at, variable) in shader.variables.iter().enumerate() {
            let exact = precise.contains(&Root::Variable(at as u32));
            let goes_on = before.is_some_and(|(other, other_exact)| {
                other.ty == variable.ty
                    && other.initial.is_some() == variable.initial.is_some()
                    && other_exact == exact
            });
            if goes_on && line.len() < 72 {
                line.push_str(", ");
            } else {
                if !line.is_empty() {
                    self.line(format_args!("{line};"));
                }
                let ty = self.dialect.type_name(variable.ty);
                line = if exact {
                    format!("precise {ty} ")
                } else {
                    format!("{ty} ")
                };
            }
            line.push_str(&variable.name);
            if let Some(length) = variable.length {
                line.push_str(&format!("[{length}]"));
            }
            if self.dialect.target == Target::GlslEs100 && variable.length.is_some() {
                // GLSL ES 1.00 has no values of arrays; the entry fills this one.
            } else if let (Some(initial), Some(length)) = (&variable.initial, variable.length) {
                let mut one = String::new();
                self.expression(initial, &mut one);
                let ty = self.dialect.type_name(variable.ty);
                let all = vec![one; length as usize].join(", ");
                line.push_str(&format!(" = {ty}[{length}]({all})"));
            } else if let Some(initial) = &variable.initial {
                line.push_str(" = ");
                self.expression(initial, &mut line);
            }
            before = Some((variable, exact));
        }
        if !line.is_empty() {
            self.line(format_args!("{line};"));
        }
    }

    /// The first values of arrays, where they cannot stand at their declarations.
    pub(crate) fn fill_arrays(&mut self) {
        let shader = self.shader;
        for variable in &shader.variables {
            let (Some(initial), Some(length)) = (&variable.initial, variable.length) else {
                continue;
            };
            let mut text = String::new();
            self.expression(initial, &mut text);
            for at in 0..length {
                self.line(format_args!("{}[{at}] = {text};", variable.name));
            }
        }
    }

    /// Places whose values may not be fused or re-associated.
    fn precise_roots(&self) -> BTreeSet<Root> {
        let mut roots = BTreeSet::new();
        if self.dialect.target.support(Feature::Precise) == Support::Missing {
            return roots;
        }
        for function in &self.shader.functions {
            collect(&function.body, &mut roots);
        }
        roots
    }
}

fn collect(block: &[crate::form::Statement], roots: &mut BTreeSet<Root>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Assign {
                place, precise: true, ..
            } => {
                roots.insert(place.root);
            }
            StatementKind::If { then, otherwise, .. } => {
                collect(then, roots);
                collect(otherwise, roots);
            }
            StatementKind::Loop { body, .. } => collect(body, roots),
            _ => {}
        }
    }
}
