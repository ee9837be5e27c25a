//! Enums that C hands over as numbers, so that a wrong one is an error.

/// Gives an enum of the header `of`, which reads a member from its number. The enum itself is written out, as the header
/// generator does not look into macros; a member that is missing here does not compile.
macro_rules! numbered {
    ($name:ident: $($member:ident),+ $(,)?) => {
        impl $name {
            /// The member of a number of C.
            pub(crate) fn of(number: u32) -> $crate::ffi::FfiResult<$name> {
                let mut all = [$($name::$member),+].into_iter();
                let member = all.find(|member| member.number() == number);
                member.ok_or($crate::status::QuadrilleStatus::InvalidArgument)
            }

            const fn number(self) -> u32 {
                match self {
                    $($name::$member => $name::$member as u32,)+
                }
            }
        }
    };
}

pub(crate) use numbered;
