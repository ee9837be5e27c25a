//! The programs of `examples/compute`, against what the host computes, and the order of invocations.

use std::collections::BTreeMap;
use std::path::Path;

use quadrille::scene::{FileError, Files, NoFiles, Report, SceneOptions, Verdict};
use quadrille::{Budget, Session, run_scene};

/// Files that a scene reads, by name.
struct Given(BTreeMap<&'static str, Vec<u8>>);

impl Files for Given {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        self.0.get(path).cloned().ok_or(FileError::Missing)
    }
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/compute")
        .join(name);
    std::fs::read_to_string(path).expect("an example")
}

fn run(scene: &str, files: &dyn Files, threads: usize) -> Report {
    let session = Session::new();
    let options = SceneOptions {
        threads,
        ..SceneOptions::new(&session, files)
    };
    let report = run_scene("compute.shader_test", scene, &options);
    assert_eq!(report.verdict, Verdict::Pass);
    report
}

/// Runs the program of an example under other commands, and gives the files that they write.
fn with_commands(name: &str, commands: &str, files: &dyn Files) -> Vec<Vec<u8>> {
    let text = text(name);
    let (program, _) = text.split_once("[test]").expect("a test section");
    let report = run(&format!("{program}[test]\n{commands}"), files, 1);
    report.files.into_iter().map(|(_, bytes)| bytes).collect()
}

/// Numbers without order: a linear congruential generator (Knuth, MMIX).
fn random(count: usize) -> Vec<u32> {
    let mut state = 0x853c_49e6_748f_ea9b_u64;
    let next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    std::iter::repeat_with(next).take(count).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|chunk| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]))
        .collect()
}

/// The examples whose threads share memory.
const SHARING: [&str; 7] = [
    "histogram",
    "prefix-sum",
    "reduction",
    "matrix-fp64",
    "linked-list",
    "radix-sort",
    "sha256",
];

#[test]
fn examples_pass() {
    for name in SHARING.iter().chain(&["mandelbrot"]) {
        run(&text(&format!("{name}.shader_test")), &NoFiles, 1);
    }
}

/// source: the examples order all that they share, by BAR or by atomic operations
#[test]
fn examples_have_no_findings() {
    let session = Session::new();
    let options = SceneOptions {
        sanitize: true,
        ..SceneOptions::new(&session, &NoFiles)
    };
    for name in SHARING {
        let report = run_scene(
            "sanitized.shader_test",
            &text(&format!("{name}.shader_test")),
            &options,
        );
        if let Verdict::Error(problems) = &report.verdict {
            let found: Vec<String> = problems
                .iter()
                .map(|problem| {
                    format!(
                        "{}: {}: {:?}",
                        problem.rule.name,
                        report.source.slice(problem.span),
                        problem.notes
                    )
                })
                .collect();
            panic!("{name}: {}", found.join("\n"));
        }
    }
}

#[test]
fn a_prefix_sum_of_random_numbers() {
    let numbers = random(1024);
    let files = Given(BTreeMap::from([("in", bytes(&numbers))]));
    let commands = "buffer a file in\nbuffer b size 4096\nbind storage 0 a\nbind storage 1 b\ndispatch 1 1 1\noutput buffer b out\n";
    let written = with_commands("prefix-sum.shader_test", commands, &files);
    let mut sum = 0_u32;
    let sums: Vec<u32> = numbers
        .iter()
        .map(|number| {
            sum = sum.wrapping_add(*number);
            sum
        })
        .collect();
    assert_eq!(words(&written[0]), sums);
}

#[test]
fn a_histogram_of_random_bytes() {
    let data = bytes(&random(1024));
    let files = Given(BTreeMap::from([("in", data.clone())]));
    let commands = "buffer a file in\nbuffer b size 64\nbind storage 0 a\nbind storage 1 b\ndispatch 64 1 1\noutput buffer b out\n";
    let written = with_commands("histogram.shader_test", commands, &files);
    let mut bins = vec![0; 16];
    data.iter().for_each(|byte| bins[usize::from(byte >> 4)] += 1);
    assert_eq!(words(&written[0]), bins);
}

