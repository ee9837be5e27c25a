//! The lowering of instructions: where statements go, which instruction they come from, and the functions that they have
//! brought with them so far. What instructions read and write is the [`Interface`], which does not change.

use quadrille_base::Span;
use quadrille_program::{BufferElement, File, InstId, Instruction, Program};
use rustc_hash::FxHashMap;

use crate::form::{Block, Expression, Function, FunctionId, Root, Scalar, Statement, StatementKind, Type};
use crate::options::{Emulation, Options};
use crate::raise::draft::Draft;
use crate::raise::interface::Interface;
use crate::raise::interface::storages::Region;
use crate::raise::library::{self, Helper};
use crate::refusal::Reason;
use crate::target::{Feature, Support};

/// A function that instructions share, by what it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shared {
    /// One of the library, for arguments of a type.
    Helper(Helper, Type),
    /// The element of an array of registers that an index chooses.
    Element(File, u32, u32),
    /// Elements of BUFFER and BUFFER4 variables: the first, how many, and in how many buffers.
    BufferElements(BufferElement, u32, u32),
    /// The vector that a byte of parameter buffers lies in: the first buffer, how many, first byte and end.
    BufferBytes(u32, u32, u64, u64),
    /// A component of a vector of a kind.
    Component(Scalar),
    /// A word of a region of memory.
    Word(Region),
    /// The attribute of this slot, of one of so many vertices.
    OfVertex(u32, u32),
    /// A texel of the image of this number among those of the shader.
    Texel(u32),
}

/// Instructions on their way to statements.
pub(crate) struct Lowering<'a, 'd> {
    /// The shader that they become part of.
    pub(crate) draft: &'d mut Draft<'a>,
    /// The declared interface that they read and write.
    pub(crate) interface: &'d Interface,
    /// The functions that they have brought so far.
    functions: FxHashMap<Shared, FunctionId>,
    /// The instruction that statements come from.
    origin: Option<InstId>,
    /// The block that statements are added to.
    block: Block,
}

impl<'a, 'd> Lowering<'a, 'd> {
    /// The lowering of a program's instructions.
    pub(crate) fn new(draft: &'d mut Draft<'a>, interface: &'d Interface) -> Lowering<'a, 'd> {
        Lowering {
            draft,
            interface,
            functions: FxHashMap::default(),
            origin: None,
            block: Block::new(),
        }
    }

