//! Programs made from the tables: what the printer writes checks to the same program and prints as the same text,
//! and the formatter changes nothing that is meant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_check::check;
use quadrille_fuzz::grammar;
use quadrille_program::print::{print, same};

fuzz_target!(|bytes: &[u8]| {
    let Some((text, program)) = grammar::accepted(bytes) else {
        return;
    };
    let printed = print(&program).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let checked = check(&printed, &grammar::options());
    let Some(again) = &checked.program else {
        panic!("{text}\nprints as\n{printed}\n{:?}", checked.errors().next());
    };
    assert!(same(&program, again), "{text}\nprints as\n{printed}");
    assert_eq!(print(again).as_ref(), Ok(&printed), "{text}");

    let words = quadrille_check::words(program.profile());
    let formatted = quadrille_syntax::format(&text, &words);
    let checked = check(&formatted, &grammar::options());
    let Some(again) = &checked.program else {
        panic!(
            "{text}\nis formatted as\n{formatted}\n{:?}",
            checked.errors().next()
        );
    };
    assert!(same(&program, again), "{text}\nis formatted as\n{formatted}");
});
