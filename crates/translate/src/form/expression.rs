//! Expressions: trees without side effects whose every node knows its type.

use super::built_in::BuiltIn;
use super::id::FunctionId;
use super::types::Type;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    /// Its type.
    pub ty: Type,
    /// The operation that gives the value, with its operands.
    pub kind: ExpressionKind,
}

/// The operation that gives a value, with its operands.
#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// Constants: the bits of as many components as the type has, in the low half where that has 32; a truth
    /// value is 0 or 1.
    Literal([u64; 4]),
    /// The value of an l-value.
    Read(Lvalue),
    /// Some components of a vector, in any order.
    Components(Box<Expression>, Components),
    /// A vector from parts, whose widths add up to its own; a single scalar part stands in all components.
    Construct(Vec<Expression>),
    /// An operation on one value, component by component.
    Unary(Unary, Box<Expression>),
    /// An operation on two values, component by component. In arithmetic one of them may be a scalar beside
    /// a vector. Comparisons give truth values.
    Binary(Binary, Box<[Expression; 2]>),
    /// The second where the first is true, else the third. The first is one truth value, or as many as the
    /// others have components. Only what is taken counts: a NaN in the other does not spread.
    Select(Box<[Expression; 3]>),
    /// The same number as another kind: a truth value is 0 or 1; a float goes to an integer towards zero; of an
    /// integer that is too large the low bits stay, and another float is the nearest one.
    Convert(Box<Expression>),
    /// The same bits as another kind of number.
    Bits(Box<Expression>),
    /// A function that every target has.
    BuiltIn(BuiltIn, Vec<Expression>),
    /// A function that the shader brings with it.
    Call(FunctionId, Vec<Expression>),
    /// A lookup in a texture.
    Lookup(Box<Lookup>),
    /// The number of words of a storage buffer: a signed integer.
    Length(u32),
    /// A texel of an image: four components.
    Texel(Box<Texel>),
    /// The size of an image: as many signed integers as it has dimensions, of a cube two, and its layers.
    ImageSize(u32),
    /// The number of samples of a texel of an image: a signed integer.
    ImageSamples(u32),
}

/// Components of a vector, in order; one to four of 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Components {
    index: [u8; 4],
    count: u8,
}

impl Components {
    /// These components; at most four count.
    pub fn new(components: &[u8]) -> Components {
        let mut index = [0; 4];
        let count = components.len().min(4);
        index[..count].copy_from_slice(&components[..count]);
        Components {
            index,
            count: count as u8,
        }
    }

    /// The components of a mask, bit 0 for x.
    pub fn of_mask(mask: u8) -> Components {
        let set: Vec<u8> = (0..4).filter(|at| mask >> at & 1 != 0).collect();
        Components::new(&set)
    }

    /// All components of a value this wide.
    pub fn all(width: u8) -> Components {
        Components {
            index: [0, 1, 2, 3],
            count: width,
        }
    }

    /// The components as numbers.
    pub fn as_slice(&self) -> &[u8] {
        &self.index[..usize::from(self.count)]
    }

    /// The number of components.
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Whether they are all components of a value this wide, in order.
    pub fn is_all(&self, width: u8) -> bool {
        self.count == width
            && self
                .as_slice()
                .iter()
                .enumerate()
                .all(|(at, from)| at == usize::from(*from))
    }

    /// `xyzw`, as far as they go.
    pub fn letters(&self) -> String {
        self.as_slice()
            .iter()
            .map(|at| ['x', 'y', 'z', 'w'][usize::from(at & 3)])
            .collect()
    }
}

/// Something that can be read, and often written.
#[derive(Clone, PartialEq, Debug)]
pub struct Lvalue {
    /// The variable itself, or the array that it is an element of.
    pub root: Root,
    /// Which element of the array: a signed integer.
    pub index: Option<Box<Expression>>,
}