    /// The program.
    pub(crate) fn program(&self) -> &'a Program {
        self.draft.context.program
    }

    /// The options of the translation.
    pub(crate) fn options(&self) -> &'a Options {
        self.draft.context.options
    }

    /// Whether special values are those of the source language.
    pub(crate) fn is_exact(&self) -> bool {
        self.options().exact()
    }

    /// Whether it is a fragment program, whose invocations have neighbours.
    pub(crate) fn is_fragment(&self) -> bool {
        self.draft.context.is_fragment()
    }

    /// Whether an instruction may not be computed in another way: it says so, or special values are to be kept, for which
    /// GLSL has no other word.
    pub(crate) fn is_precise(&self, instruction: &Instruction) -> bool {
        let options = self.options();
        instruction.precise || options.preserve_special && options.target.is_glsl()
    }

    /// Statements from here on come from an instruction.
    pub(crate) fn locate(&mut self, origin: InstId) {
        self.origin = Some(origin);
    }

    /// The span of the instruction.
    pub(crate) fn span(&self) -> Span {
        self.draft.context.span(self.origin)
    }

    /// Adds a statement.
    pub(crate) fn push(&mut self, kind: StatementKind) {
        self.block.push(Statement::new(kind, self.origin));
    }

    /// Adds statements.
    pub(crate) fn append(&mut self, mut block: Block) {
        self.block.append(&mut block);
    }

    /// The statements that something adds, apart from those so far.
    pub(crate) fn apart(&mut self, make: impl FnOnce(&mut Self)) -> Block {
        let outer = std::mem::take(&mut self.block);
        make(self);
        std::mem::replace(&mut self.block, outer)
    }

    /// Does something where a condition holds.
    pub(crate) fn only_if(&mut self, condition: Expression, make: impl FnOnce(&mut Self)) {
        let then = self.apart(make);
        self.push(StatementKind::branch(condition, then));
    }

    /// Puts a value into all of a variable.
    pub(crate) fn put(&mut self, root: Root, value: Expression) {
        self.push(StatementKind::assign(root, None, value));
    }

    /// A value kept in a variable.
    pub(crate) fn hold(&mut self, name: &'static str, value: Expression, precise: bool) -> Expression {
        let ty = value.ty;
        let root = Root::Variable(self.scratch(name, ty));
        self.push(StatementKind::Assign {
            place: root.into(),
            components: None,
            value,
            precise,
        });
        Expression::read(root, ty)
    }

    /// A value kept in a variable, unless it is in one, or a constant.
    pub(crate) fn held(&mut self, name: &'static str, value: Expression) -> Expression {
        match value.is_at_hand() {
            true => value,
            false => self.hold(name, value, false),
        }
    }

    /// A new variable.
    pub(crate) fn variable(&mut self, name: &str, ty: Type) -> u32 {
        self.draft.variable(name, ty)
    }

    /// A variable for a value that is used up at once; one for each name and type.
    pub(crate) fn scratch(&mut self, name: &'static str, ty: Type) -> u32 {
        self.draft.scratch(name, ty)
    }

    /// Refuses the instruction for want of something that no target has, or not this one.
    pub(crate) fn unsupported(&mut self, reason: Reason) {
        let span = self.span();
        self.draft.unsupported(span, reason);
    }

    /// Notes that the instruction uses a feature; refuses it where the target lacks it.
    pub(crate) fn need(&mut self, feature: Feature) {
        let span = self.span();
        self.draft.need(feature, span);
    }

    /// As [`Lowering::need`], but an emulation may stand in: gives whether it does.
    pub(crate) fn need_or(&mut self, feature: Feature, emulation: Emulation) -> bool {
        let span = self.span();
        self.draft.need_or(feature, emulation, span)
    }

    /// A function that instructions share, which is made where none needed it before.
    pub(crate) fn shared(&mut self, key: Shared, make: impl FnOnce(&mut Self) -> Function) -> FunctionId {
        if let Some(known) = self.functions.get(&key) {
            return *known;
        }
        let function = make(self);
        let id = self.draft.define(function);
        self.functions.insert(key, id);
        id
    }

    /// A name for a function that differs by its arguments from those that match; what it is called where there is none.
    pub(crate) fn overloaded(&mut self, name: &str, matches: impl Fn(&Shared) -> bool) -> String {
        let mut known = self.functions.iter();
        match known.find(|(key, _)| matches(key)) {
            Some((_, function)) => self.draft.shader.function(*function).name.clone(),
            None => self.draft.names.fresh(name),
        }
    }

    /// Calls a function of the library, which is defined if it is not yet; the arguments are made as wide as
    /// the widest.
    pub(crate) fn helper(&mut self, helper: Helper, arguments: Vec<Expression>) -> Expression {
        let widths = arguments.iter().map(|argument| argument.ty.width);
        let width = widths.max().unwrap_or(1);
        let splat = |argument: Expression| argument.splat(width);
        let arguments: Vec<Expression> = arguments.into_iter().map(splat).collect();
        let (own, count) = (arguments[0].ty, arguments.len());
        let function = self.shared(Shared::Helper(helper, own), |lowering| {
            lowering.helper_function(helper, own, count)
        });
        let result = self.draft.shader.function(function).result.unwrap_or(Type::FLOAT);
        Expression::call(function, result, arguments)
    }

    fn helper_function(&mut self, helper: Helper, own: Type, count: usize) -> Function {
        let target = self.options().target;
        let precise = !target.is_spirv() && target.support(Feature::Precise) == Support::Core;
        let body = library::body(helper, own, precise, &mut |helper, arguments| {
            self.helper(helper, arguments)
        });
        // Functions of one name differ by their arguments; those of another meaning get another name.
        let name = self.overloaded(
            helper.name(),
            |key| matches!(key, Shared::Helper(other, _) if *other == helper),
        );
        let arguments = ('a'..).take(count);
        Function {
            name,
            doc: helper.doc().to_owned(),
            arguments: arguments.map(|letter| (letter.to_string(), own)).collect(),
            locals: body.locals,
            result: Some(body.result),
            body: body.statements,
        }
    }
}
