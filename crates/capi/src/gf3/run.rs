//! What words of the GeForce 3 compute, to the bit: one vertex at a time, or many at once.

use std::mem::MaybeUninit;
use std::slice;

use quadrille::gf3::function::single::ConstantFile;
use quadrille::gf3::function::{Constants, ORIGIN, OutputArrays, Quad, Stream};

use super::{QUADRILLE_GF3_REGISTERS, QuadrilleGf3Program};
use crate::ffi::{change, elements, guard, out, read};
use crate::status::QuadrilleStatus;

/// An attribute of many vertices.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleGf3Stream {
    /// Four components for each vertex, or four for all of them, as bits; NULL for (0, 0, 0, 1).
    pub quads: *const u32,
    /// Whether there are four for each vertex.
    pub varies: bool,
}

/// Writes the constants that a program of OpenGL's brought along, of four components each as bits, to their numbers among
/// the QUADRILLE_GF3_CONSTANTS of `constants`; others stay as they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_program_set_constants(
    program: *const QuadrilleGf3Program,
    constants: *mut u32,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header; so many constants of four numbers are there.
        let (program, constants) = unsafe { (read(program)?, change(constants.cast::<ConstantFile>())?) };
        for (number, quad) in &program.runs()?.own {
            if let Some(place) = constants.get_mut(usize::from(*number)) {
                *place = *quad;
            }
        }
        Ok(QuadrilleStatus::Ok)
    })
}

/// Runs one vertex. All numbers are the bits of four components: QUADRILLE_GF3_CONSTANTS constants, which only a program
/// that writes constants changes, and QUADRILLE_GF3_REGISTERS attributes and outputs. Outputs that it does not write are
/// (0, 0, 0, 1). Nothing is copied and nothing allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_run(
    program: *const QuadrilleGf3Program,
    constants: *mut u32,
    inputs: *const u32,
    outputs: *mut u32,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header; arrays of so many numbers are there, and none overlaps another.
        let (program, constants, inputs) = unsafe {
            (
                read(program)?,
                change(constants.cast::<ConstantFile>())?,
                read(inputs.cast::<[Quad; QUADRILLE_GF3_REGISTERS]>())?,
            )
        };
        let runs = program.runs()?;
        let outputs = outputs.cast::<[Quad; QUADRILLE_GF3_REGISTERS]>();
        // SAFETY: as above; they may be uninitialised until they are set.
        let outputs = unsafe {
            out(outputs, [ORIGIN; QUADRILLE_GF3_REGISTERS])?;
            change(outputs)?
        };
        runs.single.run(constants, inputs, outputs);
        Ok(QuadrilleStatus::Ok)
    })
}

/// Runs `count` vertices of a program that writes no constants: the same bits as one after another. `inputs` has
/// QUADRILLE_GF3_REGISTERS streams; `outputs` as many pointers, each NULL or to four numbers for each vertex.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_run_batch(
    program: *const QuadrilleGf3Program,
    constants: *const u32,
    inputs: *const QuadrilleGf3Stream,
    count: usize,
    outputs: *const *mut u32,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header; arrays of so many numbers are there.
        let (program, constants, inputs, outputs) = unsafe {
            (
                read(program)?,
                read(constants.cast::<ConstantFile>())?,
                read(inputs.cast::<[QuadrilleGf3Stream; QUADRILLE_GF3_REGISTERS]>())?,
                read(outputs.cast::<[*mut u32; QUADRILLE_GF3_REGISTERS]>())?,
            )
        };
        let batch = program
            .runs()?
            .batch
            .as_ref()
            .ok_or(QuadrilleStatus::InvalidArgument)?;
        let mut streams = [Stream::Uniform(ORIGIN); QUADRILLE_GF3_REGISTERS];
        for (stream, given) in streams.iter_mut().zip(inputs) {
            if !given.quads.is_null() {
                let many = if given.varies { count } else { 1 };
                // SAFETY: not NULL, so four numbers are there for each (contract).
                let given_quads = unsafe { elements(given.quads.cast::<Quad>(), many)? };
                *stream = match (given.varies, given_quads) {
                    (false, [one]) => Stream::Uniform(*one),
                    _ => Stream::PerVertex(given_quads),
                };
            }
        }
        let mut results = OutputArrays::default();
        let constants = Constants(constants.to_vec());
        let ran = batch.run(&constants, &streams, count, &mut results);
        ran.map_err(|_| QuadrilleStatus::Internal)?;
        for (place, results) in outputs.iter().zip(&results.0) {
            if place.is_null() || count == 0 {
                continue;
            }
            // SAFETY: not NULL, so four numbers for each vertex are there, which nobody else uses now and which may be
            // uninitialised (contract).
            let place = unsafe { slice::from_raw_parts_mut(place.cast::<MaybeUninit<Quad>>(), count) };
            match &results[..] {
                [] => place.fill(MaybeUninit::new(ORIGIN)),
                results => {
                    place.write_copy_of_slice(results);
                }
            }
        }
        Ok(QuadrilleStatus::Ok)
    })
}
