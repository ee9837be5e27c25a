//! Archives: zip (`.pk3`, `.pk4`, `.jar`), 7z, tar and gzip, told by their first bytes; and archives in them.
//!
//! An archive is not trusted. What it says of itself is believed only where it makes an entry be refused; what is
//! unpacked is counted as it comes, and ends at the [`Limits`]. Nothing is written here, and no name is taken for a
//! path: an entry whose name leads elsewhere, a link, an encrypted or a broken entry is a [`Problem`] with its name, and
//! the entries behind it follow where its format allows that.

mod format;
mod gzip;
mod limits;
mod name;
mod problem;
mod seven;
mod tarball;
mod visit;
mod zipped;

pub use format::Format;
pub use limits::{LIMITS, LimitRow, Limits};
pub use problem::Problem;
pub use visit::{Entry, entries};
