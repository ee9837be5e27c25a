//! The macros by which a row of the table of arithmetic becomes the operation's name, its shape and its bodies.

/// The body of a row for one kind of number, handed to an [`Evaluator`] by the shape of the operation; `None` of a
/// row that has no body for it.
macro_rules! body {
    ($evaluator:ident $admit:path, vector($count:literal) |$operands:pat_param| [$x:expr, $y:expr, $z:expr, $w:expr $(,)?]) => {
        Some($evaluator.vector::<$count>(
            |operands| {
                let $operands = operands.map(|vector| vector.map($admit));
                $x
            },
            |operands| {
                let $operands = operands.map(|vector| vector.map($admit));
                $y
            },
            |operands| {
                let $operands = operands.map(|vector| vector.map($admit));
                $z
            },
            |operands| {
                let $operands = operands.map(|vector| vector.map($admit));
                $w
            },
        ))
    };
    ($evaluator:ident $admit:path, dot($count:literal) |$operands:pat_param| { $body:expr }) => {
        Some($evaluator.dot::<$count>(|operands| {
            let $operands = operands.map(|vector| vector.map($admit));
            $body
        }))
    };
    ($evaluator:ident $admit:path, $shape:ident($count:literal) |$operands:pat_param| { $body:expr }) => {
        Some($evaluator.$shape::<$count>(|operands| {
            let $operands = operands.map($admit);
            $body
        }))
    };
    ($evaluator:ident $admit:path, $shape:ident($count:literal)) => {
        None
    };
}

macro_rules! present {
    () => {
        false
    };
    ($body:tt) => {
        true
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! class {
    (componentwise($count:literal)) => {
        Class::Componentwise($count)
    };
    (scalar($count:literal)) => {
        Class::Scalar($count)
    };
    (dot($count:literal)) => {
        Class::Dot($count)
    };
    (vector($count:literal)) => {
        Class::Vector($count)
    };
}

/// A row reads: what it does, name and parameter, shape and number of operands, body over floats, body over
/// integers. A row has at least one of them. `carry` says what an integer form that sets carry and overflow adds;
/// `domain` what is undefined about operands, `unspecified` which components of the result are.
///
/// `componentwise`: a component of the result from the same component of each operand; a scalar operand stands in
/// all four. `scalar`: one value from the x of each operand, replicated. `dot`: one value from the components of
/// vectors, replicated. `vector`: a body for each component.
macro_rules! arithmetic {
    ($(
        $(#[doc = $doc:literal])* $id:ident $(($parameter:ident: $kind:ty))? = $shape:ident($count:literal) {
            $(float |$floats:pat_param| $float:tt)?
            $(integer |$integers:pat_param| $integer:tt)?
            $(carry $addition:ident)?
            $(domain $domain:ident)?
            $(unspecified $unspecified:literal)?
        }
    )*) => {
        /// The operation of an arithmetic instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ArithmeticOp {
            $($(#[doc = $doc])* $id $(($kind))?,)*
        }

        impl ArithmeticOp {
            /// The dependence of its result on its operands.
            pub const fn class(self) -> Class {
                match self {
                    $(ArithmeticOp::$id { .. } => class!($shape($count)),)*
                }
            }

            /// The effect of the operation, in a sentence.
            pub const fn doc(self) -> &'static str {
                match self {
                    $(ArithmeticOp::$id { .. } => concat!($($doc),*).trim_ascii(),)*
                }
            }

            /// The number of operands.
            pub const fn operands(self) -> usize {
                match self {
                    $(ArithmeticOp::$id { .. } => $count,)*
                }
            }

            /// Whether it computes with numbers of a type: whether [`ArithmeticOp::float`] or
            /// [`ArithmeticOp::integer`] has a body.
            pub const fn computes_in(self, data_type: DataType) -> bool {
                match self {
                    $(ArithmeticOp::$id { .. } => match data_type.is_float() {
                        true => present!($($float)?),
                        false => present!($($integer)?),
                    },)*
                }
            }

            /// Its addends, if its integer form sets carry and overflow.
            pub const fn addition(self) -> Option<Addition> {
                match self {
                    $(ArithmeticOp::$id { .. } => optional!($(Addition::$addition)?),)*
                }
            }

            /// The case that its specification leaves undefined for operands outside its domain.
            pub const fn domain(self) -> Option<Undefined> {
                match self {
                    $(ArithmeticOp::$id { .. } => optional!($(Undefined::$domain)?),)*
                }
            }

            /// Components of its result that its specification leaves undefined, bit 0 for x. They read 0.
            pub const fn unspecified(self) -> u8 {
                match self {
                    $(ArithmeticOp::$id { .. } => 0 $(| $unspecified)?,)*
                }
            }

            /// Hands its body over floats to an evaluator; `None` if it computes with integers only.
            ///
            /// Operands are read as their environment admits them; sums are taken in written order.
            #[inline]
            #[expect(unused_variables, reason = "not every component of a vector is read, and not every parameter")]
            pub fn float<L: Float, E: Evaluator<L>>(self, evaluator: E) -> Option<E::Output> {
                match self {
                    $(ArithmeticOp::$id $(($parameter))? => {
                        body!(evaluator L::admit, $shape($count) $(|$floats| $float)?)
                    })*
                }
            }

            /// Hands its body over integers to an evaluator; `None` if it computes with floats only.
            ///
            /// SAD's third operand and result are unsigned: their bits are taken as they are.
            #[inline]
            #[expect(unused_variables, reason = "not every component of a vector is read, and not every parameter")]
            pub fn integer<I: Int, E: Evaluator<I>>(self, evaluator: E) -> Option<E::Output> {
                match self {
                    $(ArithmeticOp::$id $(($parameter))? => {
                        body!(evaluator std::convert::identity, $shape($count) $(|$integers| $integer)?)
                    })*
                }
            }
        }
    };
}

pub(super) use {arithmetic, body, class, optional, present};
