//! Implementation limits: one value, with presets by name.

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $id:ident $field:ident $name:literal minimum $minimum:literal desktop $desktop:literal;)*) => {
        /// One limit.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Limit {
            $($(#[doc = $doc])* $id,)*
        }

        /// The value of every limit.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Limits {
            $($(#[doc = $doc])* pub $field: u32,)*
        }

        impl Limits {
            /// The smallest values that the specifications allow.
            pub const MINIMUM: Limits = Limits { $($field: $minimum,)* };
            /// What a desktop driver reports, so that the world's programs load.
            pub const DESKTOP: Limits = Limits { $($field: $desktop,)* };

            /// The value of a limit.
            pub const fn get(&self, limit: Limit) -> u32 {
                match limit { $(Limit::$id => self.$field,)* }
            }

            /// Sets a limit by its GL or short name; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: u32) -> bool {
                match name {
                    $($name | stringify!($field) => self.$field = value,)*
                    _ => return false,
                }
                true
            }
        }

        /// Name of every limit, as [`Limits::set`] takes it.
        pub const NAMES: &[(Limit, &str)] = &[$((Limit::$id, $name),)*];
    };
}

limits! {
    /// Instructions of a vertex program.
    VertexInstructions vertex_instructions "vertex-instructions" minimum 128 desktop 16384;
    /// Temporaries of a vertex program.
    VertexTemporaries vertex_temporaries "vertex-temporaries" minimum 12 desktop 256;
    /// Parameters of a vertex program.
    VertexParameters vertex_parameters "vertex-parameters" minimum 96 desktop 4096;
    /// Attributes of a vertex program.
    VertexAttributes vertex_attributes "vertex-attributes" minimum 16 desktop 16;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DESKTOP
    }
}
