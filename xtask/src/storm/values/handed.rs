//! What a random program does with what it computed: the results that it hands on.

use quadrille_isa::gl::{LanguageSet, Profile, Stage};
use quadrille_testkit::choices::Choices;

use super::case::Subject;
use super::stage;

/// How results are handed on.
pub(super) struct Handed {
    /// The attribute of fragments that shows what a vertex program gives.
    pub(super) shown: String,
    /// The line of every program that hands on a result; none in a language without.
    pub(super) usual: &'static str,
    /// Lines that are added before it.
    pub(super) more: Vec<String>,
}

impl Handed {
    /// Results that are chosen, of a language whose registers have letters or names.
    pub(super) fn of(
        profile: &Profile,
        subject: Subject,
        has_letters: bool,
        choices: &mut Choices<'_>,
    ) -> Handed {
        let handed = |shown: &str, usual: [&'static str; 2], more: &[[String; 2]]| Handed {
            shown: shown.to_owned(),
            usual: usual[usize::from(has_letters)],
            more: more
                .iter()
                .map(|line| line[usize::from(has_letters)].clone())
                .collect(),
        };
        let line = |line: &str, letters: &str| [line.to_owned(), letters.to_owned()];
        if profile.language == LanguageSet::ATI {
            return Handed {
                shown: String::new(),
                usual: "",
                more: Vec::new(),
            };
        }
        if let Some((usual, shown)) = stage::handed(profile.stage) {
            let more = stage::added(profile.stage);
            return Handed {
                shown: shown.to_owned(),
                usual,
                more: more.iter().map(|line| (*line).to_owned()).collect(),
            };
        }
        if profile.stage == Stage::Fragment {
            let usual = ["MOV result.color, t0;", "MOV o[COLR], R0;"];
            let more = match subject {
                Subject::Depth => vec![line("MOV result.depth.z, t1.x;", "MOV o[DEPR].z, R1.x;")],
                Subject::Buffers => (1..choices.below(3) + 2)
                    .map(|number| line(&format!("MOV result.color[{number}], t{number};"), ""))
                    .collect(),
                _ => Vec::new(),
            };
            return handed("", usual, &more);
        }
        let first = ["MOV result.texcoord[0], t0;", "MOV o[TEX0], R0;"];
        let unit = choices.below(6) + 2;
        match (subject, choices.below(6)) {
            (Subject::Sides, _) => {
                let back = line("MOV result.color.back, t1;", "MOV o[BFC0], R1;");
                handed("color", ["MOV result.color, t2;", "MOV o[COL0], R2;"], &[back])
            }
            (_, 0) => handed("texcoord[0]", first, &[]),
            (_, 1) => {
                let second = ["MOV result.texcoord[1], t1;", "MOV o[TEX1], R1;"];
                handed("texcoord[1]", second, &[])
            }
            (_, 2) => {
                let fog = line("MOV result.fogcoord.x, t1.x;", "MOV o[FOGC].x, R1.x;");
                handed("fogcoord", first, &[fog])
            }
            (_, 3) => {
                let color = line("MOV result.color.secondary, t1;", "MOV o[COL1], R1;");
                handed("color.secondary", first, &[color])
            }
            (_, 4) if profile.language.meets(LanguageSet::GPU) => {
                let attribute = line(&format!("MOV result.attrib[{unit}], t3;"), "");
                handed(&format!("attrib[{unit}]"), first, &[attribute])
            }
            _ => {
                let coordinate = line(
                    &format!("MOV result.texcoord[{unit}], t3;"),
                    &format!("MOV o[TEX{unit}], R3;"),
                );
                handed(&format!("texcoord[{unit}]"), first, &[coordinate])
            }
        }
    }
}
