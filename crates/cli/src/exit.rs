//! Exit statuses beside 0 and 1. A run that is stopped, by a spent budget or otherwise, is what the command was asked to
//! find out: 1, in every command.

/// Exit status for wrong usage and unreadable files.
pub(crate) const USAGE: u8 = 2;

/// The exit status of a program that nobody reads any more, as shells give it: 128 and the number of SIGPIPE. The
/// verdict is not known to have been read, so 0 would be wrong.
pub(crate) const CLOSED_PIPE: i32 = 128 + 13;
