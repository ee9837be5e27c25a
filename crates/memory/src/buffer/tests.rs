//! Accesses of buffers: neighbours, rows, what lies outside, threads.

use super::Buffer;

#[test]
fn narrow_accesses_leave_their_neighbours() {
    let buffer = Buffer::from_bytes(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    buffer.store(2, 2, 0xaaaa_bbcc);
    assert_eq!(buffer.to_bytes(), [1, 2, 0xcc, 0xbb, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(buffer.load(2, 4), 0x0605_bbcc);
    let alone = Buffer::from_bytes(&buffer.to_bytes());
    alone.store_alone(4, 2, 0x1234_5678);
    assert_eq!(alone.to_bytes(), [1, 2, 0xcc, 0xbb, 0x78, 0x56, 7, 8, 9, 10, 11]);
    alone.store_alone(9, 4, u64::MAX);
    assert_eq!(alone.load(9, 2), 0x0b0a);
    // Across two words, byte by byte.
    buffer.store(6, 4, 0x4433_2211);
    assert_eq!(buffer.load(6, 4), 0x4433_2211);
    // Past the end: nothing, and nothing of the part that would fit.
    buffer.store(9, 4, 0xffff_ffff);
    assert_eq!((buffer.load(9, 4), buffer.load(10, 1)), (0, 11));
    assert_eq!(buffer.load(u64::MAX, 8), 0);
}

#[test]
fn vectors_are_their_components() {
    let bytes: Vec<u8> = (1..=47).collect();
    let buffer = Buffer::from_bytes(&bytes);
    let offsets: Vec<u64> = (0..50).chain([u64::MAX - 5]).collect();
    let mut vectors = vec![[1; 3]; offsets.len()];
    buffer.gather_vectors(offsets.iter().copied(), &mut vectors);
    for (offset, vector) in offsets.iter().zip(vectors) {
        let expected = [0, 4, 8].map(|at| buffer.load(offset.wrapping_add(at), 4) as u32);
        assert_eq!(vector, expected, "{offset}");
    }
}

/// source: the words one by one
#[test]
fn rows_are_their_words() {
    for (size, offset) in [
        (24, 0),
        (24, 4),
        (24, 8),
        (24, 12),
        (24, 16),
        (24, 2),
        (23, 0),
        (24, u64::MAX - 3),
    ] {
        let row = [0x0403_0201, 0x0807_0605, 0x0c0b_0a09];
        let expected = Buffer::from_bytes(&vec![0x55; size]);
        for (at, word) in (0..).step_by(4).zip(row) {
            expected.store(offset.wrapping_add(at), 4, u64::from(word));
        }
        for is_alone in [false, true] {
            let buffer = Buffer::from_bytes(&vec![0x55; size]);
            buffer.store_words(offset, &row, is_alone);
            assert_eq!(buffer.to_bytes(), expected.to_bytes(), "{offset} of {size}");
        }
        let mut words = [1; 3];
        expected.load_words(offset, &mut words);
        let alone = [0, 4, 8].map(|at| expected.load(offset.wrapping_add(at), 4) as u32);
        assert_eq!(words, alone, "{offset} of {size}");
    }
}

#[test]
fn updates_see_their_own_component_only() {
    let buffer = Buffer::from_bytes(&[0xff; 8]);
    assert_eq!(buffer.update(4, 4, |old| Some(old.wrapping_add(1))), 0xffff_ffff);
    assert_eq!(buffer.load(0, 8), 0xffff_ffff);
    assert_eq!(buffer.update(0, 4, |_| None), 0xffff_ffff);
    assert_eq!(buffer.update(8, 4, |_| Some(1)), 0);
    assert_eq!(buffer.update_alone(4, 4, |old| Some(old + 0x1_0000_0007)), 0);
    assert_eq!(buffer.load(0, 8), 0x0000_0007_ffff_ffff);
    assert_eq!(buffer.update_alone(0, 4, |_| None), 0xffff_ffff);
    assert_eq!(buffer.update_alone(6, 4, |_| Some(1)), 0);
}

#[test]
fn room_is_asked_for_before_it_is_taken() {
    assert!(Buffer::new(u64::MAX).is_err());
    assert_eq!(Buffer::new(3).map(|buffer| buffer.to_bytes()), Ok(vec![0; 3]));
}

#[test]
fn updates_of_many_threads_are_all_counted() {
    let buffer = Buffer::from_bytes(&[0; 8]);
    std::thread::scope(|scope| {
        for at in [0, 4, 0, 4] {
            let buffer = &buffer;
            scope.spawn(move || {
                for _ in 0..10_000 {
                    buffer.update(at, 4, |old| Some(old + 1));
                }
            });
        }
    });
    assert_eq!((buffer.load(0, 4), buffer.load(4, 4)), (20_000, 20_000));
}
