//! Checking: verdicts, parts, bytes that are no text, options.

use super::*;

#[test]
fn a_verdict_has_every_place() {
    let text = "!!ARBvp1.0\nTEMP R0;\nRSQ R0, vertex.position;\nMOV result.position, R0;\nEND\n";
    let (status, program) = check(text.as_bytes(), None);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let verdict = verdict(&program);
    assert!(!verdict.accepted);
    assert_eq!(
        (verdict.stage, string(verdict.header)),
        (QuadrilleStage::Vertex, "!!ARBvp1.0")
    );
    let [found] = list(verdict.diagnostics, verdict.diagnostic_count) else {
        panic!("one problem");
    };
    // source: the operand is bytes 28 to 42 of the text, on its third line behind `RSQ R0, `.
    let place = found.place;
    assert_eq!((place.start, place.end, place.line, place.column), (28, 43, 3, 9));
    assert_eq!(string(found.rule), "scalar-needs-selector");
    // SAFETY: a fix is there.
    let fix = unsafe { *found.fix };
    assert_eq!(
        (fix.place.start, fix.place.end, string(fix.replacement)),
        (43, 43, ".x")
    );
    // source: the grammar of ARB_vertex_program, 2.14.2, has a selector where the `;` stands.
    assert_eq!(verdict.error_position, 43);
    assert!(string(verdict.error_string).starts_with("line 3, column 24: error: "));
    // SAFETY: the program is there.
    let report = string(unsafe { quadrille_program_report(program.0) });
    assert!(report.contains("RSQ R0, vertex.position;"), "{report}");
}

#[test]
fn parts_of_a_text_have_places_in_the_text() {
    let text = format!("{VERTEX}\n# between\n!!ARBfp1.0\nMOV result.color, nothing;\nEND\n");
    let mut spans = [QuadrilleSpan { start: 0, end: 0 }; 2];
    let mut count = 9;
    // SAFETY: all pointers are good, and there are two spans.
    let status = unsafe {
        quadrille_split(
            text.as_ptr().cast(),
            text.len(),
            spans.as_mut_ptr(),
            2,
            &raw mut count,
        )
    };
    assert_eq!((status, count), (QuadrilleStatus::Ok, 2));
    assert_eq!(check(text.as_bytes(), Some(spans[0])).0, QuadrilleStatus::Ok);
    let (status, program) = check(text.as_bytes(), Some(spans[1]));
    assert_eq!(status, QuadrilleStatus::Rejected);
    let verdict = verdict(&program);
    let place = list(verdict.diagnostics, verdict.diagnostic_count)[0].place;
    assert_eq!(place.start, text.find("nothing").expect("it is there"));
    assert_eq!(place.line as usize, text[..place.start].lines().count());
    assert_eq!(verdict.error_position as usize, place.start - spans[1].start);
    let beyond = QuadrilleSpan {
        start: 5,
        end: text.len() + 1,
    };
    assert_eq!(
        check(text.as_bytes(), Some(beyond)).0,
        QuadrilleStatus::InvalidArgument
    );
    let turned = QuadrilleSpan { start: 9, end: 5 };
    assert_eq!(
        check(text.as_bytes(), Some(turned)).0,
        QuadrilleStatus::InvalidArgument
    );
}

#[test]
fn any_bytes_are_a_text() {
    // A comment in Latin-1, as old files have them.
    let mut text = b"!!ARBfp1.0\n# gl\xe4nzend\nMOV result.color, fragment.color;\nEND\n".to_vec();
    assert_eq!(check(&text, None).0, QuadrilleStatus::Ok);
    let at = text
        .windows(3)
        .position(|three| three == b"MOV")
        .expect("it is there");
    text[at] = 0xff;
    text[at + 1] = 0;
    let (status, program) = check(&text, None);
    assert_eq!(status, QuadrilleStatus::Rejected);
    let verdict = verdict(&program);
    assert_eq!(
        list(verdict.diagnostics, verdict.diagnostic_count)[0].place.start,
        at
    );
    assert_eq!(check(b"", None).0, QuadrilleStatus::Rejected);
    assert_eq!(check(&[0; 100], None).0, QuadrilleStatus::Rejected);
}

