//! Counts of the tables and lists of words, against the specifications' own.

use std::collections::BTreeSet;

use quadrille_isa::gl::binding::BINDINGS;
use quadrille_isa::gl::limit::LIMITS;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::reserved::is_reserved;
use quadrille_isa::gl::statement::STATEMENTS;
use quadrille_isa::gl::{Family, Features, Limit, Profile, ProgramOption, Role};

fn features(header: &str) -> Features {
    Profile::of(header).expect("a header").features()
}

/// With every option that the header takes, but for thread groups and what takes a binding away.
fn with_options(header: &str) -> Features {
    let bare = features(header);
    OPTIONS
        .iter()
        .filter(|row| row.accepts(bare.languages, bare.stage))
        .filter(|row| {
            !matches!(
                row.option,
                ProgramOption::ArbPositionInvariant | ProgramOption::NvShaderThreadGroup
            )
        })
        .fold(bare, |features, row| features.with(row.option))
}

fn families(features: &[Features], wanted: impl Fn(Role, Family) -> bool) -> usize {
    let has = |row: &&quadrille_isa::gl::binding::BindingRow| {
        features
            .iter()
            .any(|features| row.forms.iter().any(|form| form.check(features).is_ok()))
    };
    BINDINGS
        .iter()
        .filter(has)
        .filter(|row| !row.family.is_undocumented())
        .filter(|row| wanted(row.role, row.family))
        .count()
}

#[test]
fn families_of_every_stage_are_those_of_the_specifications() {
    let attributes = |role, _| role == Role::Attribute;
    let results = |role, _| role == Role::Result;
    // source: the extensions' tables of attributes and results, counted as one family for each name in a stage's
    // table: 158. Where the rows here have another number, the reason stands beside it.
    let vertex2 = features("!!ARBvp1.0").with(ProgramOption::NvVertexProgram2);
    let fragment2 = with_options("!!ARBfp1.0");
    let tessellation = [features("!!NVtcp5.0"), features("!!NVtep5.0")];
    let mut total = 0;
    let mut cell = |name: &str, found: usize, expected: usize, facts: usize| {
        assert_eq!(found, expected, "{name}");
        total += facts;
    };
    cell(
        "ARBvp attributes",
        families(&[features("!!ARBvp1.0")], attributes),
        8,
        8,
    );
    cell("ARBvp results", families(&[vertex2], results), 6, 6);
    cell(
        "NV vertex attributes",
        families(&[features("!!NVvp5.0")], attributes),
        8,
        8,
    );
    cell(
        "NV vertex results",
        families(&[features("!!NVvp5.0")], results),
        8,
        8,
    );
    cell(
        "geometry attributes",
        families(&[features("!!NVgp5.0")], attributes),
        14,
        14,
    );
    cell(
        "geometry results",
        families(&[with_options("!!NVgp5.0")], results),
        13,
        13,
    );
    // Tables X.3 and X.4 of NV_tessellation_program5 have 8 and 7 names.
    cell(
        "tessellation attributes",
        families(&tessellation, attributes),
        15,
        17,
    );
    // The grammar has `result.id` too.
    cell("tessellation results", families(&tessellation, results), 11, 10);
    // A relative `texcoord` is no family of its own here.
    cell("ARBfp attributes", families(&[fragment2], attributes), 5, 6);
    // `color` and `color[n]` are one family here, and so are the two colours of dual-source blending.
    cell("ARBfp results", families(&[fragment2], results), 2, 3);
    cell(
        "NV fragment results",
        families(&[with_options("!!NVfp5.0")], results),
        3,
        4,
    );
    cell(
        "NV fragment attributes",
        families(&[with_options("!!NVfp5.0")], attributes),
        14,
        14,
    );
    cell(
        "compute attributes",
        families(&[features("!!NVcp5.0")], attributes),
        6,
        6,
    );
    let thread = |header| features(header).with(ProgramOption::NvShaderThreadGroup);
    let fragment =
        families(&[thread("!!NVfp5.0")], attributes) - families(&[features("!!NVfp5.0")], attributes);
    cell("thread attributes", fragment, 9, 9);
    for header in ["!!NVvp5.0", "!!NVtcp5.0", "!!NVtep5.0", "!!NVgp5.0", "!!NVcp5.0"] {
        let more = families(&[thread(header)], attributes) - families(&[features(header)], attributes);
        assert_eq!(more, 8, "all but helperthread: {header}");
    }
    let every = [
        with_options("!!ARBvp1.0"),
        with_options("!!ARBfp1.0"),
        thread("!!NVvp5.0"),
    ];
    let program = [
        Family::ProgramEnv,
        Family::ProgramLocal,
        Family::ProgramStoragelen,
    ];
    let state = |role, family| role == Role::Parameter && !program.contains(&family);
    // Properties of material, light and lightprod are families here: 5, 7 and 3 for 3; light model 2 for 1.
    cell("state", families(&every, state), 21 + 4 + 6 + 2 + 1, 21);
    let memory = |role, family| {
        program.contains(&family)
            || matches!(
                role,
                Role::Buffer | Role::Storage | Role::Counter | Role::Shared | Role::Subroutine
            )
    };
    cell("program", families(&[with_options("!!NVcp5.0")], memory), 8, 8);
    let units = |role, _| matches!(role, Role::Texture | Role::Image | Role::Handle);
    cell("units", families(&[with_options("!!NVfp5.0")], units), 3, 3);
    assert_eq!(total, 158);
}

