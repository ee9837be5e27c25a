//! The rules, one file each: identity, words, page, and where a rule is a whole-program check, the check.
//!
//! The page of a rule is its module documentation; the programs in it are its tests (`text reject` yields
//! exactly that rule at the text between « and », `text accept` nothing).

use quadrille_base::{Diagnostic, Rule};
use quadrille_syntax::tree::{SyntaxError, SyntaxErrorKind};

pub mod aliased_attributes;
pub mod alpha_after_dot4;
pub mod alpha_only_dot;
pub mod array_index_out_of_range;
pub mod array_needs_index;
pub mod array_needs_list;
pub mod array_not_allowed;
pub mod array_not_consecutive;
pub mod array_size_mismatch;
pub mod array_size_out_of_range;
pub mod ascii_name;
pub mod attribute_of_patch;
pub mod bad_index;
pub mod bad_selector;
pub mod bad_stage_argument;
pub mod bad_write_mask;
pub mod beyond_shared_memory;
pub mod binding_index_out_of_range;
pub mod block_too_deep;
pub mod break_outside_loop;
pub mod c_comment;
pub mod clamped_integer;
pub mod colour_in_preliminary_pass;
pub mod conflicting_interpolation;
pub mod conflicting_options;
pub mod constant_out_of_range;
pub mod constant_type;
pub mod coordinate_selection;
pub mod declaration_excluded;
pub mod duplicate_name;
pub mod empty_preliminary_pass;
pub mod empty_program;
pub mod endless_loop;
pub mod fixed_interpolation;
pub mod fixed_point_range;
pub mod form_not_in_driver;
pub mod gathered_component;
pub mod header_not_in_driver;
pub mod index_in_brackets;
pub mod index_on_single;
pub mod index_outside_loop;
pub mod indirect_recursion;
pub mod integer_needs_flat;
pub mod interlock_section;
pub mod label_in_block;
pub mod late_declaration;
pub mod loop_count;
pub mod many_attributes_read;
pub mod many_constants_read;
pub mod many_parameters_read;
pub mod many_texture_indirections;
pub mod many_vectors_for_one;
pub mod mismatched_block;
pub mod misplaced_modifier;
pub mod missing_declaration;
pub mod missing_end;
pub mod missing_modifier;
pub mod missing_option;
pub mod missing_output;
pub mod missing_parameter_write;
pub mod missing_position;
pub mod missing_shared_memory;
pub mod mixed_buffer_kinds;
pub mod mixed_selectors;
pub mod mixed_vertices;
pub mod native_limit;
pub mod no_division;
pub mod no_position;
pub mod not_interpolated;
pub mod not_readable;
pub mod not_writable;
pub mod option_after_statement;
pub mod option_not_in_driver;
pub mod option_of_one_vendor;
pub mod other_in_driver;
pub mod other_language;
pub mod packed_precision;
pub mod packed_size;
pub mod partial_pop;
pub mod passthrough_emits;
pub mod passthrough_result;
pub mod position_invariant_relative;
pub mod position_invariant_write;
pub mod preprocessor;
pub mod prose_binding;
pub mod reflection_mask;
pub mod register_selection;
pub mod register_set_up_twice;
pub mod relative_binding;
pub mod relative_offset_out_of_range;
pub mod repeated_declaration;
pub mod repeated_declaration_modifier;
pub mod repeated_modifier;
pub mod reserved_name;
pub mod reversed_range;
pub mod routed_in_first_pass;
pub mod scalar_needs_selector;
pub mod secondary_alpha;
pub mod stage_limit;
pub mod state_bound_twice;
pub mod stream_of_points;
pub mod subroutine_number;
pub mod subroutine_of_two_types;
pub mod syntax_error;
pub mod target_not_supported;
pub mod template_text;
pub mod texel_offset;
pub mod text_after_end;
pub mod texture_target_conflict;
pub mod too_many_address_registers;
pub mod too_many_alu_instructions;
pub mod too_many_attributes;
pub mod too_many_components;
pub mod too_many_instructions;
pub mod too_many_output_components;
pub mod too_many_pairs;
pub mod too_many_parameters;
pub mod too_many_registers;
pub mod too_many_temporaries;
pub mod too_many_texture_indirections;
pub mod too_many_texture_instructions;
pub mod too_many_vertex_textures;
pub mod two_byte_text;
pub mod two_colours;
pub mod two_sizes;
pub mod two_viewports;
pub mod type_mismatch;
pub mod unavailable_form;
pub mod undeclared_name;
pub mod unknown_binding;
pub mod unknown_header;
pub mod unknown_modifier;
pub mod unknown_opcode;
pub mod unknown_option;
pub mod unknown_register;
pub mod unknown_subroutine;
pub mod unlisted_problems;
pub mod unset_temporary;
pub mod unsupported_modifier;
pub mod unused_name;
pub mod vertex_out_of_range;
pub mod wrong_operand_count;
pub mod wrong_resource;
pub mod wrong_target;

