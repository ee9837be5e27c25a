//! What the passes share: the program, the shader under construction, and where each register went.

use std::collections::BTreeMap;

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::{Binding, Stage};
use quadrille_program::{File, InstId, Program};
use rustc_hash::FxHashMap;

use crate::form::{
    Alias, Block, Expression, Function, FunctionId, Root, Shader, Statement, StatementKind, Type,
};
use crate::options::{Emulation, Options};
use crate::raise::Source;
use crate::raise::instruction::arrays::ArrayKey;
use crate::raise::instruction::condition::{Code, Sum};
use crate::raise::library::{self, Helper};
use crate::raise::memory::buffer_functions::BufferKey;
use crate::raise::memory::images::{Declared, View};
use crate::raise::names::Namer;
use crate::raise::types::Kinds;
use crate::rules;
use crate::target::{Feature, Support};

/// How an attribute or parameter is read.
#[derive(Clone, Debug)]
pub(crate) enum Reading {
    /// One value of four components.
    Whole(Expression),
    /// Four components of their own.
    Pieces([Expression; 4]),
}

/// How a register is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writing {
    /// All four components.
    Vector(Root),
    /// One component, which the place holds alone.
    Scalar(Root, u8),
    /// Nothing is kept.
    Nowhere,
}

pub(crate) struct Raiser<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) program: &'a Program,
    pub(crate) options: &'a Options,
    pub(crate) shader: Shader,
    pub(crate) names: Namer,
    pub(crate) kinds: Kinds,
    /// How operands are rounded before they are used.
    pub(crate) operand_precision: Option<Helper>,
    /// What a condition code takes of the instruction at hand, where that is not its result.
    pub(crate) code_value: Option<Expression>,
    /// What the attribute at hand holds.
    pub(crate) attribute_kind: crate::form::Scalar,
    /// By parameter slot; none for slots that nothing reads.
    pub(crate) parameters: Vec<Option<Reading>>,
    /// By binding: parameters as roots with their element.
    pub(crate) bound: FxHashMap<Binding, (u32, Option<u32>)>,
    /// By attribute slot.
    pub(crate) attributes: Vec<Option<Reading>>,
    /// By result slot.
    pub(crate) results: Vec<Writing>,
    /// By temporary slot: variables, and which element of an array.
    pub(crate) temporaries: Vec<(u32, Option<u32>)>,
    /// By address register: variables.
    pub(crate) addresses: Vec<u32>,
    /// By number: variables of condition codes.
    pub(crate) codes: [Code; 2],
    /// The variable that tells whether the texels of the last lookup that asked were resident, if a test reads it.
    pub(crate) residency: Option<u32>,
    /// The variable of the samples that the program writes, where one sample is made of them.
    pub(crate) sample_mask: Option<u32>,
    /// The sum whose carry and overflow the instruction at hand gives.
    pub(crate) sum: Option<Sum>,
    /// By texture unit: textures.
    pub(crate) units: FxHashMap<u32, u32>,
    /// By binding point: parameter buffers.
    pub(crate) buffers: BTreeMap<u32, u32>,
    pub(crate) buffer_functions: FxHashMap<BufferKey, FunctionId>,
    /// By binding point: storage buffers, with the function that reads a word.
    pub(crate) storages: BTreeMap<u32, (u32, Option<FunctionId>)>,
    /// By image unit and by how its texels are taken: images.
    pub(crate) images: BTreeMap<(u32, View), Declared>,
    pub(crate) scratches: FxHashMap<(&'static str, crate::form::Type), u32>,
    pub(crate) library: FxHashMap<(Helper, crate::form::Type), FunctionId>,
    pub(crate) arrays: FxHashMap<ArrayKey, FunctionId>,
    /// The instruction at hand.
    pub(crate) origin: Option<InstId>,
    /// The statements so far of the block at hand.
    pub(crate) block: Block,
    problems: Vec<Diagnostic>,
}

