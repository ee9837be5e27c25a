//! The numbers of the pipeline, each with its source, and the profiles that set them.

use thiserror::Error;

/// The earliest point at which a dependent instruction gets a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forwarding {
    /// From the register file, one cycle after it was written.
    None,
    /// From the register file in the cycle in which it is written.
    WriteThrough,
    /// From the last execute stage.
    Full,
}

/// Which thread issues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// In turn; one that cannot issue stalls all.
    Strict,
    /// In turn, but one that cannot issue is passed over.
    Skip,
}

/// The granularity of dependencies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granularity {
    /// A component of a register.
    Component,
    /// A whole register.
    Register,
}

/// A set of values with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// The lecture's five threads.
    Lecture,
    /// The lecture's single thread with bypass paths.
    LectureSingle,
    /// The NV20 according to the public hardware notes.
    ReverseEngineered,
    /// The same for the Xbox's NV2A.
    Nv2a,
}

impl Profile {
    /// All, with their names.
    pub const ALL: [(&str, Profile); 4] = [
        ("lecture", Profile::Lecture),
        ("lecture-single", Profile::LectureSingle),
        ("reverse-engineered", Profile::ReverseEngineered),
        ("nv2a", Profile::Nv2a),
    ];

    /// The profile of a name.
    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.iter().find(|row| row.0 == name).map(|row| row.1)
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterError {
    /// No such parameter.
    #[error("there is no parameter {0}")]
    Unknown(String),
    /// A value outside its range or not a word of it.
    #[error("{name} takes {range}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The range of its values.
        range: String,
    },
}

/// A type that a parameter can have.
trait Value: Sized {
    fn parse(text: &str) -> Option<Self>;
    fn show(&self) -> String;
    fn within(&self, low: u32, high: u32) -> bool;
    fn range(low: u32, high: u32) -> String;
}

impl Value for u32 {
    fn parse(text: &str) -> Option<u32> {
        text.parse().ok()
    }
    fn show(&self) -> String {
        self.to_string()
    }
    fn within(&self, low: u32, high: u32) -> bool {
        (low..=high).contains(self)
    }
    fn range(low: u32, high: u32) -> String {
        format!("{low} to {high}")
    }
}

/// Words for the variants of an enumeration.
macro_rules! words {
    ($($kind:ident { $($variant:ident $word:literal),* })*) => {$(
        impl Value for $kind {
            fn parse(text: &str) -> Option<$kind> {
                match text {
                    $($word => Some($kind::$variant),)*
                    _ => None,
                }
            }
            fn show(&self) -> String {
                match self { $($kind::$variant => $word.into(),)* }
            }
            fn within(&self, _: u32, _: u32) -> bool {
                true
            }
            fn range(_: u32, _: u32) -> String {
                [$($word),*].join(", ")
            }
        }
    )*};
}

words! {
    Forwarding { None "none", WriteThrough "write-through", Full "full" }
    Policy { Strict "strict", Skip "skip" }
    Granularity { Component "component", Register "register" }
}

/// A parameter as a reader wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// Its name.
    pub name: &'static str,
    /// Its value, as `set` takes it.
    pub value: String,
    /// What it is.
    pub meaning: &'static str,
    /// Where the lecture's and the reverse-engineered profile have their values from.
    pub sources: [&'static str; 2],
}

/// Defines the parameters: name, type, range, meaning, then value and source for the lecture and for the
/// reverse-engineered profile.
macro_rules! parameters {
    ($($name:ident: $type:ty, $low:literal..=$high:literal, $doc:literal,
       $lecture:expr, $lecture_source:literal, $reverse:expr, $reverse_source:literal;)*) => {
        /// Every number of the model.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $(#[doc = $doc] pub $name: $type,)*
        }

        impl Parameters {
            const LECTURE: Parameters = Parameters { $($name: $lecture,)* };
            const REVERSE: Parameters = Parameters { $($name: $reverse,)* };

            /// Names of all parameters.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Sets a parameter from text.
            ///
            /// # Errors
            ///
            /// An unknown name, a value that does not parse or is out of range.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
                match name.replace('-', "_").as_str() {
                    $(stringify!($name) => {
                        let range = <$type as Value>::range($low, $high);
                        let parsed = <$type as Value>::parse(value).filter(|v| v.within($low, $high));
                        self.$name = parsed.ok_or(ParameterError::Value { name: stringify!($name), range })?;
                        Ok(())
                    })*
                    _ => Err(ParameterError::Unknown(name.into())),
                }
            }

            /// Checks every range, for values that were not set from text.
            ///
            /// # Errors
            ///
            /// The first parameter out of range.
            pub fn check(&self) -> Result<(), ParameterError> {
                $(if !self.$name.within($low, $high) {
                    let range = <$type as Value>::range($low, $high);
                    return Err(ParameterError::Value { name: stringify!($name), range });
                })*
                Ok(())
            }

            /// Every parameter with its value.
            pub fn described(&self) -> Vec<Described> {
                vec![$(Described {
                    name: stringify!($name),
                    value: self.$name.show(),
                    meaning: $doc.trim(),
                    sources: [$lecture_source, $reverse_source],
                }),*]
            }

            /// A line for each parameter: name, value, meaning, and where the two base profiles have
            /// theirs from.
            pub fn describe(&self) -> String {
                let line = |row: Described| {
                    let [lecture, reverse] = row.sources;
                    format!(
                        "{:<22} {:<14} {} [lecture: {lecture}; reverse-engineered: {reverse}]\n",
                        row.name, row.value, row.meaning,
                    )
                };
                self.described().into_iter().map(line).collect()
            }
        }
    };
}

