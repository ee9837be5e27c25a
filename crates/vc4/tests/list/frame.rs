//! A frame of one NV triangle for tests of the check.

use quadrille_vc4::list::Thread;
use quadrille_vc4::list::check::{Buffer, Limits, Report, check};
use quadrille_vc4::list::text::{self, Symbols};
use quadrille_vc4::list::walk::Start;
use quadrille_vc4::machine::Image;

pub(crate) const TRIANGLE: &str = include_str!("../../../../examples/vc4/triangle.list");

/// A frame of one NV triangle, whose shader and uniforms are the caller's.
pub(crate) struct Frame {
    image: Image,
    symbols: Symbols,
    pub(crate) buffers: Vec<Buffer>,
}

impl Frame {
    pub(crate) fn new(text: &str) -> Frame {
        let assembly = text::assemble(text, 0, Symbols::default(), &text::Limits::default());
        assert!(assembly.diagnostics.is_empty(), "{:?}", assembly.diagnostics);
        let mut image = Image::default();
        for piece in &assembly.pieces {
            image.load(piece.address, &piece.bytes).unwrap();
        }
        let mut frame = Frame {
            image,
            symbols: assembly.symbols,
            buffers: Vec::new(),
        };
        frame.buffer("lists", 0x1_0000, 0x1000);
        frame.buffer("frame", 0x10_0000, 128 * 128 * 4);
        frame.buffer("bins", 0x20_0000, 0x2000);
        frame.buffer("state", 0x30_0000, 48 * 4);
        frame
    }

    pub(crate) fn buffer(&mut self, name: &str, address: u32, bytes: u64) {
        self.buffers.retain(|buffer| buffer.name != name);
        self.buffers.push(Buffer {
            name: name.to_owned(),
            address,
            bytes,
        });
    }

    pub(crate) fn at(&self, name: &str) -> u32 {
        self.symbols.address(name).unwrap()
    }

    pub(crate) fn check(&self) -> Report {
        let start = |name: &str, thread| Start {
            address: self.at(name),
            end: Some(self.at(&format!("{name}_end"))),
            thread,
        };
        let starts = [
            start("binning", Thread::Binning),
            start("rendering", Thread::Rendering),
        ];
        check(&self.image, &starts, self.buffers.clone(), &Limits::default())
    }

    pub(crate) fn said(&self) -> Vec<String> {
        self.check().rejections.iter().map(ToString::to_string).collect()
    }
}

/// Each sentence with what it has to hold.
pub(crate) fn expect(said: &[String], wanted: &[&str]) {
    assert_eq!(said.len(), wanted.len(), "{said:#?}");
    for (said, wanted) in said.iter().zip(wanted) {
        assert!(said.contains(wanted), "{said}\nwithout {wanted}");
    }
}

pub(crate) const END: &str = "thrend\nnop\nnop\n";
