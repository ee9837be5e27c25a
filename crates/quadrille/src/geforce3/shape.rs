//! The shapes of JSON that the commands share; `docs/geforce3.md` lists them. A word of a program has its number
//! (`word`), its text and its bits, a register its numbers and its bits.

use quadrille_gf3::function::Quad;
use quadrille_gf3::time::front::{Event, Work};
use quadrille_gf3::word::{Numbering, Word, print};
use serde_json::{Map, Value, json};

/// 32 bits, as JSON has no unsigned hexadecimal numbers.
fn hexadecimal(bits: u32) -> String {
    format!("0x{bits:08x}")
}

/// A quad for tools: numbers, where JSON has them, and bits.
pub fn quad(quad: Quad) -> Value {
    let numbers = quad.map(|bits| {
        let number = f32::from_bits(bits);
        if number.is_finite() {
            json!(number)
        } else {
            json!(number.to_string())
        }
    });
    json!({ "value": numbers, "bits": quad.map(hexadecimal) })
}

/// The text and the bits of a word.
pub fn word(word: Word, numbering: Numbering) -> Value {
    json!({ "text": print::plain(&[word], numbering).trim_end(), "bits": word.0.map(hexadecimal) })
}

/// The words of a program with their numbers.
pub fn program(words: &[Word], numbering: Numbering) -> Vec<Value> {
    let numbered = words.iter().enumerate();
    let rows = numbered.map(|(number, bits)| {
        let mut row = word(*bits, numbering);
        row["word"] = json!(number);
        row
    });
    rows.collect()
}

/// Registers by name.
pub fn registers(rows: impl IntoIterator<Item = (String, Quad)>) -> Map<String, Value> {
    rows.into_iter().map(|(name, bits)| (name, quad(bits))).collect()
}

/// The work of the front end, in the order in which it began; `until` is the first cycle in which it is over.
pub fn front(events: &[Event]) -> Vec<Value> {
    let attributes = |slots: u16| -> Vec<u8> { (0..16).filter(|slot| slots & (1 << slot) != 0).collect() };
    let row = |event: &Event| {
        let mut row = match event.work {
            Work::Setup { words } => json!({ "work": "set-up", "words": words }),
            Work::Fetch { vertex, slots } => {
                json!({ "work": "fetch", "vertex": vertex, "attributes": attributes(slots) })
            }
            Work::Copy {
                vertex,
                buffer,
                slots,
            } => json!({
                "work": "copy", "vertex": vertex, "input_buffer": buffer, "attributes": attributes(slots),
            }),
            Work::Hold { vertex, buffer } => {
                json!({ "work": "hold", "vertex": vertex, "input_buffer": buffer })
            }
        };
        row["from"] = json!(event.from);
        row["until"] = json!(event.until);
        row
    };
    events.iter().map(row).collect()
}
