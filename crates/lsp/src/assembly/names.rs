//! The names of a program: where each is declared, and where it stands again.
//!
//! A name that is declared twice is the first one's, as for the checker; words of the language (conditions, targets,
//! selectors) are no names even where a name is spelled so.

use std::collections::HashMap;

use quadrille_base::Span;
use quadrille_check::opcode_row;
use quadrille_isa::gl::Role;
use quadrille_isa::gl::opcode::{OperandShape, ResultShape};
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{
    Declaration, Declarator, Instruction, Operand, Part, StatementKind, Value, Word,
};
use quadrille_syntax::{lex, lexer::TokenKind};

use super::program::Program;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NameKind {
    /// A variable, by the statement that declares it.
    Variable(Statement),
    /// The type of subroutine variables.
    SubroutineType,
    /// A place in the code.
    Label,
}

/// The names that are told apart though they are spelled alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Space {
    Variable,
    SubroutineType,
    Label,
}

impl NameKind {
    const fn space(self) -> Space {
        match self {
            NameKind::Variable(_) => Space::Variable,
            NameKind::SubroutineType => Space::SubroutineType,
            NameKind::Label => Space::Label,
        }
    }
}

/// A declared name.
#[derive(Clone, Debug)]
pub(crate) struct Declared<'d> {
    pub(crate) word: Word<'d>,
    pub(crate) kind: NameKind,
    /// The statement that declares it.
    pub(crate) statement: Span,
    /// What it is declared as: its own text, `c[4] = { … }`.
    pub(crate) item: Span,
    /// The role of the binding that it has, for an alias that of the other name.
    pub(crate) role: Option<Role>,
}

/// The names of a program.
#[derive(Debug, Default)]
pub(crate) struct Names<'d> {
    pub(crate) declared: Vec<Declared<'d>>,
    /// Each place of each name, the declaration among them, by place, with the number of the name.
    pub(crate) places: Vec<(Span, usize)>,
}

