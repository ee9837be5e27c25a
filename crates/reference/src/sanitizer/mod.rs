//! The sanitizer: an observer that reports what the specifications call undefined.
//!
//! A finding is one file, whose module documentation is its page: what is undefined, what is done here, a
//! program that shows it and one that just does not.

mod abnormal_end;
mod access_out_of_range;
mod angle_range;
mod bad_stream;
mod binding_index;
mod bit_field;
mod call_depth;
mod conversion_range;
mod data_race;
mod division_by_zero;
mod far_texel_offset;
mod feedback_loop;
mod flags_of_negative_sum;
mod inactive_thread;
mod index_out_of_range;
mod interpolation_offset;
mod invalid_image_load;
mod kernel;
mod logarithm_domain;
mod memory;
mod misaligned_access;
mod missing_barrier;
mod mistyped_read;
mod modulus_range;
mod negative_base;
mod no_subroutine;
mod non_resident_address;
mod non_resident_handle;
mod outputs;
mod overlapping_blit;
mod parameter_type;
mod parted_barrier;
mod parted_quad;
mod patch_race;
mod product_range;
mod projection_domain;
mod root_domain;
mod shift_amount;
mod unbound_buffer;
mod uninitialised_read;
mod unset_condition_code;
mod unwritten_result;
mod unwritten_shared_memory;
mod wrong_access;

pub use feedback_loop::FEEDBACK_LOOP;
pub use kernel::SanitizingKernel;
pub use memory::SharedHazards;
pub use missing_barrier::MISSING_BARRIER;
pub use overlapping_blit::OVERLAPPING_BLIT;
pub use parted_barrier::PARTED_BARRIER;

use quadrille_base::{Rule, Spent};
use quadrille_engine::{AbnormalEnd, Finding};
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::Undefined;
use quadrille_program::{InstId, Operand, Program};

use crate::observer::{MemoryEvent, Observer, OutputEvent, Step, Typed};
use quadrille_program::types::NumberKind;

/// The findings that take a framebuffer, or more than one draw.
pub static DRAW_FINDINGS: &[&Rule] = &[&FEEDBACK_LOOP, &MISSING_BARRIER, &OVERLAPPING_BLIT];

/// All findings that one run of a program can have.
pub static FINDINGS: &[&Rule] = &[
    &uninitialised_read::UNINITIALISED_READ,
    &index_out_of_range::INDEX_OUT_OF_RANGE,
    &mistyped_read::MISTYPED_READ,
    &parameter_type::PARAMETER_TYPE,
    &unwritten_result::UNWRITTEN_RESULT,
    &unset_condition_code::UNSET_CONDITION_CODE,
    &flags_of_negative_sum::FLAGS_OF_NEGATIVE_SUM,
    &call_depth::CALL_DEPTH,
    &abnormal_end::ABNORMAL_END,
    &no_subroutine::NO_SUBROUTINE,
    &parted_quad::PARTED_QUAD,
    &inactive_thread::INACTIVE_THREAD,
    &bad_stream::BAD_STREAM,
    &parted_barrier::PARTED_BARRIER,
    &far_texel_offset::FAR_TEXEL_OFFSET,
    &interpolation_offset::INTERPOLATION_OFFSET,
    &division_by_zero::DIVISION_BY_ZERO,
    &modulus_range::MODULUS_RANGE,
    &shift_amount::SHIFT_AMOUNT,
    &bit_field::BIT_FIELD,
    &product_range::PRODUCT_RANGE,
    &conversion_range::CONVERSION_RANGE,
    &logarithm_domain::LOGARITHM_DOMAIN,
    &root_domain::ROOT_DOMAIN,
    &negative_base::NEGATIVE_BASE,
    &angle_range::ANGLE_RANGE,
    &projection_domain::PROJECTION_DOMAIN,
    &unbound_buffer::UNBOUND_BUFFER,
    &binding_index::BINDING_INDEX,
    &access_out_of_range::ACCESS_OUT_OF_RANGE,
    &misaligned_access::MISALIGNED_ACCESS,
    &non_resident_address::NON_RESIDENT_ADDRESS,
    &non_resident_handle::NON_RESIDENT_HANDLE,
    &wrong_access::WRONG_ACCESS,
    &invalid_image_load::INVALID_IMAGE_LOAD,
    &unwritten_shared_memory::UNWRITTEN_SHARED_MEMORY,
    &data_race::DATA_RACE,
    &patch_race::PATCH_RACE,
];

