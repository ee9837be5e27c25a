//! The measured tables of `oracle/vc4` once more, this time through whole programs on the emulator: operands by raw
//! reads, the operation with its pack into file A, flags by conditional writes, results through the VPM.

use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::machine::{End, Launch, Limits, Machine, Memory, Profile};

const BLOCK: usize = 256;

/// Runs one operation with one pack over all pairs; results and flags (Z 1, N 2, C 4).
fn run(operation: &str, code: u64, pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let line = match operation {
        "ftoi" | "itof" | "not" | "clz" => format!("{operation}.setf ra1, r0"),
        "fmul" | "mul24" | "v8muld" | "v8min" | "v8max" => format!("nop ; {operation}.setf ra1, r0, r1"),
        _ => format!("{operation}.setf ra1, r0, r1"),
    };
    let text = format!(
        "shl r3, elem_num, 2\nmov ra0, unif\nmov rb0, unif\nmov ra2, unif\nadd ra0, ra0, r3\n:next\n\
         mov r2, rb0\nadd t0s, ra0, 0\nadd t1s, ra0, r2\nmov ra1, 0 ; nop\nnop ; nop ; ldtmu0\n\
         mov r0, r4 ; nop ; ldtmu1\nmov r1, r4\n:op\n{line}\nmov r2, 0\nmov.ifz r2, 1\nmov r3, 2\nor.ifn r2, r2, r3\n\
         mov r3, 4\nor.ifc r2, r2, r3\nmov vw_setup, vpm_setup(2, 1, h32(0))\nmov vpm, ra1\nmov vpm, r2\n\
         mov vw_setup, vdw_setup_0(2, 16, dma_h32(0, 0))\nmov vw_addr, ra2\nmov -, vw_wait\nmov r3, 64\n\
         add ra0, ra0, r3\nshl r3, r3, 1\nadd ra2, ra2, r3\nmov r3, unif\nmov.setf -, r3\nbrr.anynz -, :next\nnop\nnop\nnop\n\
         nop ; nop ; thrend\nnop\nnop"
    );
    let mut assembly = assemble("vectors.qasm", &text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:#?}", assembly.diagnostics);
    let at = assembly
        .symbols
        .iter()
        .find(|symbol| symbol.name == "op")
        .expect("the label")
        .value
        / 8;
    assembly.words[at as usize] |= code << 52;
    let program: Vec<u8> = assembly
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();

    let vectors = pairs.len().div_ceil(16);
    let mut input = vec![0u8; 2 * BLOCK * 4];
    for (i, &(a, b)) in pairs.iter().enumerate() {
        input[4 * i..4 * i + 4].copy_from_slice(&a.to_le_bytes());
        input[4 * (BLOCK + i)..4 * (BLOCK + i) + 4].copy_from_slice(&b.to_le_bytes());
    }
    let mut output = vec![0u8; vectors * 128];
    let mut uniforms = vec![0x1_0000u32, 4 * BLOCK as u32, 0x2_0000];
    uniforms.extend((0..vectors).map(|n| u32::from(n + 1 < vectors)));
    let uniforms: Vec<u8> = uniforms.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut memory = Memory::new();
    memory.map_constant(0x1_0000, &input).unwrap();
    memory.map(0x2_0000, &mut output).unwrap();
    memory.map_constant(0x3_0000, &uniforms).unwrap();
    memory.map_constant(0x4_0000, &program).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(0x4_0000, 0x3_0000));
    let outcome = machine.run(&mut memory, Limits::default(), &mut ());
    assert_eq!(
        (outcome.end, outcome.findings),
        (End::Finished, vec![]),
        "{operation}"
    );
    let word = |at: usize| u32::from_le_bytes(output[at..at + 4].try_into().unwrap());
    (0..pairs.len())
        .map(|i| {
            (
                word(i / 16 * 128 + i % 16 * 4),
                word(i / 16 * 128 + 64 + i % 16 * 4),
            )
        })
        .collect()
}

/// Rows of a table, grouped by their first word, in its order.
fn groups(table: &'static str) -> Vec<(&'static str, Vec<Vec<&'static str>>)> {
    let mut groups: Vec<(&str, Vec<Vec<&str>>)> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<&str> = line.split(' ').collect();
        match groups.last_mut() {
            Some((name, rows)) if *name == row[0] => rows.push(row),
            _ => groups.push((row[0], vec![row])),
        }
    }
    groups
}

fn word(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap()
}

fn pairs(rows: &[Vec<&str>]) -> Vec<(u32, u32)> {
    rows.iter().map(|row| (word(row[1]), word(row[2]))).collect()
}

/// source: oracle/vc4/alu.txt: 5,460 results, and the flags of the ADD ALU.
#[test]
fn results_and_flags() {
    for (operation, rows) in groups(include_str!("../../../oracle/vc4/alu.txt")) {
        let got = run(operation, 0, &pairs(&rows));
        for (row, (value, flags)) in rows.iter().zip(got) {
            assert_eq!(value, word(row[3]), "{row:?}");
            if row[4] != "?" && !operation.starts_with("v8") {
                let expected = [('z', 1), ('n', 2), ('c', 4)]
                    .iter()
                    .filter(|(letter, _)| row[4].contains(*letter))
                    .map(|(_, bit)| bit)
                    .sum::<u32>();
                assert_eq!(flags, expected, "{row:?}");
            }
        }
    }
}

/// source: oracle/vc4/pack.txt, the packs of file A over a word of zeros, in the order of its columns.
#[test]
fn packs() {
    for (operation, rows) in groups(include_str!("../../../oracle/vc4/pack.txt")) {
        for (column, code) in [8, 9, 1, 10, 2, 12, 4, 13, 5, 14, 6, 15, 7, 11, 3]
            .into_iter()
            .enumerate()
        {
            let got = run(operation, code, &pairs(&rows));
            for (row, (value, _)) in rows.iter().zip(got) {
                assert_eq!(value, word(row[4 + column]), "pack {code} of {row:?}");
            }
        }
    }
}

/// source: the conversion fitted to asurati's frame d50.png from the chip: t = floor(1024 v) of 0.5 is 512, and
/// (t - (t >> 8) + 2) >> 2 is 128; shaders of kumaashi/RaspberryPI that hold codes 11 to 15 drew on a Pi Zero what 3 to 7 draw.
#[test]
fn packs_of_products() {
    let half = [(1.0f32.to_bits(), 0.5f32.to_bits())];
    for (code, value) in [
        (3, 0x8080_8080),
        (4, 0x80),
        (5, 0x8000),
        (6, 0x80_0000),
        (7, 0x8000_0000),
    ] {
        for same in [code, code + 8] {
            assert_eq!(run("fmul", 16 | same, &half)[0].0, value, "pack {same}");
        }
    }
}