#[test]
fn options_hold() {
    let options = Owned(quadrille_check_options_new(), quadrille_check_options_free);
    let text = VERTEX.as_bytes();
    let judge = || {
        let mut program = null_mut();
        // SAFETY: all pointers are good.
        let status = unsafe {
            quadrille_check(
                options.0,
                null(),
                text.as_ptr().cast(),
                text.len(),
                null(),
                &raw mut program,
            )
        };
        (status, Owned(program, quadrille_program_free)).0
    };
    assert_eq!(judge(), QuadrilleStatus::Ok);
    // SAFETY: all pointers are good.
    unsafe {
        let (set_limit, set_stage) = (
            quadrille_check_options_set_limit,
            quadrille_check_options_set_stage,
        );
        assert_eq!(
            set_limit(options.0, c"vertex-instructions".as_ptr(), 1),
            QuadrilleStatus::Ok
        );
        assert_eq!(judge(), QuadrilleStatus::Rejected);
        assert_eq!(
            set_limit(options.0, c"no-such-limit".as_ptr(), 1),
            QuadrilleStatus::UnknownName
        );
        let preset = quadrille_check_options_set_limits;
        assert_eq!(preset(options.0, c"minimum".as_ptr()), QuadrilleStatus::Ok);
        assert_eq!(
            preset(options.0, c"largest".as_ptr()),
            QuadrilleStatus::UnknownName
        );
        assert_eq!(judge(), QuadrilleStatus::Ok);
        assert_eq!(
            set_stage(options.0, QuadrilleStage::Fragment as u32),
            QuadrilleStatus::Ok
        );
        assert_eq!(judge(), QuadrilleStatus::Rejected);
        assert_eq!(
            set_stage(options.0, QuadrilleStage::None as u32),
            QuadrilleStatus::Ok
        );
        let nvidia = QuadrilleDialect::Nvidia as u32;
        assert_eq!(
            quadrille_check_options_set_dialect(options.0, nvidia),
            QuadrilleStatus::Ok
        );
        assert_eq!(judge(), QuadrilleStatus::Ok);
    }
}

/// source: ARB_vertex_program 2.14.2 has comments behind `#` alone; `posiiton` may mean another thing.
#[test]
fn fixes_have_a_grade_and_the_certain_ones_are_applied() {
    let text = b"!!ARBvp1.0\n// gl\xe4nzend\nMOV result.position, vertex.posiiton;\nEND\n";
    let (_, program) = check(text, None);
    let verdict = verdict(&program);
    let found = list(verdict.diagnostics, verdict.diagnostic_count);
    // SAFETY: both have a fix.
    let grades: Vec<_> = found.iter().map(|one| unsafe { *one.fix }.grade).collect();
    assert_eq!(grades, [QuadrilleFixGrade::Certain, QuadrilleFixGrade::Maybe]);

    let fix = |part: Option<QuadrilleSpan>| {
        let part = part.as_ref().map_or(null(), |part| &raw const *part);
        let mut fixed = null_mut();
        // SAFETY: all pointers are good.
        let status = unsafe { quadrille_fix(null(), text.as_ptr().cast(), text.len(), part, &raw mut fixed) };
        (status, Owned(fixed, quadrille_fixed_free))
    };
    let (status, fixed) = fix(None);
    // SAFETY: the object is there.
    let (bytes, length, count) = unsafe {
        let text = quadrille_fixed_text(fixed.0).cast::<u8>();
        (
            text,
            quadrille_fixed_length(fixed.0),
            quadrille_fixed_count(fixed.0),
        )
    };
    assert_eq!((status, count), (QuadrilleStatus::Ok, 1));
    let wanted = b"!!ARBvp1.0\n# gl\xe4nzend\nMOV result.position, vertex.posiiton;\nEND\n\0";
    assert_eq!(list(bytes, length + 1), wanted);
    let beyond = QuadrilleSpan {
        start: 5,
        end: text.len() + 1,
    };
    assert_eq!(fix(Some(beyond)).0, QuadrilleStatus::InvalidArgument);
    // SAFETY: NULL is allowed.
    unsafe {
        assert!(quadrille_fixed_text(null()).is_null());
        assert_eq!(
            (quadrille_fixed_length(null()), quadrille_fixed_count(null())),
            (0, 0)
        );
    }
}

/// source: ARB_vertex_program 2.14.3.6: a temporary holds nothing in particular until it is written.
#[test]
fn advice_is_given_where_it_is_asked_for() {
    let text = "!!ARBvp1.0\nTEMP a;\nMOV result.position, a;\nEND\n";
    let options = Owned(quadrille_check_options_new(), quadrille_check_options_free);
    let advice = || {
        let mut program = null_mut();
        // SAFETY: all pointers are good.
        let status = unsafe {
            quadrille_check(
                options.0,
                null(),
                text.as_ptr().cast(),
                text.len(),
                null(),
                &raw mut program,
            )
        };
        assert_eq!(status, QuadrilleStatus::Ok);
        let program = Owned(program, quadrille_program_free);
        let verdict = verdict(&program);
        assert_eq!(verdict.error_position, -1);
        let found = list(verdict.diagnostics, verdict.diagnostic_count);
        found
            .iter()
            .map(|one| string(one.rule).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(advice(), [""; 0]);
    // SAFETY: the options are there.
    let status = unsafe { quadrille_check_options_set_advice(options.0, true) };
    assert_eq!(
        (status, advice()),
        (QuadrilleStatus::Ok, vec!["unset-temporary".to_owned()])
    );
}
