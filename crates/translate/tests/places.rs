//! What is refused is told where it is used, each reason once there.

use quadrille_translate::{Feature, Options, Reason, SourceProgram, Target, translate};

/// The reasons against a program, each with its line.
fn refused(text: &str, target: Target) -> Vec<(Reason, usize)> {
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("it is right");
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let problems = translate(source, &Options::new(target)).expect_err("it is refused");
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    problems
        .into_iter()
        .map(|problem| (problem.reason, line(problem.diagnostic.span.start)))
        .collect()
}

/// source: the lines of the text: `vertex.id` is read in line 6 first, and integers are used in lines 6 to 8.
#[test]
fn attributes_are_refused_where_they_are_read() {
    let text = "!!NVvp4.0\nTEMP r;\nINT TEMP i;\nMOV result.position, vertex.position;\nMOV r, vertex.color;\n\
                MOV.S i, vertex.id;\nADD.S i, i, 1;\nI2F r.x, i;\nMOV result.color, r;\nEND\n";
    let said = refused(text, Target::Glsl120);
    let lacks = |feature| (Reason::Missing(Target::Glsl120, feature), 6);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.contains(&lacks(Feature::VertexIndex)), "{said:?}");
    assert!(said.contains(&lacks(Feature::Integers)), "{said:?}");
}

/// source: the lines of the text: the plane's distance is written in line 4, and in line 5 again.
#[test]
fn results_are_refused_where_they_are_written() {
    let text = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n\
                MOV result.clip[0].x, vertex.position.x;\nADD result.clip[0].x, vertex.position.x, 1;\nEND\n";
    let said = refused(text, Target::Glsl120);
    let lacks = Reason::Missing(Target::Glsl120, Feature::ClipDistances);
    assert_eq!(said, [(lacks, 4)]);
}

/// source: the lines of the text: the buffer is accessed in line 7.
#[test]
fn storage_buffers_are_refused_where_they_are_accessed() {
    let text = "!!NVfp5.0\nOPTION NV_shader_storage_buffer;\nTEMP t, u;\nSTORAGE s[] = { program.storage[0] };\n\
                MOV t, fragment.texcoord[0];\nMOV u, fragment.color;\nATOMB.ADD.U32 t.x, u, s[4];\n\
                MOV result.color, t;\nEND\n";
    let said = refused(text, Target::Glsl330);
    let lacks = Reason::Missing(Target::Glsl330, Feature::StorageBuffers);
    assert_eq!(said, [(lacks, 7)]);
}