parameters! {
    execute_stages: u32, 1..=16, "Execute stages E1 to En.",
        2, "the diagrams draw two and say that there are more",
        2, "not known; with two, three bypassed threads never stall";
    threads: u32, 1..=16, "Vertices that issue in turn.",
        5, "the multithreading diagram",
        3, "envytools xf/intro: up to three vertices in flight an engine";
    input_buffers: u32, 1..=16, "Input buffers, filled round robin.",
        5, "one a thread",
        6, "envytools xf/intro: six copies of IBUF";
    output_buffers: u32, 1..=16, "Output buffers.",
        5, "one a thread",
        6, "envytools xf/intro: six copies of TBUF";
    fetch_attributes: u32, 1..=16, "Attributes that arrive in the attribute buffer a cycle.",
        1, "not stated", 1, "not known";
    copy_slots: u32, 1..=16, "Attributes that are copied to an input buffer a cycle.",
        1, "not stated", 1, "not known";
    copies_waiting: u32, 1..=16, "Provoked vertices that may wait for their copy.",
        2, "not stated", 2, "not known";
    dirty_bits: u32, 0..=1, "Whether unchanged attributes are not copied again.",
        1, "stated", 1, "Lindholm, Kilgard, Moreton 2001, as the lecture reports it";
    forwarding: Forwarding, 0..=0, "Where a dependent instruction gets a result first.",
        Forwarding::None, "the multithreading diagram: no bypass paths needed",
        Forwarding::Full, "Lindholm, Kilgard, Moreton 2001, abstract: bypassing";
    policy: Policy, 0..=0, "Which thread issues.",
        Policy::Strict, "the multithreading diagram", Policy::Skip, "not known";
    granularity: Granularity, 0..=0, "How finely dependencies are seen.",
        Granularity::Component, "not stated", Granularity::Component, "not known";
    ilu_interval: u32, 1..=16, "Cycles between operations of the special function unit.",
        1, "all instructions have the same latency",
        2, "envytools xf/intro: one rcp or rsq in two cycles";
    ilu_extra: u32, 0..=16, "Cycles that a special function takes longer.",
        0, "all instructions have the same latency", 0, "not known; Engel's shader text hints at more";
    setup_words: u32, 1..=16, "Instructions or constants that are loaded a cycle in set-up mode.",
        1, "set-up mode is stated, its speed is not", 1, "not known";
    drain_cycles: u32, 0..=1000, "Cycles between vertices that leave; 0 is no limit.",
        0, "not stated", 0, "not known";
    cache_entries: u32, 0..=1024, "Entries of the post-transform cache; 0 is none.",
        0, "not mentioned", 24, "NvTriStrip header: 24 on GeForce 3";
    engines: u32, 1..=4, "Vertex engines that share the work.",
        1, "one vertex processor", 1, "one on NV20, two on NV2A (envytools xf/intro)";
    clock_mhz: u32, 1..=10000, "Clock in MHz.",
        200, "stated", 240, "GeForce 3 Ti 500 (press)";
    interlock: u32, 0..=1, "Whether instructions wait for their operands at all.",
        1, "2.14.1 of NV_vertex_program: no hazards", 1, "the same";
    preloaded: u32, 0..=1, "Whether all vertices lie in input buffers at the start and leave at once.",
        1, "the diagrams begin so", 0, "";
}

impl Parameters {
    /// The values of a profile.
    pub fn of(profile: Profile) -> Parameters {
        match profile {
            Profile::Lecture => Parameters::LECTURE,
            Profile::LectureSingle => Parameters {
                threads: 1,
                forwarding: Forwarding::Full,
                ..Parameters::LECTURE
            },
            Profile::ReverseEngineered => Parameters::REVERSE,
            Profile::Nv2a => Parameters {
                engines: 2,
                clock_mhz: 233,
                ..Parameters::REVERSE
            },
        }
    }

    /// Cycles from the swizzle stage of an instruction to its write-back; `special` says whether the special function
    /// unit has a part in it.
    pub fn to_write_back(&self, special: bool) -> u64 {
        let extra = if special { self.ilu_extra } else { 0 };
        u64::from(self.execute_stages + extra) + 1
    }

    /// Cycles from the swizzle stage of an instruction to the first one in which a dependent instruction
    /// may be in that stage.
    pub fn distance(&self) -> u64 {
        let stages = u64::from(self.execute_stages);
        match self.forwarding {
            Forwarding::Full => stages + 1,
            Forwarding::WriteThrough => stages + 2,
            Forwarding::None => stages + 3,
        }
    }
}