/// The finding of an undefined arithmetic result.
fn arithmetic(what: Undefined) -> &'static Rule {
    match what {
        Undefined::DivisionByZero => &division_by_zero::DIVISION_BY_ZERO,
        Undefined::ModulusRange => &modulus_range::MODULUS_RANGE,
        Undefined::ShiftAmount => &shift_amount::SHIFT_AMOUNT,
        Undefined::BitField => &bit_field::BIT_FIELD,
        Undefined::ProductRange => &product_range::PRODUCT_RANGE,
        Undefined::ConversionRange => &conversion_range::CONVERSION_RANGE,
        Undefined::LogarithmDomain => &logarithm_domain::LOGARITHM_DOMAIN,
        Undefined::RootDomain => &root_domain::ROOT_DOMAIN,
        Undefined::NegativeBase => &negative_base::NEGATIVE_BASE,
        Undefined::AngleRange => &angle_range::ANGLE_RANGE,
        Undefined::ProjectionDomain => &projection_domain::PROJECTION_DOMAIN,
    }
}

/// Collects findings, each kind once an instruction.
#[derive(Debug)]
pub struct Sanitizer {
    findings: Vec<Finding>,
    /// The types in which parameters were set, where it is known.
    parameters: Vec<NumberKind>,
    /// The names of the program's results.
    results: Vec<String>,
    accesses: memory::Accesses,
    outputs: outputs::Outputs,
}

impl Sanitizer {
    /// A sanitizer for runs of a program.
    pub fn new(program: &Program) -> Sanitizer {
        let results = program.results().iter();
        Sanitizer {
            findings: Vec::new(),
            parameters: vec![NumberKind::Any; program.parameters().len()],
            results: results
                .map(|result| result.binding.text(program.features()))
                .collect(),
            accesses: memory::Accesses::default(),
            outputs: outputs::Outputs::new(program),
        }
    }

    /// Says in which type a parameter slot was set.
    pub fn parameter_type(&mut self, slot: usize, data_type: DataType) {
        if let Some(kind) = self.parameters.get_mut(slot) {
            *kind = NumberKind::of(data_type);
        }
    }

    /// The findings, in the order of execution.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Notes a finding, unless the instruction has one of its kind.
    pub(crate) fn report(&mut self, rule: &'static Rule, instruction: InstId, lane: usize, detail: String) {
        let known = self
            .findings
            .iter()
            .any(|finding| finding.rule == rule && finding.instruction == instruction);
        if !known {
            self.findings.push(Finding {
                rule,
                instruction,
                lane,
                detail,
            });
        }
    }
}

/// The names of components, bit 0 for x.
fn named(components: u8) -> String {
    let all = "xyzw".chars().enumerate();
    let these = all.filter(|(at, _)| components >> at & 1 != 0);
    let letters: String = these.map(|(_, letter)| letter).collect();
    let plural = if letters.len() == 1 { "" } else { "s" };
    format!("component{plural} {letters}")
}

/// A vector as its type reads it.
fn shown(value: Typed) -> String {
    let number = |bits: u64| match value.data_type {
        DataType::F16 | DataType::Fx12 | DataType::F32 => f32::from_bits(bits as u32).to_string(),
        DataType::F64 => f64::from_bits(bits).to_string(),
        DataType::S32 => (bits as i32).to_string(),
        DataType::U32 => (bits as u32).to_string(),
        DataType::S64 => (bits as i64).to_string(),
        DataType::U64 => bits.to_string(),
    };
    value.words.map(number).join(", ")
}

impl Observer for Sanitizer {
    fn step(&mut self, step: Step<'_>) {
        self.outputs.step(step.active, step.lane);
    }

    fn output(&mut self, event: OutputEvent<'_>) {
        self.output_access(&event);
    }

    fn uninitialised(&mut self, instruction: InstId, lane: usize, _: &Operand, components: u8) {
        let detail = format!("nothing was written to {} before this read", named(components));
        self.report(&uninitialised_read::UNINITIALISED_READ, instruction, lane, detail);
    }

    fn out_of_range(&mut self, instruction: InstId, lane: usize, index: i64, length: u32, written: bool) {
        let detail = if written {
            format!("element {index} of an array of {length} is written; nothing is")
        } else {
            format!("element {index} of an array of {length} is read; it gives 0")
        };
        self.report(&index_out_of_range::INDEX_OUT_OF_RANGE, instruction, lane, detail);
    }

    fn parameter(&mut self, instruction: InstId, lane: usize, slot: usize, float: bool, signed: bool) {
        let read = match (float, signed) {
            (true, _) => NumberKind::Float,
            (false, true) => NumberKind::Signed,
            (false, false) => NumberKind::Unsigned,
        };
        let set = self.parameters.get(slot).copied().unwrap_or(NumberKind::Any);
        if set.differs(read) {
            let detail = format!(
                "the parameter is read as {} and was set as {}",
                read.name(),
                set.name()
            );
            self.report(&parameter_type::PARAMETER_TYPE, instruction, lane, detail);
        }
    }

