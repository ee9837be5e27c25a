//! The tree of one program, with every token of its text.
//!
//! Nodes lie in flat pools and refer to each other by ranges and indices, so that a tree is a handful of
//! allocations however long the program. Words borrow from the source text.

use std::ops::Range;

use quadrille_base::Span;

use crate::lexer::{Lexis, Token, lex};

/// A name, opcode, modifier or selector, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'s> {
    /// The text.
    pub text: &'s str,
    /// Its span.
    pub span: Span,
}

/// A run of nodes in one of the pools of a [`Tree`].
pub type NodeRange = Range<u32>;

/// Index of an operand in [`Tree::operands`].
pub type OperandIndex = u32;

/// One program.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree<'s> {
    /// The text that was parsed.
    pub text: &'s str,
    /// The rule by which it was cut into tokens.
    pub lexis: Lexis,
    /// The header, `!!ARBvp1.0`, if the text starts with one.
    pub header: Option<Word<'s>>,
    /// Statements in order.
    pub statements: Vec<Statement<'s>>,
    /// The word `END`, if it is there.
    pub end: Option<Span>,
    /// The breaches of the grammar, in order of position.
    pub errors: Vec<SyntaxError>,
    /// The number of breaches beyond these: a tree lists no more than [`crate::MAX_ERRORS`].
    pub unlisted: usize,
    /// Pool of words (modifiers).
    pub words: Vec<Word<'s>>,
    /// Pool of operands.
    pub operands: Vec<Operand<'s>>,
    /// Pool of operand indices (lists: arguments, braces).
    pub lists: Vec<OperandIndex>,
    /// Pool of path parts.
    pub parts: Vec<Part<'s>>,
    /// Pool of what declarations declare.
    pub declarators: Vec<Declarator<'s>>,
}

impl<'s> Tree<'s> {
    /// A tree of nothing yet.
    pub(crate) const fn new(text: &'s str, lexis: Lexis) -> Tree<'s> {
        Tree {
            text,
            lexis,
            header: None,
            statements: Vec::new(),
            end: None,
            errors: Vec::new(),
            unlisted: 0,
            words: Vec::new(),
            operands: Vec::new(),
            lists: Vec::new(),
            parts: Vec::new(),
            declarators: Vec::new(),
        }
    }

    /// Makes room for a text of so many bytes. Programs of the world have an operand for each eight bytes or
    /// more; comments make it fewer.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.statements.reserve(bytes / 32);
        self.operands.reserve(bytes / 8);
        self.lists.reserve(bytes / 8);
        self.parts.reserve(bytes / 7);
    }

    /// Takes out all but the header.
    pub(crate) fn clear(&mut self) {
        self.statements.clear();
        self.errors.clear();
        self.unlisted = 0;
        self.words.clear();
        self.operands.clear();
        self.lists.clear();
        self.parts.clear();
        self.declarators.clear();
    }

    /// All tokens, white space and comments included: their texts make up the whole text. Takes as long as
    /// the first reading; the parser keeps none.
    pub fn tokens(&self) -> Vec<Token> {
        lex(self.text, self.lexis)
    }
}

/// A breach of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The kind of breach; a dialect may admit some of these.
    pub kind: SyntaxErrorKind,
    /// The span that a person has to look at.
    pub span: Span,
    /// The byte at which reading from left to right finds it: the first of the token that does not fit.
    pub position: u32,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// A few words under the marked text; may be empty.
    pub hint: String,
    /// A remedy: what to insert at or write over the span.
    pub fix: Option<(Span, String)>,
}

/// The kinds of breach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SyntaxErrorKind {
    /// White space, a comment or a byte order mark before the header.
    BeforeHeader,
    /// The text does not begin with anything like a header.
    NoHeader,
    /// Characters that begin no token.
    StrayCharacters,
    /// A statement without its `;`.
    MissingSemicolon,
    /// A declared name and its value without a `=` between them.
    MissingEquals,
    /// Two operands without a `,` between them.
    MissingComma,
    /// Nothing, or something else, where an operand is needed.
    MissingOperand,
    /// A bracket, brace, parenthesis or bar without its partner.
    Unclosed,
    /// `|R0|.x` for `|R0.x|`; the tree has the selector all the same.
    SelectorAfterBar,
    /// A `;` that ends no statement.
    EmptyStatement,
    /// A token that does not fit where it stands.
    Unexpected,
    /// Brackets within brackets beyond [`crate::MAX_NESTING`].
    Nesting,
    /// No `END`.
    MissingEnd,
    /// Something other than white space and comments after `END`.
    AfterEnd,
    /// A text of more than 4 GiB.
    TooLong,
}

