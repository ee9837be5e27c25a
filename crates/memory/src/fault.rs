//! The faults of an access.

/// Why an access, or a component of it, did not reach memory in a way that the specifications define.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// Nothing is bound to the binding point.
    #[error("no buffer is bound")]
    Unbound,
    /// An index selects a binding point outside the array that the program declares.
    #[error("the index selects binding {index} of {count}")]
    NoBinding {
        /// The index.
        index: i64,
        /// Binding points in the array.
        count: u32,
    },
    /// A byte lies outside the bound range or the declared array.
    #[error("byte {offset} is outside the {length} bytes that may be accessed")]
    OutOfRange {
        /// The first byte of the first component that is outside, from the start of the view.
        offset: i64,
        /// Bytes in the view.
        length: u64,
    },
    /// A byte lies inside the buffer, but beyond what the implementation lets such a binding reach.
    #[error("byte {offset} is beyond the first {limit} bytes, which is the limit for such a binding")]
    BeyondLimit {
        /// The first byte of the first component that is beyond.
        offset: i64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The address or offset is not a multiple of the size of the access.
    #[error("{place:#x} is not a multiple of {alignment}")]
    Misaligned {
        /// The address or offset.
        place: u64,
        /// The required alignment in bytes.
        alignment: u64,
    },
    /// A GPU address belongs to no buffer that is resident.
    #[error("address {address:#x} is in no resident buffer")]
    NotResident {
        /// The address of the first component that is not.
        address: u64,
    },
    /// The buffer or image may not be read, or not written.
    #[error("{} where only the opposite is allowed", if *.store { "a store" } else { "a load" })]
    WrongAccess {
        /// Whether it was the store that is not allowed.
        store: bool,
    },
}

/// The fault of an access, if there was one; what was read or written is defined either way.
pub type Outcome = Result<(), Fault>;
