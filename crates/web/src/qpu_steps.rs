//! The instructions of a QPU run, one by one: which QPU at which clock, and the vectors that it had afterwards.

use quadrille_vc4::asm::{Assembly, disassemble_word};
use quadrille_vc4::trace::{InstructionEvent, Observer, TransferEvent};
use serde_json::{Value, json};

use crate::position::Positions;

/// Writes instructions down, the first so many.
pub(crate) struct Steps {
    most: usize,
    rows: Vec<Row>,
    /// For each row three vectors of sixteen words, little end first: the ADD target, the MUL target, r4.
    pub(crate) lanes: Vec<u8>,
    /// Instructions beyond.
    pub(crate) unlisted: u64,
}

struct Row {
    qpu: u8,
    thread: u8,
    start: u64,
    stalled: u64,
    address: u32,
    word: u64,
}

impl Steps {
    pub(crate) fn new(most: usize) -> Steps {
        Steps {
            most,
            rows: Vec::new(),
            lanes: Vec::new(),
            unlisted: 0,
        }
    }

    /// The instructions, with their places in the program's own text.
    pub(crate) fn rows(&self, assembly: &Assembly, text: &str) -> Vec<Value> {
        let positions = Positions::of(text);
        let own = assembly.texts.first().map(|text| text.source());
        // Whatever is launched begins with the first word.
        let base = self.rows.first().map_or(0, |row| row.address);
        let rows = self.rows.iter().map(|row| {
            let index = (row.address.wrapping_sub(base) / 8) as usize;
            let place = assembly.places.get(index).and_then(|place| {
                let (source, at) = assembly.locate(place.offset);
                let is_own = own.is_some_and(|own| std::ptr::eq(own, source));
                is_own.then(|| json!({ "at": positions.unit(at), "line": source.position(at).line }))
            });
            json!({
                "qpu": row.qpu,
                "thread": row.thread,
                "clock": row.start,
                "waited": row.stalled,
                "word": index,
                "bits": format!("{:016x}", row.word),
                "text": disassemble_word(row.word),
                "place": place,
            })
        });
        rows.collect()
    }
}

impl Observer for Steps {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        if self.rows.len() == self.most {
            self.unlisted += 1;
            return;
        }
        self.rows.push(Row {
            qpu: event.qpu,
            thread: event.thread,
            start: event.start,
            stalled: event.stalled,
            address: event.address,
            word: event.word,
        });
        for lanes in [event.add, event.mul, event.r4] {
            let words = lanes.iter().flat_map(|word| word.to_le_bytes());
            self.lanes.extend(words);
        }
    }

    fn transfer(&mut self, _: &TransferEvent) {}
}
