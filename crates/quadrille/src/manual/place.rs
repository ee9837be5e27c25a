//! The places of a feature: the headers, with the options beside them, of the smallest programs that have it.

use quadrille_check::{Options, check};
use quadrille_isa::gl::option::{OPTIONS, ProgramOption};
use quadrille_isa::gl::profile::{PROFILES, Profile};
use quadrille_isa::gl::{Availability, Features, LanguageSet, Stage};

/// A header and the options without which a program of that header lacks something.
#[derive(Clone, PartialEq, Debug)]
pub struct ManualLocation {
    /// The header's row.
    pub profile: &'static Profile,
    /// The options, in the order in which they are named.
    pub options: Vec<ProgramOption>,
}

/// No header is called so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownLanguage {
    /// The header.
    #[error("there is no header `{0}`")]
    Header(String),
    /// An option.
    #[error("programs of `{header}` take no option `{option}`")]
    Option {
        /// The header.
        header: &'static str,
        /// The option.
        option: String,
    },
}

impl ManualLocation {
    /// The language of a header, written with its `!!` or without, with these options.
    ///
    /// # Errors
    ///
    /// There is no such header, or it does not take an option.
    pub fn of<'o>(
        header: &str,
        options: impl IntoIterator<Item = &'o str>,
    ) -> Result<ManualLocation, UnknownLanguage> {
        let bare = header.trim_start_matches('!');
        let is = |profile: &&Profile| profile.header.trim_start_matches('!').eq_ignore_ascii_case(bare);
        let profile = PROFILES.iter().find(is);
        let profile = profile.ok_or_else(|| UnknownLanguage::Header(header.to_owned()))?;
        let mut location = ManualLocation {
            profile,
            options: Vec::new(),
        };
        for name in options {
            let features = location.features();
            let accepted = |option: &ProgramOption| option.row().accepts(features.languages, features.stage);
            let option = ProgramOption::find(name).filter(accepted);
            let option = option.ok_or_else(|| UnknownLanguage::Option {
                header: profile.header,
                option: name.to_owned(),
            })?;
            location.options.push(option);
        }
        Ok(location)
    }

    /// The features of a program here.
    pub fn features(&self) -> Features {
        let options = self.options.iter();
        options.fold(self.profile.features(), |features, option| features.with(*option))
    }

    /// The first lines of a program: the header and a line for each option.
    pub fn opening(&self) -> String {
        let mut text = format!("{}\n", self.profile.header);
        for option in &self.options {
            text += &format!("OPTION {};\n", option.row().name());
        }
        text
    }
}

/// The place in a reader's own language, if a program of it has what is explained.
pub(super) fn own<'p>(
    places: &'p [ManualLocation],
    reader: Option<&ManualLocation>,
) -> Option<&'p ManualLocation> {
    let reader = reader?;
    places.iter().find(|place| place.profile == reader.profile)
}

/// The example that is shown: in the reader's own language, or else in the first, which is that of the most programs,
/// of which the checker accepts it. What a geometry program has, the other stages mostly have with less around it.
pub(super) fn example(
    places: &[ManualLocation],
    reader: Option<&ManualLocation>,
    make: impl Fn(&ManualLocation) -> String,
) -> Option<String> {
    let plain = places
        .iter()
        .filter(|place| place.profile.stage != Stage::Geometry);
    let mut examples = own(places, reader)
        .into_iter()
        .chain(plain)
        .chain(places)
        .map(make);
    let first = examples.next()?;
    let loads = |text: &String| check(text, &Options::default()).accepted();
    if loads(&first) {
        return Some(first);
    }
    examples.find(loads).or(Some(first))
}

/// The line that says where something is: in all languages, or whether and how it is in a reader's.
pub(super) fn sentence(places: &[ManualLocation], reader: Option<&ManualLocation>) -> String {
    let all = format!("Languages: {}\n\n", names(places));
    match (reader, own(places, reader)) {
        (None, _) => all,
        (Some(reader), None) => format!("Not in `{}`. {all}", reader.profile.header),
        (Some(_), Some(own)) if own.options.is_empty() => String::new(),
        (Some(_), Some(own)) => {
            let options: Vec<&str> = own.options.iter().map(|option| option.row().name()).collect();
            format!("By OPTION {}.\n\n", options.join(", OPTION "))
        }
    }
}

/// Every header that has something, with the first option that helps where it needs one.
pub fn places(availability: &Availability) -> Vec<ManualLocation> {
    places_where(|features| availability.check(features).is_ok())
}

/// Every header of which a program can have something, with the fewest options that it takes.
pub(super) fn places_where(has: impl Fn(&Features) -> bool) -> Vec<ManualLocation> {
    let at = |profile: &'static Profile| {
        let bare = ManualLocation {
            profile,
            options: Vec::new(),
        };
        if has(&bare.features()) {
            return Some(bare);
        }
        let taken = |place: &ManualLocation| -> Vec<ProgramOption> {
            let features = place.features();
            let rows = OPTIONS.iter();
            rows.filter(|row| row.accepts(features.languages, features.stage))
                .map(|row| row.option)
                .collect()
        };
        let with = |place: &ManualLocation, option| {
            let mut options = place.options.clone();
            options.push(option);
            ManualLocation { profile, options }
        };
        let one: Vec<ManualLocation> = taken(&bare)
            .into_iter()
            .map(|option| with(&bare, option))
            .collect();
        if let Some(place) = one.iter().find(|place| has(&place.features())) {
            return Some(place.clone());
        }
        // An option alone does not help: one that needs the language that another adds may.
        one.iter()
            .filter(|place| place.features().languages != bare.features().languages)
            .flat_map(|place| taken(place).into_iter().map(move |option| with(place, option)))
            .find(|place| has(&place.features()))
    };
    PROFILES.iter().filter_map(at).collect()
}

/// The places as a list for readers: `!!ARBfp1.0` with NV_fragment_program2, every NV5 language.
pub(super) fn names(places: &[ManualLocation]) -> String {
    let mut groups: Vec<(&[ProgramOption], Vec<&Profile>)> = Vec::new();
    for place in places {
        match groups.iter_mut().find(|(options, _)| *options == place.options) {
            Some((_, profiles)) => profiles.push(place.profile),
            None => groups.push((&place.options, vec![place.profile])),
        }
    }
    let mut names = Vec::new();
    for (options, mut profiles) in groups {
        let mut found = Vec::new();
        for (languages, name) in [
            (LanguageSet::NV4, "every NV4 language"),
            (LanguageSet::NV5, "every NV5 language"),
        ] {
            let all = PROFILES
                .iter()
                .filter(|profile| languages.meets(profile.language));
            if all.clone().all(|profile| profiles.contains(&profile)) {
                profiles.retain(|profile| !languages.meets(profile.language));
                found.push(name.to_owned());
            }
        }
        let headers = profiles.iter().map(|profile| format!("`{}`", profile.header));
        let with = match options {
            [] => String::new(),
            options => {
                let options: Vec<&str> = options.iter().map(|option| option.row().name()).collect();
                format!(" with {}", options.join(", "))
            }
        };
        names.extend(headers.chain(found).map(|name| name + &with));
    }
    names.join(", ")
}
