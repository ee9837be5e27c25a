//! Names of entries as paths below the archive.

use crate::Problem;

/// The longest name; systems have no longer paths.
const LONGEST: usize = 4096;

/// The name of an entry as a path below its archive: parts between slashes, none of which is empty, `.` or `..`.
/// Backslashes are slashes, as archivers of Windows write them.
pub(crate) fn below(name: &str) -> Result<String, Problem> {
    if name.len() > LONGEST || name.contains(char::is_control) {
        return Err(Problem::Name);
    }
    let name = name.replace('\\', "/");
    let drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if name.starts_with('/') || drive || name.split('/').any(|part| part == "..") {
        return Err(Problem::Outside);
    }
    let parts: Vec<&str> = name
        .split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .collect();
    match parts.is_empty() {
        true => Err(Problem::Name),
        false => Ok(parts.join("/")),
    }
}

/// A name as it may be shown: without control characters, and not longer than a path.
pub(crate) fn shown(name: &str) -> String {
    let name = name.chars().take(LONGEST);
    name.map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_below_their_archive() {
        let path = |name: &str| below(name).ok();
        assert_eq!(path("glprogs/a.vp").as_deref(), Some("glprogs/a.vp"));
        assert_eq!(path("glprogs\\a.vp").as_deref(), Some("glprogs/a.vp"));
        assert_eq!(path("./a//b.vp").as_deref(), Some("a/b.vp"));
        assert_eq!(path("..a/b..vp").as_deref(), Some("..a/b..vp"));
        for outside in [
            "../a",
            "a/../../b",
            "a/..",
            "/etc/a",
            "\\\\host\\a",
            "C:\\a",
            "c:a",
            "..\\a",
        ] {
            assert!(matches!(below(outside), Err(Problem::Outside)), "{outside}");
        }
        for none in ["", ".", "a\0b", "a\nb", &"a".repeat(5000)] {
            assert!(matches!(below(none), Err(Problem::Name)), "{none}");
        }
    }
}
