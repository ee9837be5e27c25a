//! The report by the profile of Mesa is the report of Mesa itself: on programs in the style of games, on what they
//! become as plain ARB programs, and on the programs of the pages of load rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_pages_testkit::root;
use quadrille_tools_testkit::{Group, skip};
use serde_json::Value;

/// What the tool prints, a JSON object a line.
fn lines(arguments: &[&str], paths: &[PathBuf]) -> Vec<Value> {
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .args(paths)
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&run.stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

/// Of each program, by its file and first byte: whether it loads, and the option or the extension for which it does not.
fn verdicts(driver: &str, paths: &[PathBuf]) -> BTreeMap<(String, u64), (bool, Option<String>)> {
    let lines = lines(&["check", "--format", "json", "--driver", driver], paths);
    let programs = lines.iter().filter(|line| line.get("summary").is_none());
    programs
        .map(|line| {
            let file = line["file"].as_str().unwrap_or_default().to_owned();
            let cause = &line["driver"]["cause"];
            let named = matches!(cause["kind"].as_str(), Some("header" | "option"));
            let name = cause["name"].as_str().filter(|_| named).map(str::to_owned);
            let loads = line["accepted"].as_bool().unwrap_or_default();
            ((file, line["start"].as_u64().unwrap_or_default()), (loads, name))
        })
        .collect()
}

/// Programs of the pages of load rules that have no limits of their own, as files.
fn pages(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a folder");
    let mut number = 0;
    for page in ["arb-load-rules.md", "nv-option-load-rules.md"] {
        let text = std::fs::read_to_string(root().join("spec").join(page)).expect("a page");
        for block in text.split("```").skip(1).step_by(2) {
            let Some((info, body)) = block.split_once('\n') else {
                continue;
            };
            let words: Vec<&str> = info.split(' ').collect();
            let header = match words.get(1) {
                Some(&"vp") => "!!ARBvp1.0\n",
                Some(&"fp") => "!!ARBfp1.0\n",
                _ => continue,
            };
            // Where a limit is set, it is not the driver's; what is declared and not written Mesa takes, and the
            // profile does not.
            let mut body = body.replace(['«', '»'], "");
            if info.contains("limit") || body.contains("OUTPUT o = result.position;") {
                continue;
            }
            if !body.contains("END") {
                body += "END\n";
            }
            if !body.trim_start().starts_with("!!") && !body.starts_with('#') {
                body.insert_str(0, header);
            }
            number += 1;
            std::fs::write(folder.join(format!("{number:03}.vp")), body).expect("a file");
        }
    }
    assert!(number > 150, "{number} programs");
}

#[test]
fn the_profile_of_mesa_reports_what_mesa_does() {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver-reports");
    let (translated, rules) = (temporary.join("translated"), temporary.join("rules"));
    let games = root().join("corpus/games");
    pages(&rules);
    let _ = std::fs::remove_dir_all(&translated);
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["translate", "--to", "arbvp1", "--allow", "attribs-as-texcoords"])
        .arg(&games)
        .arg("-o")
        .arg(&translated)
        .output()
        .expect("the command runs");
    // Some are refused.
    assert_eq!(
        run.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );

    let version = lines(
        &["check", "--format", "json", "--driver", "system"],
        &[games.join("vp2-flag.vp")],
    );
    let description = version
        .first()
        .map(|line| line["driver"]["description"].to_string());
    if !description.is_some_and(|description| description.contains("Mesa")) {
        return skip(Group::Drivers, "Mesa");
    }
    for paths in [[games.clone()], [translated.clone()], [rules.clone()]] {
        let (profile, mesa) = (verdicts("mesa", &paths), verdicts("system", &paths));
        assert!(mesa.len() > 100, "{} programs of {paths:?}", mesa.len());
        let is_of_games = paths[0] == games;
        let mut wrong = Vec::new();
        for (program, (loads, cause)) in &mesa {
            let found = profile.get(program);
            // Where a program of the pages breaks a rule, the driver's position may lie in an option all the same.
            let agrees = found.is_some_and(|(own, named)| {
                let same = named == cause || !is_of_games && (named.is_none() || cause.is_none());
                own == loads && (*loads || same)
            });
            if !agrees {
                wrong.push(format!(
                    "{program:?}: Mesa {loads} {cause:?}, the profile {found:?}"
                ));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        if paths[0] == translated {
            assert!(mesa.values().all(|(loads, _)| *loads), "{mesa:?}");
        }
    }
}
