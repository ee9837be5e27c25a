//! Memory of this process, as the system counts and limits it.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// The most that it has had, in bytes; `None` on machines that do not tell.
pub(crate) fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = kibibytes.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Lets it have so many bytes that can be written, and no more: who asks for more gets none.
pub(crate) fn limit(bytes: u64) -> nix::Result<()> {
    let (_, hard) = getrlimit(Resource::RLIMIT_DATA)?;
    setrlimit(Resource::RLIMIT_DATA, bytes.min(hard), hard)
}
