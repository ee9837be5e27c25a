//! The pages of `spec/` about running programs: what the specifications say, each sentence with a program that
//! shows it.
//!
//! A block whose first line is a header (`!!NVvp5.0`) is one program, run by hand; one that begins with a section
//! (`[require]`) is a scene; any other is the body of a program for the scene that its page puts around it.

mod program;
mod scene;

use quadrille_pages_testkit::PAGES;

/// source: the sections that the pages quote
#[test]
fn pages_are_true() {
    let session = quadrille::Session::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in PAGES {
        for block in page.blocks() {
            count += 1;
            let found = match page.scene(&block) {
                None => program::judge(&session, &block).map_err(|untrue| untrue.to_string()),
                Some(scene) => scene::judge(&session, &block, &scene).map_err(|untrue| untrue.to_string()),
            };
            if let Err(why) = found {
                let (line, kind, rule) = (block.line, &block.kind, &block.rule);
                wrong.push(format!("{}:{line}: {kind:?} {rule}: {why}", page.name));
            }
        }
    }
    assert!(count > 50, "the pages have {count} blocks");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