#[test]
fn arb_reserved_words_are_exactly_those_listed() {
    // source: ARB_vertex_program 2.14.2, reserved keywords
    let vertex = "ABS ADD ADDRESS ALIAS ARL ATTRIB DP3 DP4 DPH DST END EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN \
                  MOV MUL OPTION OUTPUT PARAM POW RCP RSQ SGE SLT SUB SWZ TEMP XPD program result state vertex";
    // source: ARB_fragment_program 3.11.2, reserved keywords
    let fragment = "ABS ABS_SAT ADD ADD_SAT ALIAS ATTRIB CMP CMP_SAT COS COS_SAT DP3 DP3_SAT DP4 DP4_SAT DPH \
                    DPH_SAT DST DST_SAT END EX2 EX2_SAT FLR FLR_SAT FRC FRC_SAT KIL LG2 LG2_SAT LIT LIT_SAT LRP \
                    LRP_SAT MAD MAD_SAT MAX MAX_SAT MIN MIN_SAT MOV MOV_SAT MUL MUL_SAT OPTION OUTPUT PARAM POW \
                    POW_SAT RCP RCP_SAT RSQ RSQ_SAT SIN SIN_SAT SCS SCS_SAT SGE SGE_SAT SLT SLT_SAT SUB SUB_SAT \
                    SWZ SWZ_SAT TEMP TEX TEX_SAT TXB TXB_SAT TXP TXP_SAT XPD XPD_SAT fragment program result \
                    state texture";
    // Every word that any language gives a meaning to.
    let mut words: BTreeSet<String> = vertex
        .split(' ')
        .chain(fragment.split(' '))
        .map(str::to_owned)
        .collect();
    for row in quadrille_isa::gl::opcode::OPCODES {
        for suffix in ["", "_SAT", "_SSAT", "R", "H", "X", "C", "RC", "HC_SAT"] {
            words.insert(format!("{}{suffix}", row.mnemonic));
        }
    }
    words.extend(STATEMENTS.iter().map(|row| row.word.to_owned()));
    for word in [
        "position",
        "env",
        "local",
        "1D",
        "RECT",
        "CUBE",
        "primitive",
        "image",
        "buffer",
        "R0",
        "main",
    ] {
        words.insert(word.to_owned());
    }
    for (header, list) in [("!!ARBvp1.0", vertex), ("!!ARBfp1.0", fragment)] {
        let listed: BTreeSet<&str> = list.split(' ').filter(|word| !word.is_empty()).collect();
        let features = features(header);
        for word in &words {
            assert_eq!(
                is_reserved(word, &features),
                listed.contains(word.as_str()),
                "{word} in {header}"
            );
        }
    }
}

