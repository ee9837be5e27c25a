//! The shaders of a seed: a program, or a vertex and a fragment program together, for each target with options that
//! are chosen.

use quadrille::Session;
use quadrille::translate::form::{InputKind, OutputKind};
use quadrille::translate::{
    AlphaTest, DepthMode, EMULATIONS, Feature, Options, Packing, Semantics, SourceProgram, Support, TARGETS,
    Target, Translation, translate, translate_pair,
};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{Profile, Stage};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::{Made, accepted_of, disguised};

/// What a program and its options are made of.
const BYTES: usize = 4096;

/// Shaders that are used together, or one alone, for a target.
pub(crate) struct Shaders {
    /// The target, and how parameters reach the shader.
    pub(crate) target: Target,
    pub(crate) packing: Packing,
    /// Each with its stage.
    pub(crate) stages: Vec<(Stage, Translation)>,
    /// The programs, for messages.
    pub(crate) source: String,
}

/// The shaders of a seed for every target that can say them.
pub(crate) fn shaders(session: &Session, seed: u64) -> Vec<Shaders> {
    let bytes = bytes(seed, BYTES);
    let mut choices = Choices::new(&bytes);
    let stages = match choices.below(4) {
        0 => vec![Stage::Vertex, Stage::Fragment],
        1 => vec![Stage::Vertex],
        _ => vec![Stage::Fragment],
    };
    let mut programs = Vec::new();
    for stage in stages {
        let profiles = PROFILES.iter().filter(|profile| profile.stage == stage);
        let profiles: Vec<&Profile> = profiles.collect();
        let profile = choices.one_of(&profiles);
        let Some(made) = accepted_of(session, profile, &mut choices) else {
            return Vec::new();
        };
        programs.push(hidden(session, made, &mut choices));
    }
    let source: Vec<&str> = programs.iter().map(|made| made.text.as_str()).collect();
    let source = source.join("");
    let mut found = Vec::new();
    for row in TARGETS {
        let options = options(row.target, &mut choices);
        if let Some(stages) = translated(&programs, &options) {
            found.push(Shaders {
                target: row.target,
                packing: options.packing,
                stages,
                source: source.clone(),
            });
        }
    }
    found
}

/// Half of the programs under other names.
fn hidden(session: &Session, made: Made, choices: &mut Choices<'_>) -> Made {
    if choices.once_in(2) {
        return made;
    }
    let text = disguised(session, &made.text, choices);
    match session.load("disguised", &text) {
        Ok(loaded) => Made { text, loaded, ..made },
        Err(_) => made,
    }
}

/// The shaders of one program or two; none if the target supports neither.
fn translated(programs: &[Made], options: &Options) -> Option<Vec<(Stage, Translation)>> {
    let found = match programs {
        [vertex, fragment] => {
            let [first, second] =
                [vertex, fragment].map(|made| (&**made.loaded.program(), made.text.as_str()));
            let pair = translate_pair(first, second, options).ok()?;
            let found = vec![(Stage::Vertex, pair.vertex), (Stage::Fragment, pair.fragment)];
            fit(&found, options);
            found
        }
        _ => {
            let mut found = Vec::new();
            for made in programs {
                let program = made.loaded.program();
                let source = SourceProgram {
                    program,
                    text: &made.text,
                    partner: None,
                };
                found.push((program.profile().stage, translate(source, options).ok()?));
            }
            found
        }
    };
    Some(found)
}

/// What the fragment shader takes the vertex shader gives: at the same place, of the same type, interpolated in the
/// same way.
fn fit(stages: &[(Stage, Translation)], options: &Options) {
    let [(_, vertex), (_, fragment)] = stages else {
        return;
    };
    // What both languages of a pair have by one name is not declared.
    let declared = fragment
        .shader
        .inputs
        .iter()
        .filter(|input| input.built_in.is_none());
    for input in declared {
        let InputKind::Varying(location, interpolation) = input.kind else {
            continue;
        };
        let mut outputs = vertex.shader.outputs.iter();
        let given = outputs.find(|output| {
            output.kind == OutputKind::Varying(location, interpolation) && output.ty == input.ty
        });
        assert!(
            given.is_some_and(|given| given.name == input.name),
            "{}: {} is not given\n{}\n{}",
            options.target.row().name,
            input.name,
            vertex.text,
            fragment.text
        );
    }
}

/// Options for a target, each of which is now this, now that.
fn options(target: Target, choices: &mut Choices<'_>) -> Options {
    let mut options = Options::new(target);
    let mut packings = vec![options.packing];
    for (feature, packing) in [
        (Feature::UniformBlocks, Packing::Block),
        (Feature::PushConstants, Packing::PushConstants),
    ] {
        if target.support(feature) != Support::Missing {
            packings.push(packing);
        }
    }
    options.packing = choices.one_of(&packings);
    if choices.once_in(3) {
        options.semantics = Semantics::Fast;
    }
    let is_allowed = !choices.once_in(4);
    options.allow = EMULATIONS
        .iter()
        .filter(|_| is_allowed)
        .map(|row| row.0)
        .collect();
    options.depth_mode = choices.one_of(&[
        DepthMode::Luminance,
        DepthMode::Intensity,
        DepthMode::Alpha,
        DepthMode::Red,
    ]);
    options.two_sided = choices.once_in(2);
    options.clamp_colors = choices.once_in(2);
    options.flat_colors = choices.once_in(4);
    options.point_size = choices.once_in(4);
    options.clip_planes = choices.once_in(2).then(|| choices.below(256) as u32);
    options.alpha_test = choices.once_in(4).then(|| {
        choices.one_of(&[
            AlphaTest::Never,
            AlphaTest::Less,
            AlphaTest::LessOrEqual,
            AlphaTest::Equal,
            AlphaTest::GreaterOrEqual,
            AlphaTest::Greater,
            AlphaTest::NotEqual,
        ])
    });
    options
}
