//! Translating: pairs, modules, what a target cannot say.

use super::*;
use crate::translate_arb::*;

#[test]
fn a_pair_is_translated_with_what_to_bind() {
    let (vertex, fragment) = (
        check(VERTEX.as_bytes(), None).1,
        check(FRAGMENT.as_bytes(), None).1,
    );
    let options = target(c"glsl-es300");
    let mut made = [null_mut(), null_mut()];
    let [first, second] = &mut made;
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_pair(vertex.0, fragment.0, options.0, first, second) };
    assert_eq!(status, QuadrilleStatus::Ok);
    let made = made.map(|one| Owned(one, quadrille_translation_free));
    // SAFETY: the translations are there.
    let [first, second] = unsafe { [0, 1].map(|at| *quadrille_translation_reflection(made[at].0)) };
    // source: docs/translate.md, "Names and numbers".
    let inputs = list(first.inputs, first.input_count);
    let named: Vec<(&str, &str, i32)> = inputs
        .iter()
        .map(|input| (string(input.name), string(input.binding), input.location))
        .collect();
    assert!(named.contains(&("a_position", "vertex.position", 0)), "{named:?}");
    assert!(
        named
            .iter()
            .any(|(name, _, location)| (*name, *location) == ("a_texcoord0", 8)),
        "{named:?}"
    );
    let [local] = list(first.parameters, first.parameter_count) else {
        panic!("one array of parameters");
    };
    assert_eq!((string(local.name), local.length), ("u_vertex_local", 2));
    let elements = list(local.elements, local.element_count);
    assert_eq!(string(elements[1]), "program.local[1]");
    let [texture] = list(second.textures, second.texture_count) else {
        panic!("one texture");
    };
    assert_eq!(
        (string(texture.name), string(texture.target), texture.unit),
        ("texture3", "2D", 3)
    );
    assert!(string(second.json).contains("\"u_fragment_env\""));
    // SAFETY: the translation is there.
    let text = string(unsafe { quadrille_translation_text(made[1].0) });
    assert!(text.starts_with("#version 300 es\n"), "{text}");
    // The wrong way round.
    let (mut a, mut b) = (null_mut(), null_mut());
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_pair(fragment.0, vertex.0, options.0, &raw mut a, &raw mut b) };
    assert_eq!(
        (status, a, b),
        (QuadrilleStatus::InvalidArgument, null_mut(), null_mut())
    );
}

#[test]
fn buffers_subroutines_and_first_values() {
    const BUFFERS: &[u8] = b"!!NVfp5.0
BUFFER4 light[] = { program.buffer[3][0..1] };
SUBROUTINETYPE Shade { dim, full };
SUBROUTINE Shade shade = program.subroutine[0];
dim SUBROUTINENUM(4): MUL.F result.color, light[1], 0.5; RET;
full SUBROUTINENUM(7): MOV.F result.color, light[0]; RET;
main: CALI shade;
END";
    let (_, program) = check(BUFFERS, None);
    let options = target(c"glsl450");
    // SAFETY: the options are there.
    let bind = |stage| unsafe { quadrille_translate_options_bind_buffer(options.0, stage, 3, 11) };
    assert_eq!(
        (bind(1), bind(7)),
        (QuadrilleStatus::Ok, QuadrilleStatus::InvalidArgument)
    );
    let (status, made) = translate(&program, &options);
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    // source: docs/translate.md, "Names and numbers", and the numbers that the program names.
    let [buffer] = list(reflection.buffers, reflection.buffer_count) else {
        panic!("one buffer");
    };
    assert_eq!(
        (
            string(buffer.name),
            string(buffer.type_name),
            buffer.length,
            buffer.buffer,
            buffer.binding
        ),
        ("u_fragment_buffer3", "vec4", 2, 3, 11)
    );
    let subroutines = list(reflection.subroutines, reflection.subroutine_count);
    let subroutines: Vec<(&str, &str, &str, u32)> = subroutines
        .iter()
        .map(|one| {
            (
                string(one.parameter),
                string(one.type_name),
                string(one.function),
                one.number,
            )
        })
        .collect();
    let uniform = "u_fragment_subroutine0";
    assert_eq!(
        subroutines,
        [(uniform, "Shade", "dim", 4), (uniform, "Shade", "full", 7)]
    );

    let (_, program) = check(
        b"!!FP1.0\nDECLARE tint = { 1, 2, 0.5, 0 };\nMOV o[COLR], tint;\nEND\n",
        None,
    );
    let (status, made) = translate(&program, &target(c"glsl330"));
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    let [tint] = list(reflection.parameters, reflection.parameter_count) else {
        panic!("one parameter");
    };
    assert_eq!(list(tint.initial, 4), [1.0, 2.0, 0.5, 0.0]);
}

