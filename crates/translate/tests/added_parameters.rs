//! Parameters that a translation adds are known by what they hold: a program may have given their names away.

use quadrille_translate::form::AddedParameter;
use quadrille_translate::options::AlphaTest;
use quadrille_translate::{Emulation, Options, Reflection, SourceProgram, Target, reflection, translate};

fn reflected(text: &str, options: &Options) -> Reflection {
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let translation = translate(source, options).unwrap_or_else(|problems| panic!("{problems:?}"));
    reflection(&translation.shader, options)
}

/// The names of the parameters that hold what a translation adds.
fn added(reflection: &Reflection) -> Vec<(AddedParameter, &str)> {
    let parameters = reflection.parameters.iter();
    parameters
        .filter_map(|parameter| Some((parameter.added?, &*parameter.name)))
        .collect()
}

/// source: docs/translate.md: which options and emulations come with a parameter, and its name
#[test]
fn each_is_what_its_option_asks_for() {
    let mut options = Options::new(Target::GlslEs100);
    options.alpha_test = Some(AlphaTest::Greater);
    options.allow = vec![Emulation::RectAs2d];
    let text = "!!ARBfp1.0\nOPTION ARB_fragment_coord_origin_upper_left;\nTEMP t;\n\
                TEX t, fragment.texcoord[0], texture[3], RECT;\nMUL result.color, t, fragment.position;\nEND\n";
    let mut found = added(&reflected(text, &options))
        .into_iter()
        .map(|(added, name)| (name.to_owned(), added))
        .collect::<Vec<_>>();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let wanted = [
        ("u_alpha_reference", AddedParameter::AlphaReference),
        ("u_framebuffer_height", AddedParameter::FramebufferHeight),
        ("u_texture3_size", AddedParameter::TextureSize(3)),
    ];
    assert_eq!(found, wanted.map(|(name, added)| (name.to_owned(), added)));
    let mut options = Options::new(Target::Glsl450);
    options.point_size = true;
    let text = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    assert_eq!(
        added(&reflected(text, &options)),
        [(AddedParameter::PointSize, "u_point_size")]
    );
}

/// source: NV_fragment_program 3.11.3 (DECLARE): the application sets such a parameter by the program's name
#[test]
fn a_name_of_the_program_is_not_one_of_them() {
    let mut options = Options::new(Target::Glsl450);
    options.alpha_test = Some(AlphaTest::Greater);
    let text = "!!FP1.0\nDECLARE u_alpha_reference = {1, 2, 3, 4};\nMOV o[COLR], u_alpha_reference;\nEND\n";
    let reflection = reflected(text, &options);
    let own = |name: &str| {
        let mut parameters = reflection.parameters.iter();
        parameters.find(|parameter| parameter.name == name).expect(name)
    };
    let declared = own("u_alpha_reference");
    assert_eq!(
        (declared.added, declared.initial),
        (None, Some([1.0, 2.0, 3.0, 4.0]))
    );
    let found = added(&reflection);
    assert!(
        matches!(found[..], [(AddedParameter::AlphaReference, name)] if name != "u_alpha_reference"),
        "{found:?}"
    );
}
