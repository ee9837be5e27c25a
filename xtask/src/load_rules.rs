//! The numbered conditions under which programs fail to load, and the pages of `spec/` that speak of them.
//!
//! A section of a page names its numbers in its heading; the programs below it are their tests. This module
//! only reads the pages; `crates/check/tests/load_rules.rs` runs them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// How many conditions the specifications state, by our count.
const CONDITIONS: u32 = 362;

/// A section of a page.
struct Section {
    page: String,
    heading: String,
    rules: BTreeSet<String>,
    programs: usize,
}

/// The table from numbers to rules to programs, as Markdown.
pub(crate) fn table(root: &Path) -> String {
    let mut text = "# Load rules\n\nEach condition under which a specification says that a program fails to load, by number: the \
                    page with its programs, how many there are, and the rules that find it. A section without programs says why \
                    no program can break the condition.\n\n| number | section | programs | rules |\n|---|---|---|---|\n"
        .to_owned();
    for (number, sections) in &sections(root) {
        for section in sections {
            let rules: Vec<String> = section
                .rules
                .iter()
                .map(|rule| format!("[{rule}](rules/{rule}.md)"))
                .collect();
            text += &format!(
                "| #{number} | [{}](../../spec/{}): {} | {} | {} |\n",
                section.page.trim_end_matches(".md"),
                section.page,
                section.heading,
                section.programs,
                rules.join(", "),
            );
        }
    }
    text
}

/// The numbers that no page speaks of.
pub(crate) fn missing(root: &Path) -> Vec<u32> {
    let known = sections(root);
    (1..=CONDITIONS)
        .filter(|number| !known.contains_key(number))
        .collect()
}

fn sections(root: &Path) -> BTreeMap<u32, Vec<Section>> {
    let mut found: BTreeMap<u32, Vec<Section>> = BTreeMap::new();
    let Ok(entries) = fs::read_dir(root.join("spec")) else {
        return found;
    };
    let mut pages: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with("-rules.md"))
        .collect();
    pages.sort();
    for page in pages {
        let Ok(text) = fs::read_to_string(root.join("spec").join(&page)) else {
            continue;
        };
        for part in text.split("\n## ").skip(1) {
            let heading = part.lines().next().unwrap_or_default();
            let programs: Vec<&str> = part.lines().filter_map(program).collect();
            // Conditions that no program can break stand in a table: `| #278 | why |`.
            for row in part.lines().filter_map(|line| line.strip_prefix("| #")) {
                let (number, reason) = row.split_once('|').unwrap_or((row, ""));
                for number in numbers(&format!("#{}", number.trim())) {
                    found.entry(number).or_default().push(Section {
                        page: page.clone(),
                        heading: reason.trim().trim_end_matches('|').trim().to_owned(),
                        rules: BTreeSet::new(),
                        programs: 0,
                    });
                }
            }
            for number in numbers(heading) {
                let rules = programs.iter().filter_map(|words| words.strip_prefix("reject "));
                found.entry(number).or_default().push(Section {
                    page: page.clone(),
                    heading: heading.trim_start_matches(is_number).replace('|', "\\|"),
                    rules: rules
                        .filter_map(|words| words.split(' ').nth(1))
                        .map(str::to_owned)
                        .collect(),
                    programs: programs.len(),
                });
            }
        }
    }
    found
}

/// The words behind the fence of a program.
fn program(line: &str) -> Option<&str> {
    let words = line.strip_prefix("```")?;
    (words.starts_with("accept ") || words.starts_with("reject ")).then_some(words)
}

fn is_number(letter: char) -> bool {
    letter == '#' || letter == ',' || letter == ' ' || letter.is_ascii_digit()
}

/// The numbers of a heading: `#117, #140 not syntactically correct`; `#139a` counts as 139, `#1-#5` as five.
fn numbers(heading: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    for word in heading.split([',', ' ']) {
        let ends: Vec<u32> = word
            .split(['-', '–'])
            .filter_map(|end| end.strip_prefix('#'))
            .filter_map(|end| {
                end.trim_end_matches(|letter: char| letter.is_ascii_lowercase())
                    .parse()
                    .ok()
            })
            .collect();
        match ends[..] {
            [one] => numbers.push(one),
            [first, last] => numbers.extend(first..=last),
            _ => {}
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn headings_name_their_numbers() {
        assert_eq!(numbers("#117, #140 not correct (2.14.2)"), [117, 140]);
        assert_eq!(numbers("#139a, #170e selectors"), [139, 170]);
        assert_eq!(numbers("#61-#64 packing"), [61, 62, 63, 64]);
        assert!(numbers("what no program breaks").is_empty());
    }
}