#[test]
fn storage_buffers_are_listed_and_bound() {
    const STORAGE: &[u8] = b"!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE seen[] = { program.storage[2] };
STORAGE lowest[] = { program.storage[5] };
TEMP old;
ATOMB.ADD.U32 old.x, 1, seen[0];
ATOMB.MIN.S32 old.x, -1, lowest[4];
MOV.F result.color, 0;
END";
    let (_, program) = check(STORAGE, None);
    let options = target(c"glsl450");
    // SAFETY: the options are there; NULL is answered.
    let (status, null) = unsafe {
        (
            quadrille_translate_options_bind_storage(options.0, 2, 7),
            quadrille_translate_options_bind_storage(null_mut(), 2, 7),
        )
    };
    assert_eq!(
        (status, null),
        (QuadrilleStatus::Ok, QuadrilleStatus::InvalidArgument)
    );
    let (status, made) = translate(&program, &options);
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    let storages = list(reflection.storages, reflection.storage_count);
    let storages: Vec<(&str, &str, u32, u32)> = storages
        .iter()
        .map(|one| (string(one.name), string(one.type_name), one.buffer, one.binding))
        .collect();
    // source: docs/translate.md, "Names and numbers".
    assert_eq!(
        storages,
        [
            ("u_fragment_storage2", "uint", 2, 7),
            ("u_fragment_storage5", "int", 5, 5)
        ]
    );
}

#[test]
fn buffers_of_counters_are_listed_and_bound() {
    const COUNTERS: &[u8] = b"!!NVfp5.0
OPTION NV_shader_atomic_counters;
COUNTER first = program.counter[0][4];
COUNTER others[] = { program.counter[3][0..7] };
TEMP r;
ATOMCTR.INCR.U r.x, first;
ATOMCTR.DECR.U r.y, others[1];
MOV.F result.color, 0;
END";
    let (_, program) = check(COUNTERS, None);
    let options = target(c"glsl450");
    // SAFETY: the options are there; NULL is answered.
    let (status, null) = unsafe {
        (
            quadrille_translate_options_bind_counters(options.0, 3, 2),
            quadrille_translate_options_bind_counters(null_mut(), 3, 2),
        )
    };
    assert_eq!(
        (status, null),
        (QuadrilleStatus::Ok, QuadrilleStatus::InvalidArgument)
    );
    let (status, made) = translate(&program, &options);
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    let counters = list(reflection.counters, reflection.counter_count);
    let counters: Vec<(&str, &str, u32, u32)> = counters
        .iter()
        .map(|one| (string(one.name), string(one.type_name), one.buffer, one.binding))
        .collect();
    // source: docs/translate.md, "Names and numbers": the binding 8 + n of storage buffers, and what the options say.
    assert_eq!(
        counters,
        [
            ("u_fragment_counters0", "uint", 0, 8),
            ("u_fragment_counters3", "uint", 3, 2)
        ]
    );
    assert_eq!(reflection.storage_count, 0);
}

#[test]
fn images_are_listed_with_their_formats() {
    const IMAGES: &[u8] = b"!!NVfp5.0
INT TEMP at;
TEMP old;
TRUNC.S at, fragment.position;
ATOMIM.ADD.S32 old.x, at, at, image[1], 2D;
STOREIM.F image[3], fragment.color, at, ARRAY2D;
MOV.F result.color, 0;
END";
    let (_, program) = check(IMAGES, None);
    let options = target(c"glsl-es310");
    // SAFETY: the options are there.
    let (named, unknown, bound) = unsafe {
        (
            quadrille_translate_options_set_image_format(options.0, 3, c"rgba8".as_ptr()),
            quadrille_translate_options_set_image_format(options.0, 3, c"rgb8".as_ptr()),
            quadrille_translate_options_bind_image(options.0, 3, false, 4),
        )
    };
    assert_eq!(
        (named, unknown, bound),
        (
            QuadrilleStatus::Ok,
            QuadrilleStatus::UnknownName,
            QuadrilleStatus::Ok
        )
    );
    let (status, made) = translate(&program, &options);
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    let images = list(reflection.images, reflection.image_count);
    let found: Vec<[&str; 5]> = images
        .iter()
        .map(|one| [one.name, one.target, one.type_name, one.format, one.access].map(string))
        .collect();
    // source: docs/translate.md, "Names and numbers".
    assert_eq!(
        found,
        [
            ["u_fragment_image1", "2D", "uvec4", "r32ui", "read-write"],
            ["u_fragment_image3", "ARRAY2D", "vec4", "rgba8", "write-only"],
        ]
    );
    let numbers: Vec<(u32, u32)> = images.iter().map(|one| (one.unit, one.binding)).collect();
    assert_eq!(numbers, [(1, 1), (3, 4)]);
}

