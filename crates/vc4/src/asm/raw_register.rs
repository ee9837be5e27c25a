//! Registers as vc4asm keeps them: `:[number, kind, rotation, part]`, the last two with 0 where they are left out.
//!
//! vc4asm's documentation (expressions, "internal raw register") names the four fields and calls their numbers its own
//! affair. The numbers here are those of its version 0.3. Names say the same better; this is for texts that a program
//! wrote.

use super::assembler::{Assembler, Parsed};
use super::cursor::Cursor;
use super::register::{Register, Turn, access};
use super::rule;
use super::slice::Slice;
use super::value::Value;

/// Bits of the second field.
mod kind {
    pub(super) const FILES: i64 = 3;
    pub(super) const READ: i64 = 4;
    pub(super) const WRITE: i64 = 8;
    pub(super) const ACQUIRE: i64 = 16;
    pub(super) const RELEASE: i64 = 32;
}

impl Assembler<'_> {
    /// The rest of `:[number, kind, rotation, part]`, of which the bracket has been read.
    pub(super) fn raw_register(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Parsed<Value> {
        let mut fields = [0; 4];
        let mut count = 0;
        loop {
            let at = cursor.at;
            match self.nested(cursor)? {
                Value::Int(value) if count < fields.len() => fields[count] = value,
                Value::Int(_) => {
                    let message = "a raw register has two to four fields";
                    return Err(self.error(&rule::REGISTER, cursor.span_from(start), message));
                }
                other => {
                    let message = format!("a field must be an integer, not {}", other.kind());
                    return Err(self.error(&rule::EXPRESSION, cursor.span_from(at), message));
                }
            }
            count += 1;
            if !cursor.take(b',') {
                break;
            }
        }
        self.expect(cursor, b']', "to close the raw register")?;
        if count < 2 {
            let message = "a raw register has two to four fields";
            return Err(self.error(&rule::REGISTER, cursor.span_from(start), message));
        }
        raw(fields).ok_or_else(|| {
            let message = "no register has these numbers";
            self.error(&rule::REGISTER, cursor.span_from(start), message)
        })
    }
}

/// The register or semaphore of four fields.
fn raw([number, kind, rotation, part]: [i64; 4]) -> Option<Value> {
    if kind == kind::ACQUIRE || kind == kind::RELEASE {
        let is_plain = (0..16).contains(&number) && rotation == 0 && part == 0;
        let action = if kind == kind::ACQUIRE { 16 } else { 0 };
        return is_plain.then_some(Value::Semaphore(number as u32 | action));
    }
    if !(0..64).contains(&number) || !(0..16).contains(&kind) {
        return None;
    }
    let files = (kind & kind::FILES) as u8;
    let writes = if kind & kind::WRITE != 0 { files << 2 } else { 0 };
    let reads = if kind & kind::READ != 0 { files } else { 0 };
    // Accumulators are the addresses 32 to 37 of both files that no file is read for, and r5 is written through one.
    let register = match number {
        32..=37 if reads == 0 && (i64::from(files) == kind::FILES || number == 37 && files != 0) => {
            Register::new(number as u8 - 32, access::ACCUMULATOR | writes)
        }
        _ if reads | writes == 0 => return None,
        _ => Register::new(number as u8, reads | writes),
    };
    let turn = match rotation {
        0 => Turn::By(0),
        1..=15 => Turn::By(16 - rotation as u8),
        16 => Turn::Right5,
        -16 => Turn::Left5,
        _ => return None,
    };
    let slice = Slice::from_code(part)?;
    Some(Value::Register(Register {
        turn,
        slice,
        ..register
    }))
}