impl SyntaxErrorKind {
    /// Whether all statements are known in spite of it.
    pub const fn keeps_statements(self) -> bool {
        use SyntaxErrorKind::*;
        match self {
            BeforeHeader | AfterEnd | SelectorAfterBar => true,
            NoHeader | StrayCharacters | MissingSemicolon | MissingEquals | MissingComma | MissingOperand
            | Unclosed | EmptyStatement | Unexpected | Nesting | MissingEnd | TooLong => false,
        }
    }
}

/// One statement, up to and with its `;` or `:`.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement<'s> {
    /// From its first to its last token.
    pub span: Span,
    /// Its kind.
    pub kind: StatementKind<'s>,
}

/// The kinds of statement.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind<'s> {
    /// `name:` or `name SUBROUTINENUM(3):`.
    Label {
        /// The label's name.
        name: Word<'s>,
        /// The word and the operand in its parentheses, between name and colon.
        number: Option<(Word<'s>, OperandIndex)>,
    },
    /// `MAD.SAT R0.xyz (GT.x), R1, -c[2], R3.w;`
    Instruction(Instruction<'s>),
    /// A statement that one of the opening words of the language begins: `FLAT ATTRIB a = …;`.
    Declaration(Declaration<'s>),
    /// Tokens that form no statement; an error stands for them.
    Error,
}

/// An instruction: the mnemonic with any suffix still on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction<'s> {
    /// `MAD`, `ADDRC1_SSAT`, `MUL_SAT`, as written.
    pub mnemonic: Word<'s>,
    /// Dot modifiers in order, in [`Tree::words`].
    pub modifiers: NodeRange,
    /// Operands between commas (result first where the opcode has one), in [`Tree::lists`]. An operand that
    /// rightly follows another without a comma is that operand's [`Operand::attached`].
    pub operands: NodeRange,
}

/// A declaration: modifiers, the word that opens it, and what it declares.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration<'s> {
    /// Words before the keyword (`FLAT`, `LONG`), in [`Tree::words`].
    pub modifiers: NodeRange,
    /// `PARAM`, `TEMP`, `OPTION`, `GROUP_SIZE`, …
    pub keyword: Word<'s>,
    /// The declarators, in [`Tree::declarators`]. `GROUP_SIZE 8 8;` has two.
    pub items: NodeRange,
}

/// One declared thing: `c[4] = { … }`, `a`, `TRIANGLES`, `8`, or with a type before it `T v = …`.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarator<'s> {
    /// From first to last token.
    pub span: Span,
    /// A word before the name: the type in `SUBROUTINE T v`.
    pub type_name: Option<Word<'s>>,
    /// The name with its size (`c[4]`, `c[]`), or any other operand.
    pub target: OperandIndex,
    /// The initializer behind `=`; for `SUBROUTINETYPE T { a, b }` the braces without `=`.
    pub value: Option<OperandIndex>,
}

/// A sign with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// Whether it is `-`.
    pub negative: bool,
    /// Its span.
    pub span: Span,
}

/// An operand: sign, magnitude bars, and what is between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Operand<'s> {
    /// Without `attached`.
    pub span: Span,
    /// The sign outside any bars.
    pub sign: Option<Sign>,
    /// The bars, and the sign inside them.
    pub absolute: Option<Absolute>,
    /// The value.
    pub value: Value<'s>,
    /// The selectors behind a number, braces or closing bar: `.x`, `.xyzw`; in [`Tree::parts`]. The selectors of a
    /// path are parts of the path itself.
    pub suffix: NodeRange,
    /// A parenthesis or call that follows without a comma: the condition of a write mask or branch,
    /// `R0.xy (GT.x)`, or the texel offset of a target, `2D (1,0)`, `2D offset(R1)`. Bare only after one of
    /// [`Words::branches`]: `CAL name GT.x`.
    pub attached: Option<OperandIndex>,
}

impl Operand<'_> {
    /// Whether nothing stands around the value: no sign, no bars, no suffix and nothing attached.
    pub fn is_plain(&self) -> bool {
        self.sign.is_none() && self.absolute.is_none() && self.suffix.is_empty() && self.attached.is_none()
    }
}

