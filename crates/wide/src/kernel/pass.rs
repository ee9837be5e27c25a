//! Loops over planes: a function of words in every lane.
//!
//! One flat loop of constant length each, without a branch, over sources that are not the destination: only so is it
//! made of vector instructions of the full width.

use quadrille_numerics::level::{Level, Pass};
use std::marker::PhantomData;

use super::Operands;
use crate::plane::{Element, LANES, Registers, Spares};

/// A function of one word.
pub(super) trait One {
    /// Whether a loop over it is made of vector instructions.
    const WIDE: bool;
    type A: Element;
    type D: Element;
    fn of(a: Self::A) -> Self::D;
}

/// A function of two words.
pub(super) trait Two {
    /// Whether a loop over it is made of vector instructions.
    const WIDE: bool;
    type A: Element;
    type B: Element;
    type D: Element;
    fn of(a: Self::A, b: Self::B) -> Self::D;
}

/// A function of three words.
pub(super) trait Three {
    /// Whether a loop over it is made of vector instructions.
    const WIDE: bool;
    type A: Element;
    type B: Element;
    type C: Element;
    type D: Element;
    fn of(a: Self::A, b: Self::B, c: Self::C) -> Self::D;
}

/// A function of four words of a size.
pub(super) trait Four {
    /// Whether a loop over it is made of vector instructions.
    const WIDE: bool;
    type A: Element;
    fn of(a: [Self::A; 4]) -> Self::A;
}

type Lanes<E> = [E; LANES];

struct PassOne<'a, F: One>(&'a Lanes<F::A>, &'a mut Lanes<F::D>, PhantomData<F>);
struct PassTwo<'a, F: Two, const UNIFORM: u8>(
    &'a Lanes<F::A>,
    &'a Lanes<F::B>,
    &'a mut Lanes<F::D>,
    PhantomData<F>,
);
struct PassThree<'a, F: Three, const UNIFORM: u8>(
    &'a Lanes<F::A>,
    &'a Lanes<F::B>,
    &'a Lanes<F::C>,
    &'a mut Lanes<F::D>,
    PhantomData<F>,
);
struct PassFour<'a, F: Four>([&'a Lanes<F::A>; 4], &'a mut Lanes<F::A>, PhantomData<F>);

impl<F: One> Pass for PassOne<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PassOne(a, d, _) = self;
        for l in 0..LANES {
            d[l] = F::of(a[l]);
        }
    }
}

impl<F: Two, const UNIFORM: u8> Pass for PassTwo<'_, F, UNIFORM> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PassTwo(a, b, d, _) = self;
        let (a0, b0) = (a[0], b[0]);
        for l in 0..LANES {
            let a = if UNIFORM & 1 != 0 { a0 } else { a[l] };
            let b = if UNIFORM & 2 != 0 { b0 } else { b[l] };
            d[l] = F::of(a, b);
        }
    }
}

impl<F: Three, const UNIFORM: u8> Pass for PassThree<'_, F, UNIFORM> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PassThree(a, b, c, d, _) = self;
        let (a0, b0, c0) = (a[0], b[0], c[0]);
        for l in 0..LANES {
            let a = if UNIFORM & 1 != 0 { a0 } else { a[l] };
            let b = if UNIFORM & 2 != 0 { b0 } else { b[l] };
            let c = if UNIFORM & 4 != 0 { c0 } else { c[l] };
            d[l] = F::of(a, b, c);
        }
    }
}

impl<F: Four> Pass for PassFour<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let PassFour([a, b, c, e], d, _) = self;
        for l in 0..LANES {
            d[l] = F::of([a[l], b[l], c[l], e[l]]);
        }
    }
}

/// The kernel of a function of one word.
pub(super) fn one<F: One>(level: Level, registers: &mut Registers, spares: &mut Spares, at: &Operands) {
    let to = &mut F::D::spare(spares).0;
    level.run_if(F::WIDE, PassOne::<F>(registers.get(at[1]), to, PhantomData));
    registers.put::<F::D>(at[0], spares);
}

/// The kernel of a function of two words. Bit `n` of `UNIFORM` says that source `n` is the same in all lanes.
pub(super) fn two<F: Two, const UNIFORM: u8>(
    level: Level,
    registers: &mut Registers,
    spares: &mut Spares,
    at: &Operands,
) {
    let to = &mut F::D::spare(spares).0;
    let (a, b) = (registers.get(at[1]), registers.get(at[2]));
    level.run_if(F::WIDE, PassTwo::<F, UNIFORM>(a, b, to, PhantomData));
    registers.put::<F::D>(at[0], spares);
}

/// The kernel of a function of three words.
pub(super) fn three<F: Three, const UNIFORM: u8>(
    level: Level,
    registers: &mut Registers,
    spares: &mut Spares,
    at: &Operands,
) {
    let to = &mut F::D::spare(spares).0;
    let (a, b, c) = (registers.get(at[1]), registers.get(at[2]), registers.get(at[3]));
    level.run_if(F::WIDE, PassThree::<F, UNIFORM>(a, b, c, to, PhantomData));
    registers.put::<F::D>(at[0], spares);
}

/// The kernel of a function of four words.
pub(super) fn four<F: Four>(level: Level, registers: &mut Registers, spares: &mut Spares, at: &Operands) {
    let to = &mut F::A::spare(spares).0;
    let sources = [at[1], at[2], at[3], at[4]].map(|source| registers.get(source));
    level.run_if(F::WIDE, PassFour::<F>(sources, to, PhantomData));
    registers.put::<F::A>(at[0], spares);
}