/// Asks whether the nearest word was meant, and offers it as a fix called `fix`.
fn suggested(diagnostic: Diagnostic, fix: &str, near: Option<&str>) -> Diagnostic {
    let Some(near) = near else { return diagnostic };
    let span = diagnostic.span;
    diagnostic
        .hint(format!("did you mean `{near}`?"))
        .fix(fix, span, near)
}

/// The diagnostic for a breach that the parser found.
pub(crate) fn from_syntax(error: &SyntaxError) -> Diagnostic {
    let rule = match error.kind {
        SyntaxErrorKind::BeforeHeader | SyntaxErrorKind::NoHeader => &unknown_header::UNKNOWN_HEADER,
        SyntaxErrorKind::MissingEnd => &missing_end::MISSING_END,
        SyntaxErrorKind::AfterEnd => &text_after_end::TEXT_AFTER_END,
        _ => &syntax_error::SYNTAX_ERROR,
    };
    let mut diagnostic = Diagnostic::new(rule, error.span, error.message.clone())
        .hint(error.hint.clone())
        .noticed(error.position);
    if let Some((span, replacement)) = &error.fix {
        let title = if replacement.is_empty() {
            "remove it"
        } else if span.is_empty() {
            "insert it"
        } else {
            "write it so"
        };
        diagnostic = diagnostic.fix(title, *span, replacement.clone());
    }
    diagnostic
}

