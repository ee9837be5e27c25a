//! Every opcode, in every language that has it, with every modifier that it takes, once as it must be accepted and
//! once as it must be rejected; and in every language that has it not.
//!
//! The expectations are `oracle/opcodes`: the specifications' tables, grammars and texts written down without a
//! look at the tables that the checker reads. What the two disagree about is settled by the specification's words.

#![expect(clippy::print_stdout, reason = "the count is printed")]

mod ati;
mod judge;
mod legacy;
mod memory;
mod modified;
mod rows;
mod targets;
mod unified;

use judge::Judge;

/// source: `oracle/opcodes`, each file by its own `source:` line.
#[test]
fn every_opcode_of_the_older_languages_takes_its_suffixes_and_no_others() {
    let mut judge = Judge::default();
    for language in legacy::LANGUAGES {
        legacy::judge(language, &mut judge);
    }
    judge.finish("older languages", 10_000);
}

/// source: `oracle/opcodes/nv_gpu_program4.tsv`, `nv_gpu_program5.tsv`, `nv_gpu_program5_extensions.tsv`.
#[test]
fn every_opcode_of_the_unified_languages_takes_its_modifiers_and_no_others() {
    let mut judge = Judge::default();
    for language in unified::LANGUAGES {
        modified::judge(language, &mut judge);
    }
    judge.finish("unified languages", 50_000);
}

/// source: `oracle/opcodes/storage.tsv`, `atomic.tsv`; NV_gpu_program5 2.X.8, CVT.
#[test]
fn every_instruction_of_memory_takes_its_storage_modifiers_and_no_others() {
    let mut judge = Judge::default();
    memory::storage(&mut judge);
    memory::atomic(&mut judge);
    memory::conversion(&mut judge);
    judge.finish("memory", 10_000);
}

/// source: `oracle/opcodes/targets.tsv`.
#[test]
fn every_texture_instruction_takes_its_targets_and_no_others() {
    let mut judge = Judge::default();
    targets::judge(&mut judge);
    judge.finish("texture and image targets", 2_000);
}

/// source: `oracle/opcodes/ati_text_fragment_shader.tsv`.
#[test]
fn every_instruction_of_ati_fragment_shaders_takes_its_modifiers_and_no_others() {
    let mut judge = Judge::default();
    ati::judge(&mut judge);
    judge.finish("ATI fragment shaders", 1_000);
}
