//! Conditions: expressions of whole numbers, as C's `#if` has them (C17 6.10.1).

use super::macros::{Budget, Macros, Spent};
use super::{MOST_NESTED, PreprocessError, words};

/// The value of a condition. A name that is no macro is 0.
pub(super) fn evaluate(text: &str, macros: &Macros, budget: &mut Budget) -> Result<i64, PreprocessError> {
    let text = expanded(text, macros, budget).map_err(|Spent| PreprocessError::TooLarge)?;
    let mut reader = Reader {
        tokens: tokens(&text)?,
        at: 0,
        depth: 0,
    };
    let value = reader.choice(true)?;
    match reader.tokens.get(reader.at) {
        None => Ok(value),
        Some(_) => Err(PreprocessError::Expression),
    }
}

/// The text with its macros replaced, but for those that `defined` asks for, which become 0 and 1.
fn expanded(text: &str, macros: &Macros, budget: &mut Budget) -> Result<String, Spent> {
    let mut out = String::new();
    let mut copied = 0;
    let mut asked = false;
    for (start, word) in words(text) {
        if word == "defined" {
            out.push_str(&text[copied..start]);
            asked = true;
        } else if asked {
            // The parentheses around the name stay.
            out.push_str(&text[copied..start]);
            out.push_str(if macros.is_defined(word) { "1" } else { "0" });
            asked = false;
        } else if macros.is_defined(word) {
            out.push_str(&text[copied..start]);
            macros.expand(word, &mut out, budget)?;
        } else {
            continue;
        }
        copied = start + word.len();
    }
    out.push_str(&text[copied..]);
    Ok(out)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Number(i64),
    Mark(&'static str),
}

/// Operators and parentheses, the longer ones first.
const MARKS: [&str; 25] = [
    "&&", "||", "<<", ">>", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "!",
    "~", "?", ":", "(", ")", ",",
];

fn tokens(text: &str) -> Result<Vec<Token>, PreprocessError> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        let length = match part(first) {
            true => {
                let word = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
                let value = if first.is_ascii_digit() { number(word)? } else { 0 };
                found.push(Token::Number(value));
                word.len()
            }
            false => {
                let mut marks = MARKS.into_iter();
                let mark = marks
                    .find(|mark| rest.starts_with(mark))
                    .ok_or(PreprocessError::Expression)?;
                found.push(Token::Mark(mark));
                mark.len()
            }
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// A whole number: decimal, hexadecimal or octal, with the endings of C.
fn number(word: &str) -> Result<i64, PreprocessError> {
    let lower = word.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let read = |digits, radix| u64::from_str_radix(digits, radix).map(|value| value as i64);
    match digits.strip_prefix("0x") {
        Some(digits) => read(digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => read(&digits[1..], 8),
        None => read(digits, 10),
    }
    .map_err(|_| PreprocessError::Expression)
}

/// Binary operators by how tightly they hold, the loosest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn take(&mut self, marks: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Mark(mark)) if marks.contains(mark) => {
                self.at += 1;
                Some(*mark)
            }
            _ => None,
        }
    }

    /// `a ? b : c`; what is not `needed` may divide by zero.
    fn choice(&mut self, needed: bool) -> Result<i64, PreprocessError> {
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return Err(PreprocessError::Expression);
        }
        let condition = self.binary(0, needed)?;
        let mut value = condition;
        if self.take(&["?"]).is_some() {
            let first = self.choice(needed && condition != 0)?;
            self.take(&[":"]).ok_or(PreprocessError::Expression)?;
            let second = self.choice(needed && condition == 0)?;
            value = if condition != 0 { first } else { second };
        }
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, needed: bool) -> Result<i64, PreprocessError> {
        let Some(marks) = LEVELS.get(level) else {
            return self.unary(needed);
        };
        let mut left = self.binary(level + 1, needed)?;
        while let Some(mark) = self.take(marks) {
            let decided = mark == "&&" && left == 0 || mark == "||" && left != 0;
            let right = self.binary(level + 1, needed && !decided)?;
            left = apply(mark, left, right, needed && !decided)?;
        }
        Ok(left)
    }

    fn unary(&mut self, needed: bool) -> Result<i64, PreprocessError> {
        let mut signs = Vec::new();
        while let Some(sign) = self.take(&["!", "~", "-", "+"]) {
            signs.push(sign);
        }
        let mut value = match self.tokens.get(self.at) {
            Some(Token::Number(value)) => {
                self.at += 1;
                *value
            }
            Some(Token::Mark("(")) => {
                self.at += 1;
                let value = self.choice(needed)?;
                self.take(&[")"]).ok_or(PreprocessError::Expression)?;
                value
            }
            _ => return Err(PreprocessError::Expression),
        };
        for sign in signs.into_iter().rev() {
            value = match sign {
                "!" => i64::from(value == 0),
                "~" => !value,
                "-" => value.wrapping_neg(),
                _ => value,
            };
        }
        Ok(value)
    }
}

fn apply(mark: &str, left: i64, right: i64, needed: bool) -> Result<i64, PreprocessError> {
    let divisor = match right {
        0 if needed => Err(PreprocessError::DivisionByZero),
        0 => Ok(1),
        right => Ok(right),
    };
    Ok(match mark {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        "<=" => i64::from(left <= right),
        ">" => i64::from(left > right),
        ">=" => i64::from(left >= right),
        "<<" => left.wrapping_shl(right as u32),
        ">>" => left.wrapping_shr(right as u32),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.wrapping_div(divisor?),
        _ => left.wrapping_rem(divisor?),
    })
}