impl<'d> Names<'d> {
    pub(crate) fn of(program: &Program<'d>) -> Names<'d> {
        let mut walk = Walk {
            program,
            names: Names::default(),
            by_name: HashMap::new(),
            uses: Vec::new(),
        };
        for statement in &program.tree.statements {
            match &statement.kind {
                StatementKind::Label { name, .. } => {
                    walk.declare(*name, NameKind::Label, statement.span, name.span, None);
                }
                StatementKind::Instruction(instruction) => walk.instruction(instruction),
                StatementKind::Declaration(declaration) => walk.declaration(declaration, statement.span),
                StatementKind::Error => walk.unread(statement.span),
            }
        }
        walk.finish()
    }

    /// The number of the name at a byte, right behind its end included.
    pub(crate) fn at(&self, offset: u32) -> Option<(Span, usize)> {
        let after = self.places.partition_point(|(span, _)| span.start <= offset);
        let (span, name) = *self.places.get(after.checked_sub(1)?)?;
        (offset <= span.end).then_some((span, name))
    }

    /// The places of a name.
    pub(crate) fn places_of(&self, name: usize) -> impl Iterator<Item = Span> {
        let of_name = move |(span, other): &(Span, usize)| (*other == name).then_some(*span);
        self.places.iter().filter_map(of_name)
    }
}

struct Walk<'p, 'd> {
    program: &'p Program<'d>,
    names: Names<'d>,
    by_name: HashMap<(Space, &'d str), usize>,
    /// Words that may be names: branches go to labels further down.
    uses: Vec<(Word<'d>, Space)>,
}

impl<'d> Walk<'_, 'd> {
    fn declare(&mut self, word: Word<'d>, kind: NameKind, statement: Span, item: Span, role: Option<Role>) {
        let number = self.names.declared.len();
        let known = *self.by_name.entry((kind.space(), word.text)).or_insert(number);
        self.names.places.push((word.span, known));
        if known == number {
            self.names.declared.push(Declared {
                word,
                kind,
                statement,
                item,
                role,
            });
        }
    }

    fn uses(&mut self, word: Word<'d>, space: Space) {
        self.uses.push((word, space));
    }

    fn declaration(&mut self, declaration: &Declaration<'d>, span: Span) {
        let program = self.program;
        let items =
            &program.tree.declarators[declaration.items.start as usize..declaration.items.end as usize];
        let statement = Statement::find(declaration.keyword.text);
        // A word that is no statement was meant for one, and declares all the same.
        let declares = statement.is_none_or(declares_names);
        for item in items {
            let target = &program.tree.operands[item.target as usize];
            if let Some(kind) = item.type_name {
                self.uses(kind, Space::SubroutineType);
            }
            if !declares {
                continue;
            }
            let value = item.value.map(|value| &program.tree.operands[value as usize]);
            let is_type = statement == Some(Statement::SubroutineType);
            if let Some(word) = program.first_word(target) {
                let kind = match statement {
                    Some(Statement::SubroutineType) => NameKind::SubroutineType,
                    Some(statement) => NameKind::Variable(statement),
                    None => NameKind::Variable(Statement::Param),
                };
                let role = self.role(statement, item);
                self.declare(word, kind, span, item.span, role);
            }
            if let Some(value) = value {
                self.value(value, if is_type { Space::Label } else { Space::Variable });
            }
        }
    }

    /// The role of what a declaration binds.
    fn role(&self, statement: Option<Statement>, item: &Declarator<'d>) -> Option<Role> {
        if statement != Some(Statement::Alias) {
            return None;
        }
        let value = &self.program.tree.operands[item.value? as usize];
        let other = self.program.first_word(value)?;
        let known = self.by_name.get(&(Space::Variable, other.text))?;
        role_of(&self.names.declared[*known])
    }

    fn instruction(&mut self, instruction: &Instruction<'d>) {
        let program = self.program;
        let row = opcode_row(instruction.mnemonic.text, &program.features);
        let mut shapes = Vec::new();
        if let Some(row) = row {
            if row.result != ResultShape::None {
                shapes.push(None);
            }
            for shape in row.operands_in(program.features.languages) {
                shapes.push(Some(*shape));
                let more = match shape {
                    OperandShape::ExtendedSwizzle => 4,
                    OperandShape::Texture | OperandShape::Image => 1,
                    _ => 0,
                };
                // Selectors of SWZ, and targets: words of the language.
                shapes.extend(std::iter::repeat_n(Some(OperandShape::Condition), more));
            }
        }
        for (at, operand) in program.list(&instruction.operands).enumerate() {
            match shapes.get(at).copied().flatten() {
                Some(OperandShape::Condition) => {}
                Some(OperandShape::Label) => {
                    if let Some(word) = program.first_word(operand) {
                        self.uses(word, Space::Label);
                    }
                }
                _ => self.value(operand, Space::Variable),
            }
            self.attached(operand);
        }
    }

    /// A texel offset has names in it, a condition has none.
    fn attached(&mut self, operand: &Operand<'d>) {
        let Some(attached) = operand.attached else { return };
        let attached = &self.program.tree.operands[attached as usize];
        if let Value::Path(parts) = &attached.value {
            for part in self.program.parts(parts) {
                self.part(part);
            }
        }
    }

    fn value(&mut self, operand: &Operand<'d>, space: Space) {
        let program = self.program;
        match &operand.value {
            Value::Path(parts) => {
                let parts = program.parts(parts);
                if let Some(Part::Word(first)) = parts.first() {
                    self.uses(*first, space);
                }
                for part in parts {
                    self.part(part);
                }
            }
            Value::Braces(list) | Value::Parenthesis(list) => {
                for one in program.list(list) {
                    self.value(one, space);
                }
            }
            Value::Sum(one, _, other) => {
                for at in [one, other] {
                    self.value(&program.tree.operands[*at as usize], space);
                }
            }
            Value::Number(_) | Value::Missing => {}
        }
    }

    fn part(&mut self, part: &Part<'d>) {
        let program = self.program;
        match part {
            Part::Word(_) => {}
            Part::Index { from, to, .. } => {
                for at in from.iter().chain(to) {
                    self.value(&program.tree.operands[*at as usize], Space::Variable);
                }
            }
            Part::Arguments { list, .. } => {
                for one in program.list(list) {
                    self.value(one, Space::Variable);
                }
            }
        }
    }

    /// Words of a statement that has an error; the first opens it.
    fn unread(&mut self, span: Span) {
        let text: &'d str = self.program.piece.text;
        let mut before = TokenKind::Dot;
        for token in lex(&text[span.range()], self.program.tree.lexis) {
            let place = token.span.moved(span.start);
            if token.kind == TokenKind::Word && before != TokenKind::Dot {
                let word = Word {
                    text: &text[place.range()],
                    span: place,
                };
                self.uses(word, Space::Variable);
                self.uses(word, Space::Label);
            }
            if !token.kind.is_blank() {
                before = token.kind;
            }
        }
    }

    fn finish(mut self) -> Names<'d> {
        for (word, space) in self.uses {
            if let Some(name) = self.by_name.get(&(space, word.text)) {
                self.names.places.push((word.span, *name));
            }
        }
        self.names.places.sort_by_key(|(span, name)| (span.start, *name));
        self.names.places.dedup_by_key(|(span, _)| *span);
        self.names
    }
}

/// Whether a statement declares names.
const fn declares_names(statement: Statement) -> bool {
    match statement {
        Statement::Attrib
        | Statement::Param
        | Statement::Temp
        | Statement::Output
        | Statement::Address
        | Statement::Alias
        | Statement::Define
        | Statement::Declare
        | Statement::Buffer
        | Statement::Buffer4
        | Statement::Cbuffer
        | Statement::Texture
        | Statement::Image
        | Statement::Storage
        | Statement::Shared
        | Statement::Counter
        | Statement::SubroutineType
        | Statement::Subroutine => true,
        Statement::Option
        | Statement::PrimitiveIn
        | Statement::PrimitiveOut
        | Statement::VerticesOut
        | Statement::Invocations
        | Statement::TessMode
        | Statement::TessSpacing
        | Statement::TessVertexOrder
        | Statement::TessPointMode
        | Statement::GroupSize
        | Statement::SharedMemory
        | Statement::Passthrough
        | Statement::SecondaryViewLayerOffset => false,
    }
}

/// The role of a declared variable, where bindings have such a one; none for a temporary.
pub(crate) fn role_of(declared: &Declared<'_>) -> Option<Role> {
    let NameKind::Variable(statement) = declared.kind else {
        return None;
    };
    declared.role.or(match statement {
        Statement::Attrib => Some(Role::Attribute),
        Statement::Param | Statement::Define | Statement::Declare => Some(Role::Parameter),
        Statement::Output => Some(Role::Result),
        Statement::Buffer | Statement::Buffer4 | Statement::Cbuffer => Some(Role::Buffer),
        Statement::Texture => Some(Role::Texture),
        Statement::Image => Some(Role::Image),
        Statement::Storage => Some(Role::Storage),
        Statement::Shared => Some(Role::Shared),
        Statement::Counter => Some(Role::Counter),
        Statement::Subroutine => Some(Role::Subroutine),
        _ => None,
    })
}
