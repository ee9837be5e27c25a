//! Bytes as control lists: as their text, as a driver's dump, and as the chip's memory. Everything is answered with
//! bounded work; what was read of memory returns through its text; frames are the same on any number of threads.

use std::collections::BTreeMap;

use quadrille_vc4::frame::{FrameLimits, FrameRequest, ListRange, render};
use quadrille_vc4::list::check::{self, Buffer, check};
use quadrille_vc4::list::text::{Limits, Names, Printing, Symbols, assemble, print};
use quadrille_vc4::list::walk::{Start, walk};
use quadrille_vc4::list::{Thread, dump, explain};
use quadrille_vc4::machine::Image;

/// Packets and records that are followed.
const PARTS: usize = 1 << 10;

/// Where the bytes lie as memory.
const AT: u32 = 0x1000;

/// Text, dump and memory are answered.
pub(super) fn lists(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let limits = Limits {
        bytes: 1 << 16,
        ..Limits::default()
    };
    let assembly = assemble(&text, 0, Symbols::default(), &limits);
    let order = |problem: &quadrille_base::Diagnostic| problem.span.start;
    assert!(assembly.diagnostics.is_sorted_by_key(order));
    assert!(assembly.diagnostics.len() <= limits.diagnostics + 1);
    let mut image = Image::default();
    let loaded = assembly.pieces.iter().all(|piece| {
        let zeros = image.zero(piece.address & !0xfff, 0x4000);
        zeros
            .and_then(|()| image.load(piece.address, &piece.bytes))
            .is_ok()
    });
    if loaded {
        draw(&image, &assembly.symbols.starts());
    }

    if let Some(Ok(dump)) = dump::read(bytes) {
        let starts: Vec<Start> = dump.starts.iter().copied().take(4).collect();
        follow(&dump.image, &starts, dump.buffers);
    }

    let mut image = Image::default();
    image.load(AT, bytes).expect("the bytes lie in memory");
    let start = |offset: usize, thread| Start {
        address: AT + offset as u32,
        end: None,
        thread,
    };
    let starts = [
        start(0, Thread::Binning),
        start(bytes.len() / 2, Thread::Rendering),
    ];
    let buffer = Buffer {
        name: "memory".to_owned(),
        address: AT,
        bytes: bytes.len() as u64,
    };
    follow(&image, &starts, vec![buffer]);
    draw(&image, &starts);
}

/// Renders the lists of the first start of either thread, on one thread of the host and on two.
fn draw(image: &Image, starts: &[Start]) {
    let list = |thread| {
        let start = starts.iter().find(|start| start.thread == thread)?;
        Some(ListRange {
            start: start.address,
            end: start.end,
        })
    };
    let draw_on = |threads| {
        let mut image = image.clone();
        let request = FrameRequest {
            bin: list(Thread::Binning),
            render: list(Thread::Rendering),
            limits: FrameLimits {
                packets: 4 * PARTS as u64,
                vertices: PARTS as u64,
                instructions: 1 << 16,
                program: 1 << 10,
                overspill: 1 << 16,
                ..FrameLimits::default()
            },
            warnings: true,
            threads,
            events: PARTS,
            ..FrameRequest::default()
        };
        let outcome = render(&mut image.memory(), &request);
        assert!(outcome.events.len() <= PARTS);
        (outcome, image)
    };
    assert!(
        draw_on(1) == draw_on(2),
        "a frame differs from itself on two threads"
    );
}

fn follow(image: &Image, starts: &[Start], buffers: Vec<Buffer>) {
    let walk = walk(image, starts, PARTS);
    assert!(walk.items.len() <= PARTS);
    let names = Names::new(&walk, &Symbols::default());
    let data: Vec<(u32, &[u8])> = image.pieces().collect();
    if data.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() < 1 << 16 {
        let text = print(image, &walk, &names, &data, Printing { bytes: true });
        let again = assemble(&text, 0, Symbols::default(), &Limits::default());
        assert!(again.diagnostics.is_empty(), "{text}\n{:?}", again.diagnostics);
        let mut copy = Image::default();
        for piece in &again.pieces {
            copy.load(piece.address, &piece.bytes)
                .expect("it was in memory before");
        }
        assert_eq!(&copy, image, "{text}");
    }
    let limits = check::Limits {
        packets: PARTS,
        ..check::Limits::default()
    };
    let report = check(image, starts, buffers, &limits);
    assert!(report.packets <= PARTS && report.rejections.len() <= limits.rejections);
    for &place in walk.places.keys().take(16) {
        explain(image, &walk, &names, &report.uniforms, place);
    }
    explain(image, &walk, &names, &BTreeMap::new(), AT);
}