    fn mistyped(&mut self, instruction: InstId, lane: usize) {
        let detail = "the variable was last written in another type".to_owned();
        self.report(&mistyped_read::MISTYPED_READ, instruction, lane, detail);
    }

    fn unset_code(&mut self, instruction: InstId, lane: usize, components: u8) {
        let detail = format!(
            "nothing updated {} of the condition code before this test",
            named(components)
        );
        self.report(
            &unset_condition_code::UNSET_CONDITION_CODE,
            instruction,
            lane,
            detail,
        );
    }

    fn undefined_flags(&mut self, instruction: InstId, lane: usize, components: u8) {
        let detail = format!(
            "a sum of two negated operands set {} of the condition code",
            named(components)
        );
        self.report(
            &flags_of_negative_sum::FLAGS_OF_NEGATIVE_SUM,
            instruction,
            lane,
            detail,
        );
    }

    fn unwritten(&mut self, instruction: InstId, lane: usize, slot: usize, components: u8) {
        let detail = format!(
            "nothing is written to {} of {}",
            named(components),
            self.results[slot]
        );
        // Results are told apart by their place: one finding for each.
        let rule = &unwritten_result::UNWRITTEN_RESULT;
        let known = self
            .findings
            .iter()
            .any(|finding| finding.rule == rule && finding.detail == detail);
        if !known {
            self.findings.push(Finding {
                rule,
                instruction,
                lane,
                detail,
            });
        }
    }

    fn texel_offset(&mut self, instruction: InstId, lane: usize, offset: i32) {
        let detail = format!("the texel offset is {offset}");
        self.report(&far_texel_offset::FAR_TEXEL_OFFSET, instruction, lane, detail);
    }

    fn bad_handle(&mut self, instruction: InstId, lane: usize, handle: u64) {
        let detail = format!("{handle:#x} is the handle of no resident texture");
        self.report(
            &non_resident_handle::NON_RESIDENT_HANDLE,
            instruction,
            lane,
            detail,
        );
    }

    fn interpolation_offset(&mut self, instruction: InstId, lane: usize, offset: f32) {
        let detail = format!("the offset is {offset} pixels");
        self.report(
            &interpolation_offset::INTERPOLATION_OFFSET,
            instruction,
            lane,
            detail,
        );
    }

    fn undefined(&mut self, instruction: InstId, lane: usize, what: Undefined, value: Typed) {
        let detail = format!("{}; the first operand is ({})", what.doc(), shown(value));
        self.report(arithmetic(what), instruction, lane, detail);
    }

    fn ended(&mut self, instruction: InstId, lane: usize, why: AbnormalEnd) {
        self.report(&abnormal_end::ABNORMAL_END, instruction, lane, why.to_string());
    }

    fn call_ignored(&mut self, instruction: InstId, lane: usize) {
        let detail = "the call stack is full; the call is passed over".to_owned();
        self.report(&call_depth::CALL_DEPTH, instruction, lane, detail);
    }

    fn no_subroutine(&mut self, instruction: InstId, lane: usize) {
        let detail = "no function of the variable's type has the number that it holds; nothing is called";
        self.report(
            &no_subroutine::NO_SUBROUTINE,
            instruction,
            lane,
            detail.to_owned(),
        );
    }

    fn inactive_thread(&mut self, instruction: InstId, lane: usize, thread: u32) {
        let detail = format!("thread {thread} of the group is not active; its value reads 0");
        self.report(&inactive_thread::INACTIVE_THREAD, instruction, lane, detail);
    }

    fn parted_quad(&mut self, instruction: InstId, lane: usize) {
        let detail = "not all fragments of the quad execute the instruction together".to_owned();
        self.report(&parted_quad::PARTED_QUAD, instruction, lane, detail);
    }

    fn bad_stream(&mut self, instruction: InstId, lane: usize, stream: i32) {
        let detail = format!("there is no stream {stream}; no vertex is emitted");
        self.report(&bad_stream::BAD_STREAM, instruction, lane, detail);
    }

    fn memory(&mut self, event: MemoryEvent<'_>) -> Result<(), Spent> {
        self.access(event)
    }

    fn fence(&mut self, _: InstId, lane: usize) {
        self.passed_fence(lane);
    }

    fn barrier(&mut self) {
        self.passed_barrier();
    }

    fn parted_barrier(&mut self, instruction: InstId, lane: usize) {
        let detail = format!("invocation {lane} waits here, but not all of its group do");
        self.report(&parted_barrier::PARTED_BARRIER, instruction, lane, detail);
    }
}
