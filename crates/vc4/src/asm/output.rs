//! Words in the forms in which programs are kept: raw bytes, hexadecimal for several languages, a listing.

use quadrille_base::Source;

use super::{Assembly, SymbolKind};

/// A textual form of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexForm {
    /// `.word low, high` lines, which this and other assemblers read.
    Assembly,
    /// `0xlow, 0xhigh,` lines, to be included between the braces of an array.
    Plain,
    /// A C array of 32-bit words, low word first.
    C,
    /// A Rust array of `u64`.
    Rust,
    /// A Python list of 64-bit integers.
    Python,
}

/// The bytes as memory holds them: each word little-endian.
pub fn binary(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The words as text. `name` is what the array is called in the forms that have a name; letters, digits and
/// underscores of it are kept.
pub fn hex(words: &[u64], form: HexForm, name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let upper = name.to_ascii_uppercase();
    let count = words.len();
    let (head, tail) = match form {
        HexForm::Assembly | HexForm::Plain => (String::new(), ""),
        HexForm::C => (
            format!(
                "#include <stdint.h>\n\nconst uint32_t {name}[{}] = {{\n",
                2 * count
            ),
            "};\n",
        ),
        HexForm::Rust => (format!("pub static {upper}: [u64; {count}] = [\n"), "];\n"),
        HexForm::Python => (format!("{name} = [\n"), "]\n"),
    };
    let mut out = head;
    for word in words {
        let (low, high) = (*word as u32, word >> 32);
        out.push_str(&match form {
            HexForm::Assembly => format!(".word 0x{low:08x}, 0x{high:08x}\n"),
            HexForm::Plain => format!("0x{low:08x}, 0x{high:08x},\n"),
            HexForm::C => format!("    0x{low:08x}, 0x{high:08x},\n"),
            HexForm::Rust | HexForm::Python => format!("    0x{word:016x},\n"),
        });
    }
    out + tail
}

/// A listing: address, clock at which the word issues when nothing stalls, words, source line; labels
/// stand on lines of their own.
///
/// An instruction issues every four clocks (guide, section 3); branches, stalls and waits come on top.
pub fn listing(assembly: &Assembly) -> String {
    let mut out = String::from("address   clock  low      high      source\n");
    let mut symbols = assembly
        .symbols
        .iter()
        .filter(|symbol| symbol.kind == SymbolKind::Place)
        .peekable();
    let mut clock = 0u64;
    for (index, (word, place)) in assembly.words.iter().zip(&assembly.places).enumerate() {
        let address = index as u64 * 8;
        while let Some(symbol) = symbols.next_if(|symbol| u64::from(symbol.value) <= address) {
            out.push_str(&format!("                                   :{}\n", symbol.name));
        }
        let (source, offset) = assembly.locate(place.offset);
        let clock_text = if place.is_data {
            String::from("-")
        } else {
            clock.to_string()
        };
        out.push_str(&format!(
            "{address:08x} {clock_text:>6}  {:08x} {:08x}  {}\n",
            *word as u32,
            word >> 32,
            line_of(source, offset)
        ));
        clock += if place.is_data { 0 } else { 4 };
    }
    for symbol in symbols {
        out.push_str(&format!("                                   :{}\n", symbol.name));
    }
    out
}

/// The text of the line at an offset, without the space around it.
fn line_of(source: &Source, offset: u32) -> &str {
    let text = source.text();
    let mut at = (offset as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    text[start..end].trim()
}