#[test]
fn random_numbers_are_sorted() {
    let mut numbers = random(256);
    let files = Given(BTreeMap::from([("in", bytes(&numbers))]));
    let commands = "buffer a file in\nbind storage 0 a\ndispatch 1 1 1\noutput buffer a out\n";
    let written = with_commands("radix-sort.shader_test", commands, &files);
    numbers.sort_unstable();
    assert_eq!(words(&written[0]), numbers);
}

#[test]
fn matrices_of_random_numbers() {
    // Small integers, so that every sum is exact whatever the order of its terms.
    let small = |words: Vec<u32>| -> Vec<f64> { words.iter().map(|word| f64::from(word >> 16)).collect() };
    let numbers = random(512);
    let (a, b) = (small(numbers[..256].to_vec()), small(numbers[256..].to_vec()));
    let raw = |matrix: &[f64]| {
        matrix
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let files = Given(BTreeMap::from([("a", raw(&a)), ("b", raw(&b))]));
    let commands = "buffer a file a\nbuffer b file b\nbuffer c size 2048\nresident a READ_ONLY\nresident b READ_ONLY\nresident c WRITE_ONLY\nparameter local_cp 0 address a\nparameter local_cp 1 address b\nparameter local_cp 2 address c\ndispatch 2 2 1\noutput buffer c out\n";
    let written = with_commands("matrix-fp64.shader_test", commands, &files);
    let product: Vec<f64> = (0..256)
        .map(|at| (0..16).map(|k| a[at / 16 * 16 + k] * b[k * 16 + at % 16]).sum())
        .collect();
    assert_eq!(written[0], raw(&product));
}

/// source: FIPS 180-4 sections 5 and 6, written anew
fn sha256(message: &[u8]) -> [u32; 8] {
    let roots = |number: u32, power: f64| {
        // The first 32 bits of the fractional part of a root of a prime; binary64 has enough of them.
        let root = f64::from(number).powf(power);
        ((root - root.floor()) * 4_294_967_296.0) as u32
    };
    let primes: Vec<u32> = (2_u32..312)
        .filter(|n| (2..*n).all(|d| !n.is_multiple_of(d)))
        .take(64)
        .collect();
    let k: Vec<u32> = primes.iter().map(|prime| roots(*prime, 1.0 / 3.0)).collect();
    let mut hash: [u32; 8] = std::array::from_fn(|at| roots(primes[at], 0.5));
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    assert_eq!(padded.len(), 64, "one block");
    let mut w: Vec<u32> = padded
        .chunks(4)
        .map(|chunk| u32::from_be_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]))
        .collect();
    for t in 16..64 {
        let (x, y) = (w[t - 2], w[t - 15]);
        let s1 = x.rotate_right(17) ^ x.rotate_right(19) ^ x >> 10;
        let s0 = y.rotate_right(7) ^ y.rotate_right(18) ^ y >> 3;
        w.push(s1.wrapping_add(w[t - 7]).wrapping_add(s0).wrapping_add(w[t - 16]));
    }
    let mut v = hash;
    for t in 0..64 {
        let [a, b, c, d, e, f, g, h] = v;
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t1 = [s1, e & f ^ !e & g, k[t], w[t]]
            .iter()
            .fold(h, |sum, term| sum.wrapping_add(*term));
        let t2 = s0.wrapping_add(a & b ^ a & c ^ b & c);
        v = [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g];
    }
    for (sum, part) in hash.iter_mut().zip(v) {
        *sum = sum.wrapping_add(part);
    }
    hash
}

#[test]
fn digests_of_messages_of_every_length() {
    // source: FIPS 180-4, the example "abc"
    assert_eq!(sha256(b"abc")[..2], [0xba78_16bf, 0x8f01_cfea]);
    let data = bytes(&random(1024));
    let lengths: Vec<u32> = (0..64).map(|n| n % 56).collect();
    let files = Given(BTreeMap::from([("m", data.clone()), ("l", bytes(&lengths))]));
    let commands = "buffer m file m\nbuffer l file l\nbuffer d size 2048\nbind storage 0 m\nbind storage 1 l\nbind storage 2 d\ndispatch 2 1 1\noutput buffer d out\n";
    let written = with_commands("sha256.shader_test", commands, &files);
    let expected: Vec<u32> = (0..64)
        .flat_map(|n| sha256(&data[64 * n..][..lengths[n] as usize]))
        .collect();
    assert_eq!(words(&written[0]), expected);
}

