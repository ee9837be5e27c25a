//! Sets of lanes, and planes of a batch.

use quadrille_engine::{Mask, Planes};

/// source: the lanes one by one
#[test]
fn the_first_lanes_of_a_set() {
    for lanes in [1, 63, 64, 65, 200, 256] {
        for count in [0, 1, 63, 64, 65, 128, 199, 256, 300] {
            let mut found = Mask::new(lanes, true);
            found.set_first(count);
            let mut wanted = Mask::new(lanes, false);
            (0..lanes.min(count)).for_each(|lane| wanted.set(lane, true));
            assert_eq!(found, wanted, "{lanes} {count}");
        }
    }
}

/// source: the components one by one
#[test]
fn several_components_at_once() {
    for lanes in [1, 40, 300] {
        let mut planes = Planes::new(lanes, [false, true, false]);
        let asked = [(0, 1), (0, 3), (1, 6), (2, 0), (2, 3)];
        for (number, words) in planes.several_blocks_mut(asked.into_iter()).enumerate() {
            words.fill(number as u32 + 1);
        }
        for (slot, components) in [(0, 4), (1, 8), (2, 4)] {
            for component in 0..components {
                let place = asked.iter().position(|of| *of == (slot, component));
                let wanted = place.map_or(0, |number| number as u32 + 1);
                assert!(
                    planes
                        .component(slot, component)
                        .iter()
                        .all(|word| *word == wanted)
                );
            }
        }
    }
}
