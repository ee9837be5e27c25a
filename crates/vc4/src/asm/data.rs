//! Data between instructions, and alignment.
//!
//! Data fills words from bit 0 upwards, as a little-endian memory does. `.word` is 32 bits wide, because
//! shaders are published as `.word low, high`.

use super::assembler::{Assembler, Parsed};
use super::cursor::Cursor;
use super::rule;
use super::syntax::Syntax;
use super::value::Value;
use super::words;

/// Width and kind of a datum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    bits: u32,
    is_float: bool,
}

impl Format {
    /// The format of a directive.
    pub(super) fn of(directive: &[u8]) -> Option<Format> {
        let (bits, is_float) = match directive {
            b"bit" | b"int1" => (1, false),
            b"int2" => (2, false),
            b"int4" => (4, false),
            b"byte" | b"int8" => (8, false),
            b"short" | b"hword" | b"int16" | b"2byte" => (16, false),
            b"word" | b"int" | b"int32" | b"dword" | b"4byte" => (32, false),
            b"long" | b"quad" | b"qword" | b"int64" | b"8byte" => (64, false),
            b"half" | b"float16" => (16, true),
            b"float" | b"single" | b"float32" => (32, true),
            b"double" | b"float64" => (64, true),
            _ => return None,
        };
        Some(Format { bits, is_float })
    }
}

/// What the number of an alignment counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alignment {
    /// Bytes.
    Bytes,
    /// The power of two that is the bytes.
    Power,
    /// What it counts in the syntax of the text.
    OfSyntax,
}

impl Assembler<'_> {
    /// The values of a data directive.
    pub(super) fn data(&mut self, cursor: &mut Cursor<'_>, format: Format) -> Parsed<()> {
        self.open_line = None;
        cursor.skip_space();
        let first = cursor.at;
        loop {
            cursor.skip_space();
            let start = cursor.at;
            let value = self.expression(cursor)?;
            let value = match (self.datum(value, cursor.span_from(start))?, format.is_float) {
                (Value::Elements(bits, _), false) => Value::Int(i64::from(bits)),
                // A float that is an integer is one: `0.5 * 16` in fixed point.
                (Value::Float(value), false)
                    if format.bits < 32 && value.abs() < 65536.0 && f64::from(value as i32) == value =>
                {
                    Value::Int(value as i64)
                }
                (value, _) => value,
            };
            let bits = match (value, format.is_float) {
                (Value::Int(value), false) => {
                    self.check_width(cursor, start, value, format.bits);
                    value as u64
                }
                (Value::Float(value), false) if format.bits == 32 => u64::from(Value::single(value)),
                (Value::Float(value), false) if format.bits == 64 => value.to_bits(),
                (value, true) if value.as_float().is_some() => {
                    float(value.as_float().unwrap_or(0.0), format.bits)
                }
                (other, _) => {
                    let message = format!("data of this kind cannot be {}", other.kind());
                    return Err(self.error(&rule::DIRECTIVE, cursor.span_from(start), message));
                }
            };
            self.push_bits(bits, format.bits, cursor.span_from(start))?;
            if !cursor.take(b',') {
                break;
            }
        }
        if self.syntax == Syntax::Gas && format.bits == 32 && self.filled_bits == 0 {
            self.take_for_instruction(cursor.slice(first..cursor.at), cursor.span_from(first));
        }
        Ok(())
    }

    /// The value of a datum: labels are addresses, in the GNU assembler's syntax from the origin of the program.
    fn datum(&mut self, value: Value, span: quadrille_base::Span) -> Parsed<Value> {
        let Value::Label { id, .. } = value else {
            return Ok(value);
        };
        if self.is_second_pass && self.labels.address(id).is_none() {
            return Err(self.error(&rule::LABEL, span, "this label is not defined"));
        }
        let resolved = self.resolve(value);
        Ok(match (resolved, self.syntax) {
            (Value::Int(value), Syntax::Gas) => {
                Value::Int(value.wrapping_add(i64::from(self.options.origin)))
            }
            _ => resolved,
        })
    }

    /// Takes the last word for an instruction if its two halves are written as published programs have them.
    fn take_for_instruction(&mut self, text: &[u8], span: quadrille_base::Span) {
        let text = String::from_utf8_lossy(text);
        let Some(found) = words::pair(&text, span) else {
            return;
        };
        if let (Some(place), Some(&word)) = (self.places.last_mut(), self.words.last()) {
            place.is_data = false;
            let problems = found.into_iter().chain(words::about(word, span));
            for problem in problems {
                self.report(problem);
            }
        }
    }

    fn check_width(&mut self, cursor: &Cursor<'_>, start: usize, value: i64, bits: u32) {
        if bits == 64 {
            return;
        }
        let (least, most) = (-1i64 << (bits - 1), (1i64 << bits) - 1);
        if !(least..=most).contains(&value) {
            let message = format!("this value is cut to {bits} bits");
            let problem = self.error(&rule::DATA_RANGE, cursor.span_from(start), message);
            self.report(*problem);
        }
    }

    pub(super) fn push_bits(&mut self, value: u64, bits: u32, span: quadrille_base::Span) -> Parsed<()> {
        let value = value & (u64::MAX >> (64 - bits));
        if self.filled_bits == 0 {
            self.push_word(value, span, true)?;
            self.filled_bits = bits & 63;
            return Ok(());
        }
        let at = self.filled_bits;
        if let Some(last) = self.words.last_mut() {
            *last |= value << at;
        }
        if at + bits > 64 {
            self.push_word(value >> (64 - at), span, true)?;
        }
        self.filled_bits = (at + bits) & 63;
        Ok(())
    }

    /// `.align n` or `.align n, base`: zeros.
    pub(super) fn align(&mut self, cursor: &mut Cursor<'_>, alignment: Alignment) -> Parsed<()> {
        cursor.skip_space();
        let start = cursor.at;
        let is_power = match alignment {
            Alignment::Bytes => false,
            Alignment::Power => true,
            Alignment::OfSyntax => self.syntax == Syntax::Gas,
        };
        let bytes = if is_power {
            1 << self.integer(cursor, 0, 12)?
        } else {
            self.integer(cursor, 0, 4096)?
        };
        let is_told = self.options.syntax.is_some() || alignment == Alignment::Power || self.told_alignment;
        if is_power && !is_told {
            self.told_alignment = true;
            let message = format!("this aligns to {bytes} bytes, the number being a power of two");
            let problem = self.error(&rule::TWO_READINGS, cursor.span_from(start), message);
            self.report(problem.note("--syntax vc4asm takes it for bytes; .balign and .p2align say which"));
        }
        if bytes & (bytes - 1) != 0 && bytes != 0 {
            let message = "an alignment is a power of two";
            return Err(self.error(&rule::RANGE, cursor.span_from(start), message));
        }
        let base = if cursor.take(b',') {
            self.integer(cursor, i64::MIN, i64::MAX)?
        } else {
            0
        };
        if bytes == 0 {
            return Ok(());
        }
        self.open_line = None;
        let span = cursor.span_from(start);
        for _ in 0..base.wrapping_sub(i64::from(self.here())) & (bytes - 1) {
            self.push_bits(0, 8, span)?;
        }
        Ok(())
    }
}

