//! Accesses of buffers and of shared memory by lanes that lie in rows, in rows with holes, anywhere, outside and misaligned: the
//! engines agree.
//!
//! source: the reference engine, which makes each access by itself, lane after lane

use std::fmt::Write;
use std::sync::Arc;

use quadrille::memory::Buffer;
use quadrille::{BufferBinding, CanvasOptions, Session};

/// Storage modifiers, and the register that each is loaded to.
const FORMATS: [(&str, &str); 12] = [
    ("U32", "value.x"),
    ("F32", "value.x"),
    ("U8", "value.x"),
    ("S8", "value.x"),
    ("U16", "value.x"),
    ("S16", "value.x"),
    ("U32X2", "value"),
    ("U32X4", "value"),
    ("S16X4", "value"),
    ("F16X2", "value"),
    ("U64", "long.x"),
    ("U64X2", "long"),
];

/// Instructions that make the address `at.x` of the number `at.y` of an invocation, by the size of an access.
fn addresses(size: usize) -> Vec<String> {
    vec![
        format!("MUL.U at.x, at.y, {size};"),
        format!("MUL.U at.x, at.y, {size};\nADD.U at.x, at.x, {};", 4 * size),
        // Its end lies outside.
        format!(
            "MUL.U at.x, at.y, {size};\nADD.U at.x, at.x, {};",
            2048 - 40 * size
        ),
        // Its beginning lies outside.
        format!("MUL.S at.x, at.y, {size};\nSUB.S at.x, at.x, {};", 5 * size),
        // Backwards.
        format!("SUB.S at.x, 255, at.y;\nMUL.S at.x, at.x, {size};"),
        // Anywhere, many of them twice.
        format!("MUL.U at.x, at.y, 37;\nAND.U at.x, at.x, 31;\nMUL.U at.x, at.x, {size};"),
        format!("MOV.U at.x, {};", 3 * size),
        // Misaligned.
        format!("MUL.U at.x, at.y, {size};\nADD.U at.x, at.x, {};", size / 2),
    ]
}

/// Whoever accesses: all, or in holes, the first, the last.
const CONDITIONS: [&str; 4] = [
    "SGE.U.CC at.w, at.y, 0;",
    "AND.U.CC at.w, at.y, 5;",
    "SLT.U.CC at.w, at.y, 11;",
    "SGE.U.CC at.w, at.y, 19;",
];

fn program(group: usize, shared: bool, access: [&str; 4], (format, register): (&str, &str)) -> String {
    let [address, condition, atomic, operand] = access;
    let (letter, memory) = if shared { ("S", "own") } else { ("B", "data") };
    let stored = if register.starts_with("long") {
        "U64"
    } else {
        "U32X4"
    };
    let from = register.split('.').next().map_or("", |name| name);
    let from = if stored == "U64" {
        format!("{from}.x")
    } else {
        from.to_owned()
    };
    let mut text = format!(
        "!!NVcp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_gpu_program5_mem_extended;
GROUP_SIZE {group};
SHARED_MEMORY 2048;
STORAGE data[] = {{ program.storage[0] }};
STORAGE out[] = {{ program.storage[1] }};
SHARED own[] = {{ program.sharedmem }};
TEMP at, value, to, old;
LONG TEMP long;
MOV.U value, 0;
MOV.U64 long, 0;
MOV.U at.y, invocation.localindex.x;
MUL.U to.x, invocation.globalid.x, 32;
MUL.U at.z, at.y, 4;
LDB.U32 value.x, data[at.z];
STS.U32 value.x, own[at.z];
BAR;
{address}
{condition}
IF NE.w;
"
    );
    let _ = write!(
        text,
        "LD{letter}.{format} {register}, {memory}[at.x];
STB.{stored} {from}, out[to.x];
ADD.U value, value, at.y;
ST{letter}.{format} {register}, {memory}[at.x];
ATOM{letter}.{atomic} old.x, {operand}, {memory}[at.x];
STB.U32 old.x, out[to.x + 16];
ENDIF;
LDS.U32 value.y, own[at.z];
STB.U32 value.y, out[to.x + 20];
END
"
    );
    text
}

/// The bytes of both buffers behind a dispatch of three groups.
fn run(engine: &str, text: &str) -> [Vec<u8>; 2] {
    let session = Session::new().engine(engine).expect("an engine of this name");
    let options = CanvasOptions::new(1, 1);
    let mut canvas = session.canvas_with(&options).expect("a canvas");
    let program = session.load("compute", text);
    let program = program.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    canvas.bind(&program).expect("it is bound");
    let data: Vec<u8> = (0..2048_u32).map(|at| (at * at % 251 + at / 7) as u8).collect();
    let buffers = [data, vec![0; 32 * 900]].map(|bytes| Arc::new(Buffer::from_bytes(&bytes)));
    for (number, buffer) in buffers.iter().enumerate() {
        let binding = BufferBinding::whole(buffer.clone());
        canvas.bind_storage(number, Some(binding)).expect("it is bound");
    }
    canvas.dispatch([3, 1, 1], None).expect("it runs");
    buffers.map(|buffer| buffer.to_bytes())
}

#[test]
fn engines_agree_on_rows_of_lanes() {
    let atomics = [
        ("ADD.U32", "1"),
        ("MAX.S32", "value.x"),
        ("CSWAP.U32", "value"),
        ("ADD.F32", "1.5"),
    ];
    let mut number = 0;
    for format in FORMATS {
        let bits: usize = format.0[1..]
            .split('X')
            .next()
            .and_then(|bits| bits.parse().ok())
            .expect("bits");
        let count = format
            .0
            .split('X')
            .nth(1)
            .and_then(|count| count.parse().ok())
            .unwrap_or(1);
        for address in addresses(bits / 8 * count) {
            for condition in CONDITIONS {
                let (atomic, operand) = atomics[number % atomics.len()];
                let group = [32, 64, 300, 256, 47][number % 5];
                number += 1;
                let access = [&*address, condition, atomic, operand];
                for shared in [false, true] {
                    let text = program(group, shared, access, format);
                    let (expected, found) = (run("reference", &text), run("wide", &text));
                    assert!(expected == found, "{text}");
                }
            }
        }
    }
}
