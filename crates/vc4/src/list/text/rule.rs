//! The rules under which the assembler of lists reports.

use quadrille_base::{Rule, Severity};

macro_rules! rules {
    ($($(#[$meta:meta])* $constant:ident = $name:literal, $summary:literal, $page:literal;)*) => {
        $(
            $(#[$meta])*
            pub static $constant: Rule = Rule {
                name: $name,
                severity: Severity::Error,
                summary: $summary,
                cites: &["VideoCore IV 3D Architecture Reference Guide, section 9"],
                page: $page,
            };
        )*

        /// Every rule of the assembler of lists.
        pub static ALL: &[&Rule] = &[$(&$constant),*];
    };
}

rules! {
    /// The text does not read as a line.
    SYNTAX = "list-syntax", "a line is labels, and then a packet, a directive or nothing",
        "Wrong: `clip_window left = 0`\n\nRight: `clip_window left=0`";
    /// A word that begins no packet.
    UNKNOWN_NAME = "list-unknown-name", "a line begins with a packet, a part of a record or a directive",
        "Wrong: `store_multisample`\n\nRight: `store_resolved`";
    /// A word that is no field of its packet.
    FIELD = "list-field", "a packet has each of its fields at most once",
        "Wrong: `tile_coordinates x=1`\n\nRight: `tile_coordinates column=1`";
    /// A value that the field does not hold.
    VALUE = "list-value", "a value is one that its field holds",
        "Wrong: `tile_coordinates column=256`\n\nRight: `tile_coordinates column=255`";
    /// A symbol that is missing or twice there.
    SYMBOL = "list-symbol", "a symbol is defined once, and every symbol that is used is defined",
        "Wrong: `branch address=nowhere`\n\nRight: `.equ nowhere, 0x1000` and then `branch address=nowhere`";
    /// Bytes twice at one address, or beyond the address space.
    PLACE = "list-place", "every byte has an address of its own",
        "Wrong: `.org 0` twice with a packet behind each\n\nRight: `.org 0` and `.org 0x100`";
    /// More than the assembler takes.
    LIMIT = "list-limit", "a text stays within the limits of the assembler",
        "The limit of bytes keeps `.zero` from filling the memory.";
}
