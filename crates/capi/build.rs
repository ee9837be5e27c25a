//! Names the shared library as its users ask for it: by the version with which its interface changes.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        let part = |name: &str| std::env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
        // Before version 1 each minor version may change the interface.
        let version = match part("MAJOR").as_str() {
            "0" => format!("0.{}", part("MINOR")),
            major => major.to_owned(),
        };
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libquadrille.so.{version}");
    }
}
