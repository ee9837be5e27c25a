//! A vertex on its way over the steps.

use std::cell::Cell;

use super::super::{Options, Quad, ilu, mac};
use super::ConstantFile;
use super::step::{
    BLOCK, Fourth, INDEXED, INPUTS, Matrix, OUTPUTS, One, Operand, Place, Step, Swizzle, Write, ZEROS,
};
use crate::word::Unit;
use quadrille_isa::nv20::{IluOp, MacOp};
use quadrille_numerics::nv20::lanes::{self, map2};
use quadrille_numerics::nv20::vector::dot4;
use quadrille_numerics::nv20::{ONE, compare, exponential, multiply::multiply};

/// Sixteen registers.
type Block<'a> = &'a [Cell<Quad>; BLOCK];

/// What a vertex reads and writes.
pub(super) struct Vertex<'a> {
    /// Constants, temporaries, inputs, outputs. So many that a number of four bits is one of them.
    blocks: [Block<'a>; 16],
    address: i32,
    options: &'a Options,
}

impl<'a> Vertex<'a> {
    #[inline(always)]
    pub(super) fn new(
        constants: &'a mut ConstantFile,
        temporaries: &'a mut [Quad; BLOCK],
        inputs: &'a mut [Quad; BLOCK],
        outputs: &'a mut [Quad; BLOCK],
        options: &'a Options,
    ) -> Vertex<'a> {
        let temporaries = Cell::from_mut(temporaries).as_array_of_cells();
        let mut blocks = [temporaries; 16];
        let (constants, _) = constants.as_chunks_mut::<BLOCK>();
        for (block, constants) in blocks.iter_mut().zip(constants) {
            *block = Cell::from_mut(constants).as_array_of_cells();
        }
        blocks[usize::from(INPUTS)] = Cell::from_mut(inputs).as_array_of_cells();
        blocks[usize::from(OUTPUTS)] = Cell::from_mut(outputs).as_array_of_cells();
        Vertex {
            blocks,
            address: 0,
            options,
        }
    }

    #[inline(always)]
    pub(super) fn step(&mut self, step: &Step) {
        match step {
            Step::One(one) if one.is_indexed => {
                let operands = one.operands.map(|operand| self.found(operand));
                self.one(&One { operands, ..*one });
            }
            Step::One(one) => self.one(one),
            Step::Matrix(matrix) if matrix.is_indexed => {
                let rows = matrix.rows.map(|row| self.found(row));
                let vector = self.found(matrix.vector);
                self.matrix(&Matrix {
                    rows,
                    vector,
                    ..*matrix
                });
            }
            Step::Matrix(matrix) => self.matrix(matrix),
        }
    }

    #[inline(always)]
    fn one(&mut self, one: &One) {
        // Before the other unit, which may load the address register.
        let special = match one.ilu {
            IluOp::Nop => [0; 4],
            IluOp::Mov => self.operand(&one.operands[2]),
            op => ilu(op, self.operand(&one.operands[2])),
        };
        let [mac, missed] = match one.mac {
            MacOp::Nop => [[0; 4]; 2],
            _ => self.mac(one),
        };
        if is_none(&missed) {
            self.write_all(one, &mac, &special);
        } else {
            self.long_one(one);
        }
    }

    #[inline(always)]
    fn write_all(&self, one: &One, mac: &Quad, special: &Quad) {
        self.write_of(&one.write, mac, special);
        if let Some([second, third]) = &one.more {
            self.write_of(second, mac, special);
            self.write_of(third, mac, special);
        }
    }

    #[inline(always)]
    fn write_of(&self, (unit, write): &(Unit, Write), mac: &Quad, special: &Quad) {
        match unit {
            Unit::Mac => self.write(write, mac),
            Unit::Ilu => self.write(write, special),
        }
    }

    /// An instruction without short ways, by the table of operations.
    #[cold]
    #[inline(never)]
    fn long_one(&self, one: &One) {
        let operands = one.operands.map(|operand| self.operand(&operand));
        self.write_all(one, &mac(one.mac, operands), &ilu(one.ilu, operands[2]));
    }

    /// Up to four dot products at once, one in each lane.
    #[inline(always)]
    fn matrix(&self, matrix: &Matrix) {
        let vector = matrix.fourth.of(&self.operand(&matrix.vector));
        let rows = [
            self.operand(&matrix.rows[0]),
            self.operand(&matrix.rows[1]),
            self.operand(&matrix.rows[2]),
            self.operand(&matrix.rows[3]),
        ];
        // Columns, so that what belongs to a lane is in it from the beginning.
        let [[x, x_missed], [y, y_missed], [z, z_missed], [w, w_missed]] = [
            column(&vector, &rows, 0),
            column(&vector, &rows, 1),
            column(&vector, &rows, 2),
            column(&vector, &rows, 3),
        ];
        let [sums, missed] = lanes::short_sum([&x, &y, &z, &w]);
        let missed = either(
            missed,
            either(either(x_missed, y_missed), either(z_missed, w_missed)),
        );
        if is_none(&missed) {
            self.write(&matrix.write, &sums);
        } else {
            self.long_matrix(matrix);
        }
    }

    /// A matrix without short ways.
    #[cold]
    #[inline(never)]
    fn long_matrix(&self, matrix: &Matrix) {
        let vector = matrix.fourth.of(&self.operand(&matrix.vector));
        let sums = matrix.rows.map(|row| dot4(vector, self.operand(&row)));
        self.write(&matrix.write, &sums);
    }

    /// Keeps the components outside the mask.
    #[inline(always)]
    fn write(&self, write: &Write, value: &Quad) {
        let register = self.register(write.place);
        let (mut merged, mask) = (register.get(), &write.mask);
        for i in 0..4 {
            merged[i] = (value[i] & mask[i]) | (merged[i] & !mask[i]);
        }
        register.set(merged);
    }

    #[inline(always)]
    fn register(&self, place: Place) -> &Cell<Quad> {
        &self.blocks[usize::from(place.block & 15)][usize::from(place.index & 15)]
    }

    /// An operand after swizzle and negation.
    #[inline(always)]
    fn operand(&self, operand: &Operand) -> Quad {
        let register = self.register(operand.place);
        let components = register.as_array_of_cells();
        let mut quad = match operand.swizzle {
            Swizzle::Same => register.get(),
            Swizzle::One(one) => [component(components, one); 4],
            Swizzle::Each([x, y, z, w]) => [
                component(components, x),
                component(components, y),
                component(components, z),
                component(components, w),
            ],
        };
        for word in &mut quad {
            *word ^= operand.sign;
        }
        quad
    }

    /// The operand, where it is a constant at a number from the address register on at the place of that.
    #[inline(always)]
    fn found(&self, operand: Operand) -> Operand {
        if operand.place.block != INDEXED {
            return operand;
        }
        let number = i32::from(operand.place.index).saturating_add(self.address);
        let number = self.options.access.index(self.options.beyond, number);
        let place = number.and_then(|number| Place::of_constant(number as u8));
        Operand {
            place: place.unwrap_or(ZEROS),
            ..operand
        }
    }

    /// The vector unit: its result by the short ways, and where it does not count.
    #[inline(always)]
    fn mac(&mut self, one: &One) -> [Quad; 2] {
        let [a, b, c] = &one.operands;
        let a = self.operand(a);
        let mut result = [0; 4];
        match one.mac {
            MacOp::Nop => {}
            MacOp::Arl => self.address = exponential::floor(a[0]),
            MacOp::Mov => result = a,
            MacOp::Mul => return lanes::short_product([&a, &self.operand(b)]),
            MacOp::Add => return lanes::short_sum([&a, &self.operand(c)]),
            MacOp::Mad => {
                let [product, missed] = lanes::short_product([&a, &self.operand(b)]);
                let [sum, more] = lanes::short_sum([&product, &self.operand(c)]);
                return [sum, either(missed, more)];
            }
            MacOp::Dp3 | MacOp::Dph | MacOp::Dp4 => {
                let [[x, y, z, w], missed] = lanes::short_product([&one.fourth.of(&a), &self.operand(b)]);
                // The sum in every lane.
                let [sum, more] = lanes::short_sum([&[x; 4], &[y; 4], &[z; 4], &[w; 4]]);
                return [sum, either(missed, more)];
            }
            MacOp::Dst => {
                let b = self.operand(b);
                result = [ONE, multiply(a[1], b[1]), a[2], b[3]];
            }
            MacOp::Min => map2(&mut result, [&a, &self.operand(b)], compare::minimum),
            MacOp::Max => map2(&mut result, [&a, &self.operand(b)], compare::maximum),
            MacOp::Slt => map2(&mut result, [&a, &self.operand(b)], compare::set_less_than),
            MacOp::Sge => map2(&mut result, [&a, &self.operand(b)], compare::set_greater_equal),
        }
        [result, [0; 4]]
    }
}

#[inline(always)]
fn component(components: &[Cell<u32>; 4], number: u8) -> u32 {
    components[usize::from(number & 3)].get()
}

/// One term of the dot products of a vector with four rows, as [`lanes::short_product`] gives it.
#[inline(always)]
fn column(vector: &Quad, rows: &[Quad; 4], number: usize) -> [Quad; 2] {
    let column = [rows[0][number], rows[1][number], rows[2][number], rows[3][number]];
    lanes::short_product([&[vector[number]; 4], &column])
}

/// Whether no bit of any lane is set.
#[inline(always)]
fn is_none(quad: &Quad) -> bool {
    quad[0] | quad[1] | quad[2] | quad[3] == 0
}

/// The bits of either.
#[inline(always)]
fn either(a: Quad, b: Quad) -> Quad {
    let mut bits = a;
    for i in 0..4 {
        bits[i] |= b[i];
    }
    bits
}

impl Fourth {
    /// The operand with that fourth component.
    #[inline(always)]
    fn of(&self, quad: &Quad) -> Quad {
        let mut changed = *quad;
        for i in 0..4 {
            changed[i] = (quad[i] & self.kept[i]) | self.set[i];
        }
        changed
    }
}