/// The bits of a float of 16, 32 or 64 bits; a half float is rounded to the nearest, ties to even, and
/// overflows to infinity.
fn float(value: f64, bits: u32) -> u64 {
    match bits {
        16 => u64::from(half(value)),
        32 => u64::from(Value::single(value)),
        _ if value.is_nan() => 0x7ff8_0000_0000_0000,
        _ => value.to_bits(),
    }
}

fn half(value: f64) -> u16 {
    let sign = u16::from(value.is_sign_negative()) << 15;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return 0x7e00;
    }
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // Below the smallest normal number the step is constant; above it follows the exponent.
    let exponent = if magnitude < libm::scalbn(1.0, -14) {
        -14
    } else {
        libm::ilogb(magnitude)
    };
    let steps = libm::rint(libm::scalbn(magnitude, 10 - exponent)) as u32;
    let biased = (exponent + 14) as u32;
    sign | (biased * 1024 + steps) as u16
}

#[cfg(test)]
mod tests {
    use super::half;

    /// source: IEEE 754-2008 binary16: 1 is 3c00, 65504 is 7bff, 2^-24 is 0001, 1/3 is 3555.
    #[test]
    fn half_floats() {
        assert_eq!(half(1.0), 0x3c00);
        assert_eq!(half(-2.0), 0xc000);
        assert_eq!(half(65504.0), 0x7bff);
        assert_eq!(half(65520.0), 0x7c00);
        assert_eq!(half(1.0 / 3.0), 0x3555);
        assert_eq!(half(2f64.powi(-24)), 1);
        assert_eq!(half(0.0), 0);
        assert_eq!(half(2f64.powi(-14)), 0x0400);
    }
}
