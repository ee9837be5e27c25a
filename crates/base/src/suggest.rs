//! "Did you mean": the nearest name of a list.

/// The candidate nearest to `word` by edits (insert, delete, replace, swap of neighbours), if it is near
/// enough to be a likely slip: at most one edit for each three letters, letter case not counted, and never as
/// many as there are letters. Of several that are as near, the one that begins as `word` does: slips are made
/// towards the end.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let letters = word.chars().count();
    let allowed = (letters / 3).max(1).min(letters.saturating_sub(1));
    candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(edits, _)| *edits <= allowed)
        .min_by_key(|(edits, candidate)| (*edits, word.len() - beginning(word, candidate)))
        .map(|(_, candidate)| candidate)
}

/// The number of bytes that two words have in common from their beginning on, letter case not counted.
fn beginning(a: &str, b: &str) -> usize {
    let pairs = a.bytes().zip(b.bytes());
    pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

/// Optimal string alignment distance without regard to ASCII case.
fn distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(&a.to_ascii_lowercase(), &b.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_a_slip_and_no_stranger() {
        let names = ["position", "normal", "texcoord"];
        assert_eq!(nearest("postion", names), Some("position"));
        assert_eq!(nearest("nromal", names), Some("normal"));
        assert_eq!(nearest("fog", names), None);
        assert_eq!(nearest("f", ["IF"]), None);
        assert_eq!(nearest("r", ["R"]), Some("R"));
        assert_eq!(nearest("MADD", ["ADD", "MAD"]), Some("MAD"));
    }
}
