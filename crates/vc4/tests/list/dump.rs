//! Dumps of drivers. The bytes of a hang state are laid out as `vc4_drm.h` of vc4-gpu-tools declares them, the text of
//! a CLIF as Mesa's `clif_dump.c` writes it.

use quadrille_vc4::list::Thread;
use quadrille_vc4::list::dump::{self, Dump, DumpError};
use quadrille_vc4::list::walk::Start;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Two buffers: a binning list, and a rendering list.
fn hang_state() -> Vec<u8> {
    // Version; the pointer; bo_count, start_bin, start_render, ct0ca, ct0ea, ct1ca, ct1ea.
    let mut bytes = words(&[0, 0, 0, 2, 0x1000, 0x2004, 0x1001, 0x1002, 0x2004, 0x2006]);
    // ct0cs to errstat, and the words to spare.
    bytes.extend(words(&[0; 15 + 16]));
    bytes.extend(words(&[7, 0x1000, 4, 0, 9, 0x2000, 8, 0]));
    bytes.extend([6, 4, 0, 0]);
    bytes.extend([0, 0, 0, 0, 8, 25, 0, 0]);
    bytes
}

fn start(address: u32, end: u32, thread: Thread) -> Start {
    Start {
        address,
        end: Some(end),
        thread,
    }
}

fn read(bytes: &[u8]) -> Result<Dump, DumpError> {
    dump::read(bytes).unwrap()
}

#[test]
fn a_hang_state_is_memory_and_lists() {
    let dump = read(&hang_state()).unwrap();
    assert_eq!(
        dump.starts,
        [
            start(0x1000, 0x1002, Thread::Binning),
            start(0x2004, 0x2006, Thread::Rendering)
        ]
    );
    let pieces: Vec<_> = dump.image.pieces().collect();
    assert_eq!(
        pieces,
        [
            (0x1000, [6, 4, 0, 0].as_slice()),
            (0x2000, &[0, 0, 0, 0, 8, 25, 0, 0])
        ]
    );
    let names: Vec<_> = dump.buffers.iter().map(|buffer| buffer.name.as_str()).collect();
    assert_eq!(names, ["bo_7", "bo_9"]);
}

#[test]
fn what_is_no_whole_hang_state_is_said() {
    let whole = hang_state();
    for length in 0..whole.len() {
        let cut = &whole[..length];
        assert!(dump::read(cut).is_none(), "{length}");
        assert!(
            matches!(dump::hang::read(cut), Err(DumpError::Short { .. })),
            "{length}"
        );
    }
    let mut other = whole.clone();
    other[0] = 1;
    assert_eq!(dump::hang::read(&other).unwrap_err(), DumpError::Version(1));
    // A count of buffers beyond all memory.
    let mut many = whole;
    many[12..16].copy_from_slice(&[0xff; 4]);
    assert!(matches!(dump::hang::read(&many), Err(DumpError::Short { .. })));
}

const CLIF: &str = "\
@createbuf_aligned 4096 CL_0x0
@createbuf_aligned 4096 code_0x1000

@buffer CL_0x0
@format ctrllist  /* [CL_0x0+0x00000000] */
start_tile_binning
nv_shader_state address=[code_0x1000+0x00000010] /* 0x20001010 */
flush
@format blank 3 /* [CL_0x0+0x00000007..0x00000009] */

@buffer code_0x1000
@format binary /* [code_0x1000+0x00000000] */
0x04030201 0x08070605
0x09 0x0a

@format blank 6 /* [code_0x1000+0x0000000a..0x0000000f] */
@format shadrec_nv
nv_record stride=12
@add_bin 0
  [CL_0x0+0x00000000] /* 0x20000000 */
  [CL_0x0+0x00000007] /* 0x20000007 */
  [null]
  0
  [null]
@wait_bin_all_cores
@add_render 0
  [CL_0x0+0x00000006] /* 0x20000006 */
  [CL_0x0+0x00000008] /* 0x20000008 */
  [null]
@wait_render_all_cores
";

#[test]
fn a_clif_is_memory_and_lists() {
    let dump = read(CLIF.as_bytes()).unwrap();
    assert_eq!(
        dump.starts,
        [
            start(0x2000_0000, 0x2000_0007, Thread::Binning),
            start(0x2000_0006, 0x2000_0008, Thread::Rendering)
        ]
    );
    let list = [6, 65, 0x10, 0x10, 0, 0x20, 4, 0, 0, 0];
    assert_eq!(dump.image.get(0x2000_0000, 10), Some(list.as_slice()));
    let mut code = vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    code.resize(16, 0);
    code.extend([0, 12]);
    code.resize(32, 0);
    assert_eq!(dump.image.get(0x2000_1000, 32), Some(code.as_slice()));
}

#[test]
fn buffers_without_an_address_get_one() {
    let text = "@createbuf_aligned 4096 a\n@createbuf_aligned 4096 b\n@buffer a\n@format blank 5\n@buffer b\n\
                @format binary\n0x000000ff\n@add_render 0\n[b+0x1]\n[b+0x2]\n";
    let dump = read(text.as_bytes()).unwrap();
    let at: Vec<_> = dump
        .buffers
        .iter()
        .map(|buffer| (buffer.address, buffer.bytes))
        .collect();
    assert_eq!(at, [(dump::clif::FIRST, 5), (dump::clif::FIRST + 4096, 4)]);
    assert_eq!(dump.starts[0].address, dump::clif::FIRST + 4097);
}

#[test]
fn what_is_wrong_in_a_clif_is_said_with_its_line() {
    for (text, said) in [
        ("@buffer a", "line 1: no buffer has the name a"),
        (
            "@createbuf_aligned 4096 a\n@sing",
            "line 2: no such command: @sing",
        ),
        (
            "@createbuf_aligned 4096 a\n@format blank 5",
            "line 2: @buffer should stand before this",
        ),
        (
            "@createbuf_aligned 4096 a\n@buffer a\n@format blank 999999999",
            "line 3: the buffers have more than 268435456 bytes",
        ),
        (
            "@createbuf_aligned 4096 a\n@buffer a\n@format binary\n0x1 zz",
            "line 4: a hexadecimal number should stand here",
        ),
        (
            "@createbuf_aligned 4096 a\n@buffer a\n@format ctrllist\nflush x",
            "line 4: flush has no fields",
        ),
        (
            "@createbuf_aligned 4096 a\n@buffer a\n0x1",
            "line 3: a command should stand here",
        ),
        (
            "@createbuf_aligned 4096 a\n@add_bin 0\n[b+0x0]",
            "line 2: no buffer has the name b",
        ),
        (
            "@createbuf_aligned 4096 a\n@add_bin 0",
            "line 2: an address should stand here",
        ),
    ] {
        assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), said);
    }
    assert!(dump::read(b"int main() {}").is_none());
}
