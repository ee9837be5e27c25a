//! Elements: which one of an array is meant, and those of parameter buffers that lie together.

use quadrille_program::{BufferElement, Index};

/// Which element of an array is meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    /// The number, or what is added to the number found at run time.
    pub(crate) number: i32,
    /// The register component that holds the number at run time.
    pub(crate) index: Option<Index>,
}

/// Elements of parameter buffers that lie together: those of one buffer after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BufferRun {
    /// The first element of the first buffer.
    pub(crate) first: BufferElement,
    /// The number of buffers.
    pub(crate) buffers: u32,
    /// The number of elements of each.
    pub(crate) elements: u32,
}

impl BufferRun {
    /// The number of slots that it takes.
    pub(crate) const fn slots(&self) -> u32 {
        self.buffers.saturating_mul(self.elements)
    }

    /// The part of it that these indices can reach: one buffer where its number is known, one element where that
    /// is.
    pub(crate) fn narrow(mut self, buffer: Element, element: Element) -> BufferRun {
        if buffer.index.is_none() {
            self.first.buffer += buffer.number as u32;
            self.buffers = 1;
        }
        if element.index.is_none() {
            self.first.element += element.number as u32;
            self.elements = 1;
        }
        self
    }

    /// Its elements in order.
    pub(crate) fn items(self) -> impl Iterator<Item = BufferElement> {
        (0..self.buffers).flat_map(move |buffer| {
            (0..self.elements).map(move |element| BufferElement {
                buffer: self.first.buffer + buffer,
                element: self.first.element + element,
                ..self.first
            })
        })
    }
}
