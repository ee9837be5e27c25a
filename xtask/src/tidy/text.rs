//! Words: modules say what they are, nothing is waved away, `unsafe` stays on its list.

use super::File;

/// Places that may hold `unsafe`, each block with its reason: `native` calls the code that it made,
/// `gl` and `gpu` call drivers, `capi` is called by C, `entry` by libglvnd, or by JavaScript, `arrays` shares memory with numpy.
pub(crate) const MAY_BE_UNSAFE: &[&str] = &[
    "crates/jit/src/native.rs",
    "crates/opengl/src/gl/",
    "crates/vulkan/src/gpu/",
    "crates/capi/src/",
    "crates/driver/src/entry/",
    "crates/python/src/arrays.rs",
    "crates/web/src/entry.rs",
    "fuzz/fuzz_targets/capi.rs",
];

/// Words that stand for work not done.
const UNFINISHED: &[&str] = &["TODO", "FIXME", "XXX", "todo!(", "unimplemented!("];

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    let code = files
        .iter()
        .filter(|file| file.path.ends_with(".rs") && !file.path.starts_with("xtask/src/tidy"));
    for file in code {
        let starts = file.text.trim_start();
        if file.path.contains("/src/") && !starts.starts_with("//!") {
            complaints.push(format!("{}: does not begin with what it is", file.path));
        }
        for (at, line) in file.text.lines().enumerate() {
            if UNFINISHED.iter().any(|word| line.contains(word)) {
                complaints.push(format!("{}:{}: unfinished", file.path, at + 1));
            }
            if line.ends_with(' ') || line.ends_with('\t') {
                complaints.push(format!("{}:{}: white space at the end", file.path, at + 1));
            }
            let is_unsafe = line.trim_start().starts_with("unsafe ") || line.contains("= unsafe {");
            if is_unsafe && !MAY_BE_UNSAFE.iter().any(|name| file.path.contains(name)) {
                complaints.push(format!("{}:{}: unsafe outside the list", file.path, at + 1));
            }
        }
    }
    complaints
}
