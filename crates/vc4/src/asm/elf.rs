//! An ELF object file with the program in it, to be linked into a program for the host's processor.

use object::write::{Object, Symbol as ObjectSymbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SectionKind, SymbolFlags, SymbolScope};

use super::output::binary;
use super::{Assembly, SymbolKind};

/// The processor that the object file is to be linked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Host {
    /// 32-bit ARM, as on every Raspberry Pi with this unit.
    #[default]
    Arm,
    /// 64-bit ARM, which the later ones can run too.
    Aarch64,
}

/// Why there is no object file, by the library that writes it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
pub struct ObjectError(#[from] object::write::Error);

/// The bytes of the object file. The program lies in a read-only section, aligned to 8 bytes; `name` and
/// `name_end` are its borders, `name_size` its length in bytes, and every exported symbol is there.
///
/// # Errors
///
/// The library that writes the file does not take a symbol or the section.
pub fn object(assembly: &Assembly, name: &str, host: Host) -> Result<Vec<u8>, ObjectError> {
    let architecture = match host {
        Host::Arm => Architecture::Arm,
        Host::Aarch64 => Architecture::Aarch64,
    };
    let mut object = Object::new(BinaryFormat::Elf, architecture, Endianness::Little);
    let section = object.add_section(Vec::new(), b".rodata".to_vec(), SectionKind::ReadOnlyData);
    let bytes = binary(&assembly.words);
    let size = bytes.len() as u64;
    object.append_section_data(section, &bytes, 8);
    let mut add = |name: &str, value: u64, size: u64, is_place: bool| {
        object.add_symbol(ObjectSymbol {
            name: name.as_bytes().to_vec(),
            value,
            size,
            kind: object::SymbolKind::Data,
            scope: SymbolScope::Linkage,
            weak: false,
            section: if is_place {
                SymbolSection::Section(section)
            } else {
                SymbolSection::Absolute
            },
            flags: SymbolFlags::None,
        });
    };
    add(name, 0, size, true);
    add(&format!("{name}_end"), size, 0, true);
    add(&format!("{name}_size"), size, 0, false);
    for symbol in assembly.symbols.iter().filter(|symbol| symbol.is_global) {
        if symbol.name != name {
            let is_place = symbol.kind == SymbolKind::Place;
            add(&symbol.name, u64::from(symbol.value), 0, is_place);
        }
    }
    Ok(object.write()?)
}
