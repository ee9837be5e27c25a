//! Examples of statements and of whole languages.

use quadrille_isa::gl::binding::{BINDINGS, Role};
use quadrille_isa::gl::opcode::DefaultType;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::statement::{MODIFIERS, Statement};
use quadrille_isa::gl::{Binding, LanguageSet, Opcode};

use super::super::place::ManualLocation;
use super::{Example, bare, binding, opcode};

/// A program of a language with the statements and instructions that nearly all have.
pub fn header(place: &ManualLocation) -> String {
    match place.profile.language.meets(LanguageSet::ATI) {
        true => ATI.to_owned(),
        false => opcode(Opcode::Mad.row(), place),
    }
}

/// The smallest program of ATI_text_fragment_shader that reads a texture.
const ATI: &str = "!!ATIfs1.0
StartOutputPass;
SampleMap r0, t0.str;
MUL r0, r0, color0;
EndPass;
";

/// A program that has a statement.
pub fn statement(statement: Statement, place: &ManualLocation) -> String {
    let features = place.features();
    let bound = |role: Role| {
        let has = |row: &&quadrille_isa::gl::binding::BindingRow| {
            row.role == role
                && !row.family.is_undocumented()
                && !row
                    .excluded
                    .iter()
                    .any(|option| features.options.contains(*option))
                && row.forms.iter().any(|form| form.check(&features).is_ok())
        };
        BINDINGS.iter().find(has).map_or_else(
            || bare(place),
            |row| binding(Binding::new(row.family, [0; 4]), role, place),
        )
    };
    let mut example = Example::new(place);
    match statement {
        Statement::Option => {
            // An option that changes nothing of what a program must have.
            let plain = OPTIONS.iter().find(|row| {
                row.accepts(features.languages, features.stage)
                    && row.requires.is_empty()
                    && row.adds == LanguageSet::NONE
            });
            let mut with = place.clone();
            with.options.extend(plain.map(|row| row.option));
            return bare(&with);
        }
        Statement::Attrib => return bound(Role::Attribute),
        Statement::Param => return bound(Role::Parameter),
        Statement::Output => return bound(Role::Result),
        Statement::Buffer => return bound(Role::Buffer),
        Statement::Storage => return bound(Role::Storage),
        Statement::Shared => return bound(Role::Shared),
        Statement::Counter => return bound(Role::Counter),
        Statement::Subroutine | Statement::SubroutineType => return bound(Role::Subroutine),
        Statement::Texture => return bound(Role::Texture),
        Statement::Image => return bound(Role::Image),
        Statement::Temp => return opcode(Opcode::Mov.row(), place),
        Statement::Address => return opcode(Opcode::Arl.row(), place),
        Statement::Buffer4 => example.declare("BUFFER4 b[] = { program.buffer[0] };".to_owned()),
        Statement::Cbuffer => return opcode(Opcode::Ldc.row(), place),
        Statement::Alias => {
            let result = example.result();
            example.declare(format!("ALIAS s = {result};"));
            let a = example.operand("a", DefaultType::Float);
            example.line(format!("MOV s, {a};"));
            example.line(format!("MOV {result}, s;"));
        }
        Statement::Define => {
            example.declare("DEFINE half = {0.5, 0.5, 0.5, 0.5};".to_owned());
            example.line("MOV R0, half;");
        }
        Statement::Declare => {
            example.declare("DECLARE scale;".to_owned());
            example.line("MOV R0, scale;");
        }
        Statement::Invocations => example.head.push("INVOCATIONS 2;"),
        Statement::TessSpacing => example.head.push("TESS_SPACING FRACTIONAL_EVEN;"),
        Statement::TessVertexOrder => example.head.push("TESS_VERTEX_ORDER CW;"),
        Statement::TessPointMode => example.head.push("TESS_POINT_MODE;"),
        Statement::SharedMemory => example.head.push("SHARED_MEMORY 64;"),
        Statement::SecondaryViewLayerOffset => example.head.push("SECONDARY_VIEW_LAYER_OFFSET 1;"),
        Statement::Passthrough => example.head.push("PASSTHROUGH result.position;"),
        // The example of any program of the stage has these.
        Statement::PrimitiveIn
        | Statement::PrimitiveOut
        | Statement::VerticesOut
        | Statement::TessMode
        | Statement::GroupSize => {}
    }
    example.finish()
}

/// A program with a declaration that has a modifier before it: of a temporary, or of an attribute where only these have it.
pub fn modified(modifier: &str, place: &ManualLocation) -> String {
    let features = place.features();
    let row = MODIFIERS.iter().find(|row| row.word == modifier);
    let fits = |statement| row.is_some_and(|row| row.modifier.check(statement, &features).is_ok());
    if !fits(Statement::Temp) {
        let mut example = Example::new(place);
        example.declare(format!("{modifier} ATTRIB a = fragment.texcoord[0];"));
        return example.finish();
    }
    let text = opcode(Opcode::Mov.row(), place);
    // Its operand has the same type.
    let suffix = match modifier {
        "INT" => ".S",
        "UINT" => ".U",
        _ => "",
    };
    let numbers = [
        ("{0.5, 0.25, 2.0, 1.0}", "{12, 8, 4, 2}"),
        ("{1.0, -2.0, 3.0, 4.0}", "{1, 2, 3, 4}"),
    ];
    let whole = numbers.iter().fold(text.clone(), |text, (float, integer)| {
        text.replace(float, integer)
    });
    let text = if suffix.is_empty() { text } else { whole };
    text.replace("TEMP ", &format!("{modifier} TEMP "))
        .replace("MOV ", &format!("MOV{suffix} "))
}
