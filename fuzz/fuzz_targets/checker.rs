//! Any bytes: the checker answers, at places that lie in the text, and accepts nothing that it complains of.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_check::{Options, check};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let checked = check(&text, &Options::default());
    assert_eq!(checked.accepted(), checked.errors().next().is_none());
    assert!(
        checked
            .diagnostics
            .is_sorted_by_key(|diagnostic| diagnostic.span.start)
    );
    for diagnostic in &checked.diagnostics {
        assert!(text.get(diagnostic.span.range()).is_some());
        let fix = diagnostic.fix.as_ref();
        assert!(fix.is_none_or(|fix| text.get(fix.span.range()).is_some()));
    }
});
