//! One sample of all pixels, for an engine that draws them one at a time: what a shader then knows for sure.

/// The sample that a fragment shader is made for. It covers where pixels have their centre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Its number.
    pub number: u32,
    /// The positions of a pixel's samples, by their numbers: sixteenths of a pixel from its centre, to the right and
    /// upwards. One at the centre where there is only one, or where multisampling is off.
    pub places: Vec<[i8; 2]>,
    /// Whether the program runs once for all samples of a pixel, so that what is interpolated is that of the centre.
    pub centered: bool,
    /// Whether points are round, as those are of several samples that are no sprites: the square that is drawn of one is
    /// cut.
    pub round_points: bool,
    /// Whether alpha says how many samples are covered (`SAMPLE_ALPHA_TO_COVERAGE`).
    pub alpha_to_coverage: bool,
    /// Whether alpha is 1 after that (`SAMPLE_ALPHA_TO_ONE`).
    pub alpha_to_one: bool,
}

impl Sample {
    /// Whether it is one of several.
    pub fn is_one_of_several(&self) -> bool {
        self.places.len() > 1
    }

    /// Its position, in pixels from the centre.
    pub(crate) fn place(&self) -> [f32; 2] {
        let own = self.places.get(self.number as usize);
        own.map_or([0.0; 2], |place| in_pixels(*place))
    }
}

/// A place in pixels.
pub(crate) fn in_pixels(place: [i8; 2]) -> [f32; 2] {
    place.map(|part| f32::from(part) / 16.0)
}