impl<'a> Raiser<'a> {
    pub(crate) fn new(source: Source<'a>, options: &'a Options) -> Raiser<'a> {
        let program = source.program;
        let set = program.features().options;
        let shader = Shader {
            stage: program.profile().stage,
            header: program.profile().header,
            listing: None,
            preamble: Vec::new(),
            closing: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            parameters: Vec::new(),
            parameters_at: options.push_offset,
            buffers: Vec::new(),
            storages: Vec::new(),
            images: Vec::new(),
            subroutines: Vec::new(),
            textures: Vec::new(),
            constants: Vec::new(),
            variables: Vec::new(),
            shared_variables: false,
            aliases: Vec::new(),
            library: Vec::new(),
            functions: Vec::new(),
            features: std::collections::BTreeSet::new(),
            options: set.iter().collect(),
            invariant_position: set.position_invariant(),
        };
        Raiser {
            source,
            program,
            options,
            shader,
            names: Namer::new(),
            kinds: Kinds::default(),
            operand_precision: None,
            code_value: None,
            attribute_kind: crate::form::Scalar::Float,
            parameters: vec![None; program.parameters().len()],
            bound: FxHashMap::default(),
            attributes: vec![None; program.attributes().len()],
            results: vec![Writing::Nowhere; program.results().len()],
            temporaries: Vec::new(),
            addresses: Vec::new(),
            codes: [Code::default(); 2],
            residency: None,
            sample_mask: None,
            sum: None,
            units: FxHashMap::default(),
            buffers: BTreeMap::new(),
            buffer_functions: FxHashMap::default(),
            storages: BTreeMap::new(),
            images: BTreeMap::new(),
            scratches: FxHashMap::default(),
            library: FxHashMap::default(),
            arrays: FxHashMap::default(),
            origin: None,
            block: Block::new(),
            problems: Vec::new(),
        }
    }

    pub(crate) fn done(self) -> (Shader, Vec<Diagnostic>) {
        (self.shader, self.problems)
    }

    pub(crate) fn is_vertex(&self) -> bool {
        self.shader.stage == Stage::Vertex
    }

    /// The stage, in names.
    pub(crate) fn stage_word(&self) -> &'static str {
        if self.is_vertex() { "vertex" } else { "fragment" }
    }

    /// Where the instruction at hand stands.
    pub(crate) fn span(&self) -> Span {
        self.origin.map_or(Span::at(0), |id| self.program.span(id))
    }

    /// Adds a statement.
    pub(crate) fn push(&mut self, kind: StatementKind) {
        self.block.push(Statement::new(kind, self.origin));
    }

    /// Takes something that cannot be said.
    pub(crate) fn problem(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// Says that the instruction at hand needs something that no translation has.
    pub(crate) fn unsaid(&mut self, what: &str) {
        let span = self.span();
        self.problem(rules::unsaid(span, what));
    }

    /// Notes that a feature is used at a place; reports it where the target lacks it.
    pub(crate) fn need(&mut self, feature: Feature, span: Span) -> bool {
        match self.options.target.support(feature) {
            Support::Core | Support::Extension(_) => {
                self.shader.features.insert(feature);
                true
            }
            Support::Missing => {
                self.problem(rules::missing(span, self.options.target, feature, None));
                false
            }
        }
    }

    /// As [`Raiser::need`], but an emulation may stand in: gives whether it does.
    pub(crate) fn need_or(&mut self, feature: Feature, emulation: Emulation, span: Span) -> bool {
        if self.options.target.support(feature) != Support::Missing {
            self.shader.features.insert(feature);
            return false;
        }
        if !self.options.allows(emulation) {
            self.problem(rules::missing(
                span,
                self.options.target,
                feature,
                Some(emulation),
            ));
        }
        true
    }

    /// The name that the program declares for one register.
    pub(crate) fn declared(&self, file: File, slot: usize) -> Option<&'a str> {
        let mut declared = self.program.declared().iter();
        let found = declared
            .find(|name| name.file == file && name.first as usize == slot && name.length.is_none())?;
        Some(&found.name)
    }

    /// Keeps a name of the program for something of the interface.
    pub(crate) fn alias(&mut self, file: File, slot: usize, root: Root, index: Option<u32>) {
        if let Some(name) = self.declared(file, slot) {
            let name = self.names.fresh(name);
            self.shader.aliases.push(Alias { name, root, index });
        }
    }

    /// Calls a function of the library, which is defined if it is not yet; the arguments are made as wide as
    /// the widest.
    pub(crate) fn helper(&mut self, helper: Helper, arguments: Vec<Expression>) -> Expression {
        let width = arguments
            .iter()
            .map(|argument| argument.ty.width)
            .max()
            .unwrap_or(1);
        let arguments: Vec<Expression> = arguments
            .into_iter()
            .map(|argument| argument.splat(width))
            .collect();
        let own = arguments[0].ty;
        let function = self.helper_function(helper, own, arguments.len());
        let result = self.shader.function(function).result.unwrap_or(Type::FLOAT);
        Expression::call(function, result, arguments)
    }

    fn helper_function(&mut self, helper: Helper, own: Type, count: usize) -> FunctionId {
        if let Some(known) = self.library.get(&(helper, own)) {
            return *known;
        }
        let target = self.options.target;
        let precise = !target.is_spirv() && target.support(Feature::Precise) == Support::Core;
        let body = library::body(helper, own, precise, &mut |helper, arguments| {
            self.helper(helper, arguments)
        });
        // Functions of one name differ by their arguments; those of another meaning get another name.
        let mut known = self.library.iter();
        let name = known
            .find(|((other, _), _)| *other == helper)
            .map(|(_, function)| self.shader.function(*function).name.clone());
        let name = name.unwrap_or_else(|| self.names.fresh(helper.name()));
        let arguments = ["a", "b", "c"][..count].iter();
        let function = self.define(Function {
            name,
            doc: helper.doc().to_owned(),
            arguments: arguments.map(|letter| ((*letter).to_owned(), own)).collect(),
            locals: body.locals,
            result: Some(body.result),
            body: body.statements,
        });
        self.library.insert((helper, own), function);
        function
    }

    /// Adds a function to the library.
    pub(crate) fn define(&mut self, function: Function) -> FunctionId {
        self.shader.library.push(function);
        FunctionId(self.shader.library.len() as u32 - 1)
    }
}