/// The variable or resource of an l-value: an index into a list of the [`Shader`](super::Shader).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Root {
    /// [`Shader::variables`](super::Shader::variables)
    Variable(u32),
    /// [`Shader::inputs`](super::Shader::inputs)
    Input(u32),
    /// [`Shader::outputs`](super::Shader::outputs)
    Output(u32),
    /// [`Shader::parameters`](super::Shader::parameters)
    Parameter(u32),
    /// [`Shader::buffers`](super::Shader::buffers): an array of vectors
    Buffer(u32),
    /// [`Shader::storages`](super::Shader::storages): an array of words
    Storage(u32),
    /// [`Shader::shared`](super::Shader::shared): an array of words
    Shared,
    /// A word of memory by its GPU address, an unsigned integer of 64 bits in place of an index:
    /// [`Shader::addressed`](super::Shader::addressed)
    Address(u32),
    /// [`Shader::constants`](super::Shader::constants)
    Constant(u32),
    /// An argument of the function that is being defined.
    Argument(u32),
    /// A variable of the function that is being defined: [`Function::locals`](super::Function::locals).
    Local(u32),
}

impl From<Root> for Lvalue {
    fn from(root: Root) -> Lvalue {
        Lvalue { root, index: None }
    }
}

/// An operation on one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// The sign changed.
    Negate,
    /// The opposite truth value.
    Not,
    /// Every bit changed.
    Complement,
}

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// Sum; integers wrap.
    Add,
    /// Difference; integers wrap.
    Subtract,
    /// Product; of integers the low bits.
    Multiply,
    /// Quotient; of integers towards zero, by zero undefined.
    Divide,
    /// Remainder of integers that are not negative.
    Remainder,
    /// `==`
    Equal,
    /// `!=`, true where either is NaN.
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// Both truth values; the second may go unevaluated. Scalars only.
    And,
    /// Either truth value; the second may go unevaluated. Scalars only.
    Or,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// Bitwise exclusive or.
    BitXor,
    /// Shift to the left by 0 to one less than there are bits, which is a number of 32 bits.
    ShiftLeft,
    /// Shift to the right by as much, arithmetic for signed numbers.
    ShiftRight,
}

impl Binary {
    /// Whether it compares, and so gives truth values.
    pub const fn compares(self) -> bool {
        matches!(
            self,
            Binary::Equal
                | Binary::NotEqual
                | Binary::Less
                | Binary::LessOrEqual
                | Binary::Greater
                | Binary::GreaterOrEqual
        )
    }
}

/// A lookup in a texture: four floats, or one for a comparison and fewer integers for a query of sizes.
#[derive(Clone, PartialEq, Debug)]
pub struct Lookup {
    /// Index into [`Shader::textures`](super::Shader::textures).
    pub texture: u32,
    /// The kind of lookup or query.
    pub kind: LookupKind,
    /// As many as the texture has coordinates, its layer behind them. Signed integers for a fetch.
    pub coordinates: Expression,
    /// The divisor of coordinates and reference.
    pub divisor: Option<Expression>,
    /// The reference of a comparison.
    pub reference: Option<Expression>,
    /// The source of the level of detail.
    pub lod: LookupLod,
    /// A texel offset.
    pub offset: Option<Offset>,
    /// The minimum of a level that is found by neighbours or derivatives: one float.
    pub clamp: Option<Expression>,
}

/// A texel offset: as many signed integers as there are coordinates without the layer.
#[derive(Clone, PartialEq, Debug)]
pub enum Offset {
    /// Numbers of the program.
    Constant(Vec<i32>),
    /// Found at run time.
    Variable(Expression),
}

/// The kind of a lookup or query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LookupKind {
    /// A filtered sample.
    Sample,
    /// One texel by integer coordinates.
    Fetch,
    /// One component, 0 to 3, of four texels.
    Gather(u8),
    /// The size of a level.
    Size,
    /// The number of levels: a signed integer.
    Levels,
    /// The number of samples of a texel: a signed integer.
    Samples,
    /// The level of detail that a sample would use: two floats.
    Level,
}

/// The source of a level of detail.
#[derive(Clone, PartialEq, Debug)]
pub enum LookupLod {
    /// From the neighbours in a fragment shader, the base level elsewhere.
    Implicit,
    /// From the neighbours, plus this.
    Bias(Expression),
    /// This; for fetches and queries a signed integer.
    Explicit(Expression),
    /// From these derivatives of the coordinates.
    Gradient(Expression, Expression),
    /// No level, but this sample of a texel: a signed integer.
    Sample(Expression),
}

/// The place of a texel.
#[derive(Clone, PartialEq, Debug)]
pub struct Texel {
    /// Index into [`Shader::images`](super::Shader::images).
    pub image: u32,
    /// As many signed integers as the image has coordinates, its layer or face behind them.
    pub coordinates: Expression,
    /// Which sample: a signed integer; of an image that has several.
    pub sample: Option<Expression>,
}
