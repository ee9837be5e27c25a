//! What `statistics` counts in programs that a reader can count.

use quadrille_check::{Options, check};
use quadrille_program::statistics::{Statistics, statistics};

fn of(text: &str) -> Statistics {
    let checked = check(text, &Options::default());
    statistics(
        &checked
            .program
            .unwrap_or_else(|| panic!("{:?}", checked.diagnostics)),
    )
}

/// source: counted by hand: three independent products, then a tree of two sums: two instructions deep after
/// the products
#[test]
fn chains_are_as_long_as_the_longest() {
    let tree = of("!!ARBvp1.0
TEMP a, b, c;
MUL a, vertex.position, 2.0.x;
MUL b, vertex.normal, 2.0.x;
MUL c, vertex.color, 2.0.x;
ADD a, a, b;
ADD result.position, a, c;
END
");
    assert_eq!(tree.depth, 3);
    assert_eq!(tree.classes.vector, 5);
    assert_eq!((tree.temporaries_used, tree.temporaries_live), (3, 3));
}

/// source: counted by hand: the second product reads only what the first one did not write
#[test]
fn components_are_apart() {
    let apart = of("!!ARBvp1.0
TEMP a;
MUL a.x, vertex.position, 2.0.x;
MUL a.y, vertex.normal, 2.0.x;
RCP a.z, a.y;
MOV result.position, a;
END
");
    assert_eq!(apart.depth, 3);
    let one = of("!!ARBvp1.0
TEMP a;
MUL a.x, vertex.position, 2.0.x;
MUL a.y, vertex.normal, 2.0.x;
MOV result.position.x, a.x;
END
");
    assert_eq!(one.depth, 2);
}

/// source: ARB_fragment_program 3.11.7: a lookup whose coordinates come from another one is an indirection;
/// here are two lookups in a chain, and one beside it
#[test]
fn lookups_that_wait_for_lookups() {
    let dependent = of("!!ARBfp1.0
TEMP a, b;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[1], texture[1], 2D;
TEX a, a, texture[2], 2D;
KIL b;
MUL result.color, a, b;
END
");
    assert_eq!((dependent.texture_depth, dependent.texture_units), (2, 3));
    assert_eq!(dependent.counts.texture_indirections, 2);
    assert_eq!(
        (
            dependent.classes.texture,
            dependent.classes.kill,
            dependent.classes.vector
        ),
        (3, 1, 1)
    );
}

/// source: counted by hand: a test waits for what updated the condition code
#[test]
fn conditions_are_waited_for() {
    let tested = of("!!ARBfp1.0
OPTION NV_fragment_program;
TEMP a;
MOVC a, fragment.color;
MOV result.color (GT.x), fragment.texcoord;
END
");
    assert_eq!(tested.depth, 2);
}
