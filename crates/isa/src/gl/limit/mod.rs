//! Implementation limits: one value, with presets by name.
//!
//! Limits that the specifications give for each program target stand once for each group of stages. The
//! fixed limits of the register-file languages are rows too, so that a caller may lift them.

mod name;
mod resource;
mod rows;

pub use name::{FIXED, FixedLimit, bare};
pub use resource::Resource;
pub use rows::{LIMITS, Limit, Limits};

/// A row of the limits table.
#[derive(Debug)]
pub struct LimitRow {
    /// Which limit.
    pub limit: Limit,
    /// The name that [`Limits::set`] takes: `vertex-instructions`.
    pub name: &'static str,
    /// GL's name, and the target where the name alone does not say it.
    pub gl: &'static str,
    /// The quantity that it limits.
    pub doc: &'static str,
    /// The source of the value of [`Limits::DESKTOP`].
    pub desktop: DesktopSource,
}

/// The source of a value of [`Limits::DESKTOP`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DesktopSource {
    /// Queried from llvmpipe of Mesa 22.3.6 (LLVM 15, compatibility profile 4.5) by `glGetProgramivARB` and
    /// `glGetIntegerv`.
    Mesa,
    /// The value that NVIDIA's driver for a Fermi reports, since Mesa does not have what it limits or was not asked.
    Fermi,
    /// The language fixes it for every implementation.
    Language,
    /// No driver in use has it: a value that programs for the drivers that had it load with.
    Chosen,
}

/// The presets by name, the default first.
pub const PRESETS: &[(&str, Limits)] = &[
    ("desktop", Limits::DESKTOP),
    ("minimum", Limits::MINIMUM),
    ("g80", Limits::G80),
    ("fermi", Limits::FERMI),
    ("unlimited", Limits::UNLIMITED),
];

impl Default for Limits {
    fn default() -> Limits {
        Limits::DESKTOP
    }
}

impl Limit {
    /// Its row.
    pub fn row(self) -> &'static LimitRow {
        &LIMITS[self as usize]
    }
}

impl Limits {
    /// The preset of a name.
    pub fn preset(name: &str) -> Option<Limits> {
        PRESETS
            .iter()
            .find(|(preset, _)| *preset == name)
            .map(|(_, limits)| *limits)
    }
}

#[cfg(test)]
mod tests {
    use super::{DesktopSource, LIMITS, Limits, PRESETS};

    #[test]
    fn desktop_is_what_its_source_says() {
        for row in LIMITS {
            let value = Limits::DESKTOP.get(row.limit);
            match row.desktop {
                DesktopSource::Fermi => assert_eq!(value, Limits::FERMI.get(row.limit), "{}", row.name),
                DesktopSource::Language => assert_eq!(value, Limits::MINIMUM.get(row.limit), "{}", row.name),
                DesktopSource::Mesa | DesktopSource::Chosen => assert!(value > 0, "{}", row.name),
            }
        }
    }

    #[test]
    fn rows_name_themselves_and_no_preset_is_below_the_minimum() {
        for (at, row) in LIMITS.iter().enumerate() {
            assert_eq!(row.limit as usize, at);
            let mut limits = Limits::MINIMUM;
            assert!(
                limits.set(row.name, 7) && limits.get(row.limit) == 7,
                "{}",
                row.name
            );
            assert!(limits.set(&row.name.replace('-', "_"), 8) && limits.get(row.limit) == 8);
            for (preset, limits) in PRESETS {
                // The two extensions that no current driver has are the exception that their rows state.
                let absent = limits.get(row.limit) == 0;
                assert!(
                    absent || limits.get(row.limit) >= Limits::MINIMUM.get(row.limit),
                    "{} {preset}",
                    row.name
                );
            }
        }
        assert!(!Limits::MINIMUM.clone().set("vertex-instruction", 1));
    }
}