#[test]
fn limits_of_the_specifications() {
    use quadrille_isa::gl::{Limits, Resource};
    // source: ARB_vertex_program and ARB_fragment_program, tables of implementation-dependent values
    let vertex = features("!!ARBvp1.0");
    let fragment = features("!!ARBfp1.0");
    let minimum = Limits::MINIMUM;
    for (resource, in_vertex, in_fragment) in [
        (Resource::Instructions, 128, 72),
        (Resource::Temporaries, 12, 16),
        (Resource::Parameters, 96, 24),
        (Resource::Attributes, 16, 10),
        (Resource::EnvParameters, 96, 24),
        (Resource::LocalParameters, 96, 24),
    ] {
        assert_eq!(minimum.of(resource, &vertex), in_vertex, "{resource:?}");
        assert_eq!(minimum.of(resource, &fragment), in_fragment, "{resource:?}");
    }
    assert_eq!(minimum.of(Resource::AddressRegisters, &vertex), 1);
    assert_eq!(minimum.get(Limit::FragmentAluInstructions), 48);
    assert_eq!(minimum.get(Limit::FragmentTextureInstructions), 24);
    assert_eq!(minimum.get(Limit::FragmentTextureIndirections), 4);
    // source: NV_vertex_program2_option, NV_vertex_program, NV_vertex_program2, NV_fragment_program
    let option = vertex.with(ProgramOption::NvVertexProgram2);
    assert_eq!(minimum.of(Resource::AddressRegisters, &option), 2);
    for (header, instructions) in [
        ("!!VP1.0", 128),
        ("!!VP1.1", 128),
        ("!!VP2.0", 256),
        ("!!FP1.0", 1024),
    ] {
        assert_eq!(
            minimum.of(Resource::Instructions, &features(header)),
            instructions
        );
    }
    // source: the state tables of NV_gpu_program4, NV_geometry_program4, NV_gpu_program5, NV_tessellation_program5,
    // NV_parameter_buffer_object
    for (limit, value) in [
        (Limit::CallDepth, 4),
        (Limit::IfDepth, 48),
        (Limit::LoopDepth, 4),
        (Limit::TexelOffsetBelow, 8),
        (Limit::TexelOffsetAbove, 7),
        (Limit::OutputVertices, 256),
        (Limit::TotalOutputComponents, 1024),
        (Limit::GeometryTextureImageUnits, 16),
        (Limit::GeometryInvocations, 32),
        (Limit::PatchAttributes, 30),
        (Limit::ParameterBuffers, 8),
        (Limit::ParameterBufferWords, 4096),
        (Limit::ImageUnits, 8),
        (Limit::ImageSamples, 0),
        // source: those of ARB_fragment_program, NV_fragment_program2, ARB_vertex_blend, ARB_gpu_shader5,
        // ARB_tessellation_shader, ARB_viewport_array, ARB_shader_subroutine, ARB_shader_atomic_counters,
        // ARB_shader_storage_buffer_object
        (Limit::ProgramMatrices, 8),
        (Limit::ProgramMatrixStackDepth, 1),
        (Limit::ExecutedInstructions, 65536),
        (Limit::LoopCount, 255),
        (Limit::VertexUnits, 2),
        (Limit::VertexStreams, 4),
        (Limit::TessellationLevel, 64),
        (Limit::PatchVertices, 32),
        (Limit::PatchComponents, 120),
        (Limit::TessellationTotalComponents, 4096),
        (Limit::Viewports, 16),
        (Limit::SubroutineParameters, 1024),
        (Limit::SubroutineNumbers, 256),
        (Limit::CounterBuffers, 1),
        (Limit::CounterBufferWords, 32),
        (Limit::StorageBuffers, 8),
        (Limit::StorageBufferBytes, 1 << 24),
    ] {
        assert_eq!(minimum.get(limit), value, "{limit:?}");
    }
    assert!(
        LIMITS.len() > 43,
        "each of 43 limits of the extensions is here, most of them as several"
    );
}

/// source: NV_vertex_program 2.14.1.3 to 2.14.1.7 (16 attributes, 96 parameters, 12 temporaries, 128 instructions),
/// NV_vertex_program1_1 2.14.B (a position-invariant program has four instructions less); envytools
/// docs/hw/graph/xf/isa for the sizes of the silicon
#[test]
fn sizes_of_the_nv20() {
    use quadrille_isa::nv20::limit;
    let languages = [
        limit::INPUTS,
        limit::GL_CONSTANTS,
        limit::TEMPORARIES,
        limit::GL_INSTRUCTIONS,
        limit::GL_INVARIANT_INSTRUCTIONS,
    ];
    assert_eq!(languages, [16, 96, 12, 128, 128 - 4]);
    assert_eq!([limit::SLOTS, limit::CONSTANTS, limit::OUTPUTS], [136, 192, 16]);
    assert_eq!(
        usize::from(limit::GL_FIRST_CONSTANT) + limit::GL_CONSTANTS,
        limit::CONSTANTS
    );
    assert_eq!(usize::from(limit::POSITION_TEMPORARY), limit::TEMPORARIES);
    assert_eq!(limit::PAIRED_TEMPORARY, 1);
}