/// Every rule of the gl languages.
pub static RULES: &[&Rule] = &[
    &aliased_attributes::ALIASED_ATTRIBUTES,
    &alpha_after_dot4::ALPHA_AFTER_DOT4,
    &alpha_only_dot::ALPHA_ONLY_DOT,
    &array_index_out_of_range::ARRAY_INDEX_OUT_OF_RANGE,
    &array_needs_index::ARRAY_NEEDS_INDEX,
    &array_needs_list::ARRAY_NEEDS_LIST,
    &array_not_allowed::ARRAY_NOT_ALLOWED,
    &array_not_consecutive::ARRAY_NOT_CONSECUTIVE,
    &array_size_mismatch::ARRAY_SIZE_MISMATCH,
    &array_size_out_of_range::ARRAY_SIZE_OUT_OF_RANGE,
    &ascii_name::ASCII_NAME,
    &attribute_of_patch::ATTRIBUTE_OF_PATCH,
    &bad_index::BAD_INDEX,
    &bad_selector::BAD_SELECTOR,
    &bad_stage_argument::BAD_STAGE_ARGUMENT,
    &bad_write_mask::BAD_WRITE_MASK,
    &beyond_shared_memory::BEYOND_SHARED_MEMORY,
    &binding_index_out_of_range::BINDING_INDEX_OUT_OF_RANGE,
    &block_too_deep::BLOCK_TOO_DEEP,
    &break_outside_loop::BREAK_OUTSIDE_LOOP,
    &c_comment::C_COMMENT,
    &clamped_integer::CLAMPED_INTEGER,
    &colour_in_preliminary_pass::COLOUR_IN_PRELIMINARY_PASS,
    &conflicting_interpolation::CONFLICTING_INTERPOLATION,
    &conflicting_options::CONFLICTING_OPTIONS,
    &constant_out_of_range::CONSTANT_OUT_OF_RANGE,
    &constant_type::CONSTANT_TYPE,
    &coordinate_selection::COORDINATE_SELECTION,
    &declaration_excluded::DECLARATION_EXCLUDED,
    &duplicate_name::DUPLICATE_NAME,
    &empty_preliminary_pass::EMPTY_PRELIMINARY_PASS,
    &empty_program::EMPTY_PROGRAM,
    &endless_loop::ENDLESS_LOOP,
    &fixed_interpolation::FIXED_INTERPOLATION,
    &fixed_point_range::FIXED_POINT_RANGE,
    &form_not_in_driver::FORM_NOT_IN_DRIVER,
    &gathered_component::GATHERED_COMPONENT,
    &header_not_in_driver::HEADER_NOT_IN_DRIVER,
    &index_in_brackets::INDEX_IN_BRACKETS,
    &index_on_single::INDEX_ON_SINGLE,
    &index_outside_loop::INDEX_OUTSIDE_LOOP,
    &indirect_recursion::INDIRECT_RECURSION,
    &integer_needs_flat::INTEGER_NEEDS_FLAT,
    &interlock_section::INTERLOCK_SECTION,
    &label_in_block::LABEL_IN_BLOCK,
    &late_declaration::LATE_DECLARATION,
    &loop_count::LOOP_COUNT,
    &many_attributes_read::MANY_ATTRIBUTES_READ,
    &many_constants_read::MANY_CONSTANTS_READ,
    &many_parameters_read::MANY_PARAMETERS_READ,
    &many_texture_indirections::MANY_TEXTURE_INDIRECTIONS,
    &many_vectors_for_one::MANY_VECTORS_FOR_ONE,
    &mismatched_block::MISMATCHED_BLOCK,
    &misplaced_modifier::MISPLACED_MODIFIER,
    &missing_declaration::MISSING_DECLARATION,
    &missing_end::MISSING_END,
    &missing_modifier::MISSING_MODIFIER,
    &missing_option::MISSING_OPTION,
    &missing_output::MISSING_OUTPUT,
    &missing_parameter_write::MISSING_PARAMETER_WRITE,
    &missing_position::MISSING_POSITION,
    &missing_shared_memory::MISSING_SHARED_MEMORY,
    &mixed_buffer_kinds::MIXED_BUFFER_KINDS,
    &mixed_selectors::MIXED_SELECTORS,
    &mixed_vertices::MIXED_VERTICES,
    &native_limit::NATIVE_LIMIT,
    &no_division::NO_DIVISION,
    &no_position::NO_POSITION,
    &not_interpolated::NOT_INTERPOLATED,
    &not_readable::NOT_READABLE,
    &not_writable::NOT_WRITABLE,
    &option_after_statement::OPTION_AFTER_STATEMENT,
    &option_not_in_driver::OPTION_NOT_IN_DRIVER,
    &option_of_one_vendor::OPTION_OF_ONE_VENDOR,
    &other_in_driver::OTHER_IN_DRIVER,
    &other_language::OTHER_LANGUAGE,
    &packed_precision::PACKED_PRECISION,
    &packed_size::PACKED_SIZE,
    &partial_pop::PARTIAL_POP,
    &passthrough_emits::PASSTHROUGH_EMITS,
    &passthrough_result::PASSTHROUGH_RESULT,
    &position_invariant_relative::POSITION_INVARIANT_RELATIVE,
    &position_invariant_write::POSITION_INVARIANT_WRITE,
    &preprocessor::PREPROCESSOR,
    &prose_binding::PROSE_BINDING,
    &reflection_mask::REFLECTION_MASK,
    &register_selection::REGISTER_SELECTION,
    &register_set_up_twice::REGISTER_SET_UP_TWICE,
    &relative_binding::RELATIVE_BINDING,
    &relative_offset_out_of_range::RELATIVE_OFFSET_OUT_OF_RANGE,
    &repeated_declaration::REPEATED_DECLARATION,
    &repeated_declaration_modifier::REPEATED_DECLARATION_MODIFIER,
    &repeated_modifier::REPEATED_MODIFIER,
    &reserved_name::RESERVED_NAME,
    &reversed_range::REVERSED_RANGE,
    &routed_in_first_pass::ROUTED_IN_FIRST_PASS,
    &scalar_needs_selector::SCALAR_NEEDS_SELECTOR,
    &secondary_alpha::SECONDARY_ALPHA,
    &stage_limit::STAGE_LIMIT,
    &state_bound_twice::STATE_BOUND_TWICE,
    &stream_of_points::STREAM_OF_POINTS,
    &subroutine_number::SUBROUTINE_NUMBER,
    &subroutine_of_two_types::SUBROUTINE_OF_TWO_TYPES,
    &syntax_error::SYNTAX_ERROR,
    &target_not_supported::TARGET_NOT_SUPPORTED,
    &texel_offset::TEXEL_OFFSET,
    &template_text::TEMPLATE_TEXT,
    &text_after_end::TEXT_AFTER_END,
    &texture_target_conflict::TEXTURE_TARGET_CONFLICT,
    &too_many_address_registers::TOO_MANY_ADDRESS_REGISTERS,
    &too_many_alu_instructions::TOO_MANY_ALU_INSTRUCTIONS,
    &too_many_attributes::TOO_MANY_ATTRIBUTES,
    &too_many_components::TOO_MANY_COMPONENTS,
    &too_many_instructions::TOO_MANY_INSTRUCTIONS,
    &too_many_output_components::TOO_MANY_OUTPUT_COMPONENTS,
    &too_many_pairs::TOO_MANY_PAIRS,
    &too_many_parameters::TOO_MANY_PARAMETERS,
    &too_many_registers::TOO_MANY_REGISTERS,
    &too_many_temporaries::TOO_MANY_TEMPORARIES,
    &too_many_texture_indirections::TOO_MANY_TEXTURE_INDIRECTIONS,
    &too_many_texture_instructions::TOO_MANY_TEXTURE_INSTRUCTIONS,
    &too_many_vertex_textures::TOO_MANY_VERTEX_TEXTURES,
    &two_byte_text::TWO_BYTE_TEXT,
    &two_colours::TWO_COLOURS,
    &two_sizes::TWO_SIZES,
    &two_viewports::TWO_VIEWPORTS,
    &type_mismatch::TYPE_MISMATCH,
    &unavailable_form::UNAVAILABLE_FORM,
    &undeclared_name::UNDECLARED_NAME,
    &unknown_binding::UNKNOWN_BINDING,
    &unknown_header::UNKNOWN_HEADER,
    &unknown_modifier::UNKNOWN_MODIFIER,
    &unknown_opcode::UNKNOWN_OPCODE,
    &unknown_option::UNKNOWN_OPTION,
    &unknown_register::UNKNOWN_REGISTER,
    &unknown_subroutine::UNKNOWN_SUBROUTINE,
    &unlisted_problems::UNLISTED_PROBLEMS,
    &unset_temporary::UNSET_TEMPORARY,
    &unsupported_modifier::UNSUPPORTED_MODIFIER,
    &unused_name::UNUSED_NAME,
    &vertex_out_of_range::VERTEX_OUT_OF_RANGE,
    &wrong_operand_count::WRONG_OPERAND_COUNT,
    &wrong_resource::WRONG_RESOURCE,
    &wrong_target::WRONG_TARGET,
];
