//! Registers of the languages that name them: `R3`, `v[OPOS]`, `c[12]`, `o[COLH]`.

use quadrille_isa::gl::register::{BRACKETED, RegisterFile, numbered_files};
use quadrille_isa::gl::{Binding, Limits};

use super::Printer;

impl Printer<'_> {
    /// The bracketed name of a binding; `half` chooses between `o[COLR]` and `o[COLH]`.
    pub(super) fn bracketed(&self, binding: Binding, half: bool) -> Option<String> {
        let languages = self.program.features().languages;
        let limits = Limits::default();
        for file in BRACKETED.iter().filter(|file| file.languages.meets(languages)) {
            let mut named = file.names.iter();
            if let Some(member) = named.find(|member| member.binding == binding && member.half == half) {
                return Some(format!("{}[{}]", file.letter, member.name));
            }
            if let Some(numbers) = &file.numbers {
                let mut all = 0..numbers.count.value(&limits).max(256);
                if let Some(number) = all.find(|number| (numbers.binding)(*number) == binding) {
                    return Some(format!("{}[{number}]", file.letter));
                }
            }
        }
        None
    }

    /// `R3`, `H3` or `A0`.
    pub(super) fn numbered(&self, wanted: RegisterFile, slot: i32) -> String {
        let languages = self.program.features().languages;
        let full = numbered_files(languages)
            .find(|file| file.file == RegisterFile::Temporary)
            .map_or(0, |file| file.count as i32);
        let half = wanted == RegisterFile::Temporary && slot >= full;
        let (file, number) = match half {
            true => (RegisterFile::HalfTemporary, slot - full),
            false => (wanted, slot),
        };
        let prefix = numbered_files(languages)
            .find(|row| row.file == file)
            .map_or("R", |row| row.prefix);
        format!("{prefix}{number}")
    }
}
