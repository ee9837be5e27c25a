//! Inputs made by breaking those of a corpus, each by its number.

use crate::choices::{Choices, bytes};

/// Bytes that decide over one input.
const BYTES: usize = 512;

/// The most of an input of the corpus that is taken.
const LONGEST: usize = 6000;

/// The most bytes of an input.
const LARGEST: usize = 1 << 16;

/// Numbers at which counts, sizes and offsets are at their edges.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "7",
    "31",
    "32",
    "33",
    "127",
    "128",
    "255",
    "256",
    "4095",
    "4096",
    "65535",
    "65536",
    "16777216",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "0x7fffffff",
    "0xffffffff",
    "1e38",
    "1e-45",
    "1e999",
    "-1e999",
    "nan",
    "inf",
    ".5",
    "1e",
    "0x",
];

/// Texts on which readers of text stumble.
const TEXTS: &[&[u8]] = &[
    b"",
    b"\0",
    b"\r",
    b"\r\n",
    b"\n",
    b"\t",
    b"\"",
    b"'",
    b"\\",
    b"#",
    b"/*",
    b"//",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b";",
    b",",
    b"..",
    b":",
    b"!!",
    b"END",
    b"%s",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    "«".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{1f600}".as_bytes(),
];

/// Makes inputs from a corpus.
#[derive(Clone, Debug)]
pub struct Mutator {
    corpus: Vec<Vec<u8>>,
}

impl Mutator {
    /// Inputs that are made from these; an empty one stands in where there are none.
    pub fn new(mut corpus: Vec<Vec<u8>>) -> Mutator {
        if corpus.is_empty() {
            corpus.push(Vec::new());
        }
        Mutator { corpus }
    }

    /// The input of a number: a piece of the corpus, broken in one to eight ways.
    pub fn input(&self, number: u64) -> Vec<u8> {
        let decisions = bytes(number, BYTES);
        let mut choices = Choices::new(&decisions);
        if choices.once_in(64) {
            return decisions;
        }
        let mut input = self.piece(&mut choices, LONGEST).to_vec();
        for _ in 0..=choices.below(8) {
            self.break_once(&mut input, &mut choices);
        }
        input.truncate(LARGEST);
        input
    }

    /// The neighbour of a number: an input of the corpus as a whole, broken in one way.
    pub fn neighbour(&self, number: u64) -> Vec<u8> {
        let decisions = bytes(number, BYTES);
        let mut choices = Choices::new(&decisions);
        let mut input = self.corpus[choices.below(self.corpus.len())].clone();
        self.break_once(&mut input, &mut choices);
        input.truncate(LARGEST);
        input
    }

    /// A piece of an input of the corpus: from its beginning, or from any place.
    fn piece(&self, choices: &mut Choices<'_>, longest: usize) -> &[u8] {
        let whole = &self.corpus[choices.below(self.corpus.len())];
        let start = if choices.once_in(3) {
            choices.below(whole.len())
        } else {
            0
        };
        let rest = &whole[start..];
        &rest[..rest.len().min(longest)]
    }

    fn break_once(&self, input: &mut Vec<u8>, choices: &mut Choices<'_>) {
        let at = choices.below(input.len() + 1);
        match choices.below(12) {
            0 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << choices.below(8);
                }
            }
            1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = choices.word() as u8;
                }
            }
            2 => {
                let end = input.len().min(at + choices.below(64));
                input.drain(at..end);
            }
            3 => {
                let end = input.len().min(at + 1 + choices.below(64));
                let times = choices.one_of(&[1, 2, 40, 600]);
                let again = input[at..end].repeat(times);
                insert(input, at, &again);
            }
            4 | 5 => {
                let number = choices.one_of(NUMBERS);
                let (start, end) = number_at(input, at).unwrap_or((at, at));
                input.splice(start..end, number.bytes());
            }
            6 => {
                let text = choices.one_of(TEXTS);
                let times = choices.one_of(&[1, 1, 1, 2000]);
                insert(input, at, &text.repeat(times));
            }
            7 => {
                let word = choices.word().to_le_bytes();
                for (byte, new) in input[at..].iter_mut().zip(word) {
                    *byte = new;
                }
            }
            8 | 9 => {
                let (start, end) = word_at(input, at);
                let other = self.piece(choices, LONGEST);
                let (from, to) = word_at(other, choices.below(other.len() + 1));
                let word = other[from..to].to_vec();
                input.splice(start..end, word);
            }
            10 => {
                let end = input.len().min(at + choices.below(400));
                let other = self.piece(choices, 400).to_vec();
                input.splice(at..end, other);
            }
            _ => input.truncate(at),
        }
    }
}

/// Puts some bytes into an input, as far as it may grow.
fn insert(input: &mut Vec<u8>, at: usize, more: &[u8]) {
    let room = LARGEST.saturating_sub(input.len());
    input.splice(at..at, more[..more.len().min(room)].iter().copied());
}

/// The first number at or after a place, as the range of its characters.
fn number_at(input: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = at + input[at..].iter().position(u8::is_ascii_digit)?;
    let length = input[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    Some((start, start + length))
}

/// The word around a place, as the range of its characters; empty where there is none.
fn word_at(input: &[u8], at: usize) -> (usize, usize) {
    let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte == b'.';
    let start = at - input[..at].iter().rev().take_while(part).count();
    (start, at + input[at..].iter().take_while(part).count())
}