#[test]
fn a_module_has_words_and_a_block() {
    let (_, program) = check(FRAGMENT.as_bytes(), None);
    let (status, made) = translate(&program, &target(c"spirv-vulkan"));
    assert_eq!(status, QuadrilleStatus::Ok);
    let mut count = 0;
    // SAFETY: all pointers are good.
    let words = unsafe { quadrille_translation_words(made.0, &raw mut count) };
    // source: SPIR-V 2.3, "Magic Number"
    assert_eq!(list(words, count)[0], 0x0723_0203);
    // SAFETY: the translation is there.
    let reflection = unsafe { *quadrille_translation_reflection(made.0) };
    assert_eq!(
        (string(reflection.block_name), reflection.block_binding),
        ("FragmentParameters", 129)
    );
    let (_, plain) = translate(&program, &target(c"glsl330"));
    // SAFETY: all pointers are good.
    assert!(unsafe { quadrille_translation_words(plain.0, &raw mut count) }.is_null());
    assert_eq!(count, 0);
}

#[test]
fn what_a_target_cannot_say_has_its_place() {
    let text = FRAGMENT.replace("2D", "RECT");
    let (_, program) = check(text.as_bytes(), None);
    let options = target(c"glsl-es300");
    let (status, made) = translate(&program, &options);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let mut count = 0;
    // SAFETY: all pointers are good.
    let found = list(
        unsafe { quadrille_translation_diagnostics(made.0, &raw mut count) },
        count,
    );
    assert_eq!(string(found[0].rule), "untranslatable");
    assert_eq!(found[0].place.line, 3);
    // SAFETY: the translation is there, without a shader.
    unsafe {
        assert!(quadrille_translation_text(made.0).is_null());
        assert!(quadrille_translation_reflection(made.0).is_null());
        assert!(string(quadrille_translation_report(made.0)).contains("rect-as-2d"));
        assert_eq!(
            quadrille_translate_options_allow(options.0, c"rect-as-2d".as_ptr()),
            QuadrilleStatus::Ok
        );
        assert_eq!(
            quadrille_translate_options_allow(options.0, c"magic".as_ptr()),
            QuadrilleStatus::UnknownName
        );
        assert_eq!(
            quadrille_translate_options_approximate(options.0, c"implicit-levels".as_ptr()),
            QuadrilleStatus::Ok
        );
        assert_eq!(
            quadrille_translate_options_approximate(options.0, c"magic".as_ptr()),
            QuadrilleStatus::UnknownName
        );
        assert_eq!(
            quadrille_translate_options_add_vendor_option(options.0, c"NV_fragment_program2".as_ptr()),
            QuadrilleStatus::Ok
        );
        // An option of ARB's own comes where a program needs it.
        assert_eq!(
            quadrille_translate_options_add_vendor_option(options.0, c"ARB_draw_buffers".as_ptr()),
            QuadrilleStatus::UnknownName
        );
        assert_eq!(
            quadrille_translate_options_set_profile(options.0, quadrille_profile_name(0)),
            QuadrilleStatus::Ok
        );
        assert_eq!(
            quadrille_translate_options_set_profile(options.0, c"magic".as_ptr()),
            QuadrilleStatus::UnknownName
        );
    }
    assert_eq!(translate(&program, &options).0, QuadrilleStatus::Ok);
}

/// source: docs/games.md: the text of an NVIDIA program in, that of a plain one out
#[test]
fn a_program_is_replaced() {
    let replaced = |text: &[u8], target: &CStr| {
        let mut made = null_mut();
        // SAFETY: all pointers are good.
        let status =
            unsafe { quadrille_replace(text.as_ptr().cast(), text.len(), target.as_ptr(), &raw mut made) };
        (status, Owned(made, quadrille_translation_free))
    };
    let program =
        b"!!VP2.0\nMOV o[HPOS], v[OPOS];\nSLTC R0.x, v[TEX0].x, c[1].x;\nMOV o[COL0](GT.x), v[COL0];\nEND\n";
    for (target, header) in [(c"arbvp1", "!!ARBvp1.0\n"), (c"glsl120-compat", "#version 120\n")] {
        let (status, made) = replaced(program, target);
        assert_eq!(status, QuadrilleStatus::Ok);
        // SAFETY: the translation is there.
        let text = string(unsafe { quadrille_translation_text(made.0) });
        assert!(text.starts_with(header), "{text}");
    }
    let (status, made) = replaced(program, c"glsl110");
    assert_eq!((status, made.0), (QuadrilleStatus::UnknownName, null_mut()));
    let (status, made) = replaced(b"!!VP2.0\nMOV;\nEND\n", c"arbvp1");
    assert_eq!(status, QuadrilleStatus::Rejected);
    // SAFETY: the translation is there.
    let report = string(unsafe { quadrille_translation_report(made.0) });
    assert!(report.contains("program:2:"), "{report}");
    let clipped = b"!!VP2.0\nMOV o[HPOS], v[OPOS];\nMOV o[CLP0].x, v[TEX0].x;\nEND\n";
    let (status, made) = replaced(clipped, c"glsl120-compat");
    assert_eq!(status, QuadrilleStatus::Rejected);
    // SAFETY: the translation is there.
    let report = string(unsafe { quadrille_translation_report(made.0) });
    assert!(
        report.contains("the target `glsl330-compat` has them"),
        "{report}"
    );
}
