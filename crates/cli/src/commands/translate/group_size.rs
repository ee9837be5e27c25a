//! Sizes of work groups on the command line.

/// A size of work groups that is none.
#[derive(Debug, thiserror::Error)]
#[error("one to three sizes of 1 or more belong here, as 8,8,1")]
pub(super) struct GroupSizeError;

/// Sizes along x, y and z; those that are left out are 1.
pub(super) fn read(text: &str) -> Result<[u32; 3], GroupSizeError> {
    let sizes = text
        .split(',')
        .map(|size| size.trim().parse().ok().filter(|size| *size > 0));
    let sizes = sizes.collect::<Option<Vec<u32>>>().ok_or(GroupSizeError)?;
    match sizes[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(GroupSizeError),
    }
}
