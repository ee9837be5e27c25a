use proptest::test_runner::Config;

/// So many cases, or what `PROPTEST_CASES` asks for.
pub(crate) fn cases(count: u32) -> Config {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let plain = Config::default();
    Config {
        cases: if asked { plain.cases } else { count },
        failure_persistence: None,
        ..plain
    }
}
