//! Every use of every opcode that `oracle/opcodes` says is legal (each modifier alone and in pairs, suffixes, storage and
//! atomic modifiers, texture targets, what stands around operands), in every language: it runs on the reference engine,
//! and GLSL 4.50 or SPIR-V holds it, or refuses it for a reason that is listed here. That it loads, and what must not, are
//! tests of `check`, whose list this is.

#![expect(clippy::print_stdout, reason = "the count is printed")]

#[path = "../../../check/tests/transcription/legacy.rs"]
mod legacy;
#[path = "../../../check/tests/transcription/memory.rs"]
mod memory;
#[path = "../../../check/tests/transcription/modified.rs"]
mod modified;
#[path = "../../../check/tests/transcription/rows.rs"]
mod rows;
#[path = "../../../check/tests/transcription/targets.rs"]
mod targets;
#[path = "../../../check/tests/transcription/unified.rs"]
mod unified;

mod judge;

use judge::Judge;

/// source: `oracle/opcodes`, each file by its own `source:` line
#[test]
fn every_use_of_the_older_languages_runs_and_is_translated() {
    let mut judge = Judge::default();
    for language in legacy::LANGUAGES {
        legacy::judge(language, &mut judge);
    }
    judge.finish("older languages", 1_000);
}

/// source: as above
#[test]
fn every_use_of_the_unified_languages_runs_and_is_translated() {
    let mut judge = Judge::default();
    for language in unified::LANGUAGES {
        modified::judge(language, &mut judge);
    }
    judge.finish("unified languages", 5_000);
}

/// source: as above
#[test]
fn every_use_of_memory_runs_and_is_translated() {
    let mut judge = Judge::default();
    memory::storage(&mut judge);
    memory::atomic(&mut judge);
    memory::conversion(&mut judge);
    judge.finish("memory", 1_000);
}

/// source: as above
#[test]
fn every_target_of_textures_runs_and_is_translated() {
    let mut judge = Judge::default();
    targets::judge(&mut judge);
    judge.finish("texture and image targets", 300);
}