/// The picture of the Mandelbrot example: a pixel is black exactly where the host does not leave in 64 rounds.
#[test]
fn the_mandelbrot_set() {
    let report = run(&text("mandelbrot.shader_test"), &NoFiles, 2);
    let picture = report.picture.expect("it draws");
    let stays = |x: u32, y: u32| {
        let (cx, cy) = (x as f32 * 0.011_718_75 - 2.25, y as f32 * 0.011_718_75 - 1.5);
        let (mut zx, mut zy) = (0.0_f32, 0.0_f32);
        (0..64).all(|_| {
            let (xx, yy) = (zx * zx, zy * zy);
            let inside = xx + yy <= 4.0;
            (zx, zy) = (xx - yy + cx, zx * zy * 2.0 + cy);
            inside
        })
    };
    for y in 0..256 {
        for x in 0..256 {
            // Rows of a picture are top first.
            let at = (((255 - y) * 256 + x) * 4) as usize;
            let black = picture.rgba[at..at + 3] == [0, 0, 0];
            assert_eq!(black, stays(x, y), "({x}, {y})");
        }
    }
}

/// Two groups wait for each other: each raises its own flag and polls the other's. One after another they would
/// wait for ever, so that to come to an end shows that they overlap.
const HANDSHAKE: &str = "
[compute program]
!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE flags[] = { program.storage[0] };
TEMP own, other, value;
MUL.U own.x, invocation.groupid.x, 4;
SUB.U other.x, 4, own.x;
ATOMB.EXCH.U32 value.x, 1, flags[own.x];
REP;
  ATOMB.OR.U32 value.x, 0, flags[other.x];
  MOV.U.CC value.x, value.x;
  BRK (NE.x);
ENDREP;
END

[test]
buffer flags size 8
bind storage 0 flags
";

#[test]
fn unordered_groups_overlap() {
    run(
        &format!("{HANDSHAKE}order unordered\ndispatch 2 1 1\nprobe buffer flags 0 u32 1 1\n"),
        &NoFiles,
        2,
    );
    let session = Session::new();
    let options = SceneOptions {
        threads: 2,
        budget: Budget::of_instructions(10_000),
        ..SceneOptions::new(&session, &NoFiles)
    };
    let report = run_scene("h.shader_test", &format!("{HANDSHAKE}dispatch 2 1 1\n"), &options);
    let Verdict::Error(problems) = report.verdict else {
        panic!("in the canonical order the first group waits until its budget is spent");
    };
    assert!(problems[0].message.contains("budget"), "{}", problems[0].message);
}

/// Atomic operations of overlapping groups: every ticket is drawn once, sums are whole, 64 bits are not torn.
const TICKETS: &str = "
[compute program]
!!NVcp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_int64;
GROUP_SIZE 32;
STORAGE shared_sum[] = { program.storage[0] };
STORAGE drawn[] = { program.storage[1] };
LONG TEMP wide;
TEMP ticket, value;
REP.U 16;
  ATOMB.ADD.U32 ticket.x, 1, shared_sum[0];
  MUL.U ticket.x, ticket.x, 4;
  ATOMB.ADD.U32 value.x, 1, drawn[ticket.x];
  MOV.U64 wide.x, 0x80000001;
  ATOMB.ADD.U64 wide.x, wide.x, shared_sum[8];
ENDREP;
END

[test]
order unordered
buffer shared_sum size 16
buffer drawn size 65536
bind storage 0 shared_sum
bind storage 1 drawn
dispatch 32 1 1
probe buffer shared_sum 0 u32 16384
probe buffer shared_sum 8 u64 35184372105216
output buffer drawn out
";

#[test]
fn atomic_operations_are_atomic_across_threads() {
    let report = run(TICKETS, &NoFiles, 4);
    assert!(words(&report.files[0].1).iter().all(|times| *times == 1));
}

#[test]
fn the_same_bytes_on_one_thread_and_two() {
    let scene = text("linked-list.shader_test") + "output buffer nodes out\n";
    let files = |threads| run(&scene, &NoFiles, threads).files;
    assert_eq!(files(1), files(2));
}
