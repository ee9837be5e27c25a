//! Binding numbers that an engine gives: no two resources share one, and samplers of Vulkan have theirs.
//!
//! source: Vulkan 1.3, 14.5.3: resources of one descriptor set have binding numbers of their own; HLSL shader model 5 and
//! the Metal Shading Language, 5.2.1: one register or index is one resource of its kind

use quadrille_translate::{Options, Reason, SourceProgram, TARGETS, Target, translate};

/// Why a program of the texture units 0 and 1 has no translation with these binding numbers, if it has none.
fn refused(target: Target, bindings: &[(&str, u32)]) -> Option<Reason> {
    let text = "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\n\
                TEX result.color, a, texture[1], 2D;\nEND\n";
    refused_of(text, target, bindings)
}

fn refused_of(text: &str, target: Target, bindings: &[(&str, u32)]) -> Option<Reason> {
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("it is right");
    let mut options = Options::new(target);
    for (name, binding) in bindings {
        options.bind(name, *binding).expect("a name");
    }
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let refusals = translate(source, &options).err()?;
    refusals.into_iter().next().map(|refusal| refusal.reason)
}

#[test]
fn textures_have_numbers_of_their_own() {
    for row in TARGETS.iter().filter(|row| !row.target.is_assembly()) {
        let target = row.target;
        let shared = Some(Reason::SharedBinding(4));
        assert_eq!(
            refused(target, &[("texture[0]", 4), ("texture[1]", 4)]),
            shared,
            "{}",
            row.name
        );
        assert_eq!(
            refused(target, &[("texture[0]", 1)]),
            Some(Reason::SharedBinding(1)),
            "{}",
            row.name
        );
        assert_eq!(
            refused(target, &[("texture[0]", 1), ("texture[1]", 0)]),
            None,
            "{}",
            row.name
        );
    }
}

#[test]
fn storage_buffers_have_numbers_of_their_own() {
    let text = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 1;\n\
                STORAGE a[] = { program.storage[0] };\nSTORAGE b[] = { program.storage[1] };\n\
                TEMP t;\nLDB.U32 t, a[0];\nSTB.U32 t, b[0];\nEND\n";
    let target = Target::Glsl450;
    assert_eq!(refused_of(text, target, &[("storage[0]", 3)]), None);
    let shared = Some(Reason::SharedBinding(1));
    assert_eq!(refused_of(text, target, &[("storage[0]", 1)]), shared);
}

#[test]
fn samplers_of_vulkan_are_counted_with_all_others() {
    let numbers = [("texture[0]", 4), ("texture[1]", 68)];
    assert_eq!(
        refused(Target::SpirvVulkan, &numbers),
        Some(Reason::SharedBinding(68))
    );
    assert_eq!(refused(Target::Glsl450, &numbers), None);
    let most = u32::MAX - 64;
    assert_eq!(refused(Target::SpirvVulkan, &[("texture[0]", most)]), None);
    let reason = Some(Reason::SamplerBinding(most + 1));
    assert_eq!(refused(Target::SpirvVulkan, &[("texture[0]", most + 1)]), reason);
}
