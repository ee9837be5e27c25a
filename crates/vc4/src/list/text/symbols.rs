//! Names of addresses.

use std::collections::{BTreeMap, HashMap};

use super::value::integer;
use crate::list::Thread;
use crate::list::walk::Start;

/// Names by address and addresses by name.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    by_name: HashMap<String, u32>,
    by_address: BTreeMap<u32, String>,
}

impl Symbols {
    /// Names an address; whether the name was free. The first name of an address is the one shown.
    pub fn add(&mut self, name: impl Into<String>, address: u32) -> bool {
        let name = name.into();
        if self.by_name.contains_key(&name) {
            return false;
        }
        self.by_address.entry(address).or_insert_with(|| name.clone());
        self.by_name.insert(name, address);
        true
    }

    /// The address with this name.
    pub fn address(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// What [`Symbols::resolve`] gives, or a number.
    pub fn value(&self, text: &str) -> Option<u32> {
        let number = integer(text).and_then(|number| u32::try_from(number).ok());
        number.or_else(|| self.resolve(text))
    }

    /// The address that `name`, `name+number` or `name-number` is, modulo 2³².
    pub fn resolve(&self, text: &str) -> Option<u32> {
        let at = text.find(['+', '-']).unwrap_or(text.len());
        let base = self.address(&text[..at])?;
        let offset = match text[at..].strip_prefix('+') {
            Some(plus) => integer(plus)?,
            None if at == text.len() => 0,
            None => integer(&text[at..])?,
        };
        Some(base.wrapping_add(offset as u32))
    }

    /// Where lists begin, by address: at labels `binning` and `rendering`, or such with `_` and more behind it, until the
    /// label with `_end` behind that, if there is one.
    pub fn starts(&self) -> Vec<Start> {
        let mut starts: Vec<Start> = (self.by_name.iter())
            .filter(|(label, _)| !label.ends_with("_end"))
            .filter_map(|(label, &address)| {
                let names = |name| {
                    let rest = label.strip_prefix(name);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
                };
                let thread = match (names("binning"), names("rendering")) {
                    (true, _) => Thread::Binning,
                    (_, true) => Thread::Rendering,
                    _ => return None,
                };
                let end = self.address(&format!("{label}_end"));
                Some(Start { address, end, thread })
            })
            .collect();
        starts.sort_by_key(|start| (start.address, start.end));
        starts
    }

    /// The name of this address.
    pub fn name(&self, address: u32) -> Option<&str> {
        self.by_address.get(&address).map(String::as_str)
    }

    /// The next address after this one that has a name.
    pub(super) fn next(&self, address: u32) -> Option<u32> {
        let after = address.checked_add(1)?;
        self.by_address.range(after..).next().map(|(address, _)| *address)
    }

    /// All addresses with their names.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.by_address
            .iter()
            .map(|(address, name)| (*address, name.as_str()))
    }

    /// The names alone.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
}

/// Whether a text can be a name: letters, digits, `_`, `.` and `$`, no digit first.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|first: char| first.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))
}
