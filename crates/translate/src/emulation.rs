//! What may stand in for what a target lacks: emulations, and in ARB programs approximations, each by a name that a user gives.

macro_rules! emulations {
    ($($id:ident $name:literal $doc:literal;)*) => {
        /// A way to say something that a target has no word for, at a price that its documentation states.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Emulation {
            $(#[doc = concat!($doc, ".")] $id,)*
        }

        /// All emulations with their names and documentation.
        pub static EMULATIONS: &[(Emulation, &str, &str)] = &[$((Emulation::$id, $name, $doc),)*];
    };
}

emulations! {
    RectAs2d "rect-as-2d"
        "Rectangle textures become two-dimensional ones, whose coordinates are divided by their size; where the \
         target cannot ask for it, the size comes in as a parameter";
    OneAsTwo "1d-as-2d"
        "One-dimensional textures become two-dimensional ones that are one texel high";
    OffsetsBySize "offsets-by-size"
        "Texel offsets of filtered lookups that are found at run time are divided by the size of the level and added to \
         the coordinates";
    InterpolateByDerivatives "interpolate-by-derivatives"
        "Attributes elsewhere in a pixel are found by how they change from one pixel to the next, with rounding errors";
    GroupsAsSubgroups "groups-as-subgroups"
        "Groups of threads are the target's subgroups, of as many threads as the machine puts into one";
    AllResident "all-resident"
        "Texels count as resident, as those of all textures but sparse ones are";
    BuffersAsArrays "buffers-as-arrays"
        "Program parameter buffers become uniform arrays of vectors, as long as the program tells";
    LongAttributesAsWords "long-attributes-as-words"
        "Vertex attributes of 64 bits come as two of four words of 32 bits, the low word of a component first: x and y at \
         their place, z and w at a free one";
    ClipVertex "clip-vertex"
        "Distances to the first four clip planes become the components of gl_ClipVertex in GLSL 1.20: the engine sets \
         the equation of plane n, in eye coordinates, to the unit vector along component n";
    ClipByDiscard "clip-by-discard"
        "Distances to clip planes come to the fragment shader, which drops fragments of which one is below zero";
    NoPerspectiveByW "no-perspective-by-w"
        "Values that are interpolated without perspective come multiplied by w, and are divided by it for each fragment, \
         with rounding errors";
    NoClipDistances "no-clip-distances"
        "Distances to clip planes are left out: nothing is clipped";
    NoPointSize "no-point-size"
        "Sizes of points are left out: a point is one pixel";
    AttribsAsTexcoords "attribs-as-texcoords"
        "Generic attributes between the stages become the texture coordinates of the same number in ARB programs";
}

impl Emulation {
    /// The emulation of a name.
    pub fn of_name(name: &str) -> Option<Emulation> {
        EMULATIONS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        EMULATIONS
            .iter()
            .find(|row| row.0 == self)
            .map_or("", |row| row.1)
    }
}

macro_rules! approximations {
    ($($id:ident $name:literal $doc:literal;)*) => {
        /// Something else than what a program asks for, where a target cannot give that.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Approximation {
            $(#[doc = concat!($doc, ".")] $id,)*
        }

        /// All approximations with their names and documentation.
        pub static APPROXIMATIONS: &[(Approximation, &str, &str)] =
            &[$((Approximation::$id, $name, $doc),)*];
    };
}

approximations! {
    ImplicitLevels "implicit-levels"
        "Lookups with a level or derivatives of their own take the level that the hardware finds";
    BoundedLoops "bounded-loops"
        "Loops whose count is known only at run time run at most 32 times";
    InitialParameters "initial-parameters"
        "Parameters that an FP1.0 program declares by name keep their first values";
    PackedWords "packed-words"
        "Words of PK and UP are computed as the floats with their bits; those that are denormal, infinite or NaN are lost";
}

impl Approximation {
    /// The approximation of a name.
    pub fn of_name(name: &str) -> Option<Approximation> {
        APPROXIMATIONS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        APPROXIMATIONS
            .iter()
            .find(|row| row.0 == self)
            .map_or("", |row| row.1)
    }
}
