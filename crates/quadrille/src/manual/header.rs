//! Pages of headers: what programs of each have.

use quadrille_isa::gl::driver::DRIVERS;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::{PROFILES, Profile, Variables};
use quadrille_isa::gl::statement::STATEMENTS;
use quadrille_isa::gl::{LanguageSet, ati};

use super::{Chapter, ManualLocation, Page, block, example};

pub(super) fn pages() -> Vec<Page> {
    PROFILES.iter().map(page).collect()
}

/// The page of a header.
pub fn page(profile: &'static Profile) -> Page {
    let features = profile.features();
    let header = profile.header;
    let summary = format!("A {}, by {}.", profile.stage, profile.extension());
    let mut text = format!("# {header}\n\n{summary}\n\n");
    let mut line = |label: &str, names: Vec<&str>| {
        if !names.is_empty() {
            text += &format!("- {label}: {}\n", names.join(" "));
        }
    };
    let ati = profile.language.meets(LanguageSet::ATI);
    let drivers = DRIVERS.iter().filter(|row| row.takes_header(profile));
    line("Drivers that take it", drivers.map(|row| row.name).collect());
    line(
        "Variables",
        vec![match profile.variables {
            Variables::Declared if ati => "are the language's registers; constants are bound",
            Variables::Declared => "are declared",
            Variables::Registers => "are the language's registers",
        }],
    );
    if ati {
        line("Blocks", quadrille_check::ATI_BLOCK_WORDS.to_vec());
        let own = ati::INSTRUCTIONS.iter().map(|row| row.name);
        line("Instructions", ati::SETUP.into_iter().chain(own).collect());
    } else {
        let statements = STATEMENTS
            .iter()
            .filter(|row| row.availability.check(&features).is_ok());
        line("Statements", statements.map(|row| row.word).collect());
        let opcodes = OPCODES
            .iter()
            .filter(|row| row.availability.check(&features).is_ok());
        line("Opcodes", opcodes.map(|row| row.mnemonic).collect());
    }
    let options = OPTIONS
        .iter()
        .filter(|row| row.accepts(features.languages, features.stage));
    line("Options", options.map(|row| row.name()).collect());
    let place = ManualLocation {
        profile,
        options: Vec::new(),
    };
    text += &format!("\n{}", block(&example::header(&place)));
    text += &format!("\nStated in: {}\n", profile.cite);
    Page {
        chapter: Chapter::Headers,
        name: header.trim_start_matches('!').to_owned(),
        aliases: vec![header.to_owned()],
        summary,
        text,
    }
}