/// `|…|` around an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absolute {
    /// From bar to bar.
    pub span: Span,
    /// A sign inside the bars.
    pub sign: Option<Sign>,
}

/// The value of an operand.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'s> {
    /// `state.matrix.mvp.row[0..3]`, `R0.xyz`, `2D`, `handle(R0.x)`: a word and what follows it, in
    /// [`Tree::parts`]. The first part is always a word.
    Path(NodeRange),
    /// A number.
    Number(Number<'s>),
    /// `{ 1.0, -2, state.fog.color }`, in [`Tree::lists`].
    Braces(NodeRange),
    /// `(GT.x)`, `(1, 0, -2)`, in [`Tree::lists`].
    Parenthesis(NodeRange),
    /// `A0.x + 3` inside an index: a sum of an operand and an operand, the sign between them.
    Sum(OperandIndex, Sign, OperandIndex),
    /// Nothing that the grammar knows; an error stands for it.
    Missing,
}

/// A number as written; its value is read by [`Number::float`] and [`Number::integer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number<'s> {
    /// Digits, point, exponent, or `0x` and digits; no sign.
    pub text: &'s str,
    /// Its notation.
    pub form: NumberForm,
}

/// The notation of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberForm {
    /// Decimal digits only.
    Integer,
    /// `0x` and hexadecimal digits.
    Hexadecimal,
    /// With a point or an exponent.
    Float,
}

/// One part of a path.
#[derive(Clone, PartialEq, Debug)]
pub enum Part<'s> {
    /// A word: the first, or one after a `.`.
    Word(Word<'s>),
    /// `[…]`.
    Index {
        /// With the brackets.
        span: Span,
        /// The index between them; `None` for `[]`.
        from: Option<OperandIndex>,
        /// The end of a range `a..b`.
        to: Option<OperandIndex>,
    },
    /// `(…)` after one of [`Words::calls`], as in `handle(R0.x)` and `offset(R1)`, in [`Tree::lists`].
    Arguments {
        /// With the parentheses.
        span: Span,
        /// The operands.
        list: NodeRange,
    },
}

/// The words of a language that the parser has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The rule by which text is cut into tokens.
    pub lexis: Lexis,
    /// Words that open a declaration: `PARAM`, `TEMP`, …
    pub declarations: &'static [&'static str],
    /// Words that may stand before them: `FLAT`, `LONG`, …
    pub modifiers: &'static [&'static str],
    /// Opening words whose statement may end without `;`: `PRIMITIVE_IN`, `GROUP_SIZE`, …
    pub unterminated: &'static [&'static str],
    /// Opening words that nothing follows: `TESS_POINT_MODE`.
    pub bare: &'static [&'static str],
    /// Opening words with a type before the name: `SUBROUTINE`.
    pub typed: &'static [&'static str],
    /// Opening words whose value may follow without `=`: `SUBROUTINETYPE`, `COUNTER`.
    pub without_equals: &'static [&'static str],
    /// Words that take arguments in parentheses: `handle`, `offset`. After any other word a parenthesis is
    /// [`Operand::attached`].
    pub calls: &'static [&'static str],
    /// Mnemonics whose first operand may be followed by a condition without comma or parentheses,
    /// `CAL name GT.x`: `BRA`, `CAL`, `CALI`.
    pub branches: &'static [&'static str],
    /// Mnemonics that open and close blocks; only the formatter wants them.
    pub blocks: Blocks,
}

/// The mnemonics between which instructions stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocks {
    /// `IF`, `REP`, `LOOP`.
    pub open: &'static [&'static str],
    /// `ELSE`.
    pub divide: &'static [&'static str],
    /// `ENDIF`, `ENDREP`, `ENDLOOP`.
    pub close: &'static [&'static str],
}

impl Blocks {
    /// No blocks.
    pub const NONE: Blocks = Blocks {
        open: &[],
        divide: &[],
        close: &[],
    };
}

impl Words {
    /// No words at all; a base for `Words { declarations, ..Words::NONE }`.
    pub const NONE: Words = Words {
        lexis: Lexis::Assembly,
        declarations: &[],
        modifiers: &[],
        unterminated: &[],
        bare: &[],
        typed: &[],
        without_equals: &[],
        calls: &[],
        branches: &[],
        blocks: Blocks::NONE,
    };
}
