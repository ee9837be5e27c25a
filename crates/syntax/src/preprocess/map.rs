//! The map from a text after the pass to the text before it.

use quadrille_base::Span;

/// A part of the text.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The byte at which it begins.
    at: u32,
    /// Its span before the pass.
    from: Span,
    /// Whether it came out of a macro, whose name stands there.
    replaced: bool,
}

/// The parts of a text in their order, without gaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    parts: Vec<Part>,
    length: u32,
}

impl Map {
    pub(super) fn identity(length: usize) -> Map {
        let mut map = Map::default();
        map.written(0, length);
        map
    }

    /// Adds text that stood at `from`.
    pub(super) fn written(&mut self, from: usize, length: usize) {
        let (from, length) = (from as u32, length as u32);
        match self.parts.last_mut() {
            Some(last) if !last.replaced && last.from.end == from => last.from.end += length,
            _ => self.parts.push(Part {
                at: self.length,
                from: Span::new(from, from + length),
                replaced: false,
            }),
        }
        self.length += length;
    }

    /// Adds text that came out of a macro.
    pub(super) fn replaced(&mut self, from: Span, length: usize) {
        self.parts.push(Part {
            at: self.length,
            from,
            replaced: true,
        });
        self.length += length as u32;
    }

    /// The span of a part before the pass; the end of the last line where there is nothing behind it.
    pub(super) fn place(&self, span: Span) -> Span {
        let start = self.start(span.start);
        match span.end.checked_sub(1).filter(|_| !span.is_empty()) {
            None => Span::at(start),
            Some(last) => Span::new(start, self.end(last)),
        }
    }

    pub(super) fn is_written(&self, span: Span) -> bool {
        let first = self.index(span.start);
        let last = self.index(span.end.saturating_sub(1)).max(first);
        let parts = self.parts.get(first..=last).unwrap_or_default();
        let joined = parts
            .windows(2)
            .all(|pair| pair[0].from.end == pair[1].from.start);
        joined && parts.iter().all(|part| !part.replaced)
    }

    /// The part that holds a byte.
    fn index(&self, byte: u32) -> usize {
        self.parts
            .partition_point(|part| part.at <= byte)
            .saturating_sub(1)
    }

    fn start(&self, byte: u32) -> u32 {
        match self.parts.get(self.index(byte)) {
            Some(part) if part.replaced => part.from.start,
            Some(part) => part.from.start + (byte - part.at).min(part.from.len()),
            None => 0,
        }
    }

    /// One behind a byte.
    fn end(&self, byte: u32) -> u32 {
        match self.parts.get(self.index(byte)) {
            Some(part) if part.replaced => part.from.end,
            Some(part) => part.from.start + (byte - part.at + 1).min(part.from.len()),
            None => 0,
        }
    }
}
