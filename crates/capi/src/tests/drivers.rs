//! Verdicts for drivers, and reports on them.

use super::*;
use crate::on_driver::*;
use crate::report::*;

const OPTION: &str = "!!ARBvp1.0\nOPTION NV_vertex_program3;\nMOV result.position, vertex.position;\nEND\n";

fn judge(driver: &CStr, text: &str) -> (QuadrilleStatus, Owned<QuadrilleOnDriver>) {
    let mut judged = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_judge(
            driver.as_ptr(),
            c"a.vp".as_ptr(),
            text.as_ptr().cast(),
            text.len(),
            null(),
            &raw mut judged,
        )
    };
    (status, Owned(judged, quadrille_on_driver_free))
}

#[test]
fn a_driver_loads_a_program_or_says_why_not() {
    let (status, judged) = judge(c"mesa", OPTION);
    assert_eq!(status, QuadrilleStatus::Ok);
    // SAFETY: the object is there.
    let verdict = unsafe { *quadrille_on_driver_verdict(judged.0) };
    assert_eq!(
        (verdict.outcome, verdict.cause, string(verdict.cause_name)),
        (
            QuadrilleDriverOutcome::Fails,
            QuadrilleFailureCause::Option,
            "NV_vertex_program3"
        )
    );
    let [found] = list(verdict.diagnostics, verdict.diagnostic_count) else {
        panic!("one problem");
    };
    // source: the name of the option is bytes 18 to 36, on the second line behind `OPTION `.
    let place = found.place;
    assert_eq!((place.start, place.end, place.line, place.column), (18, 36, 2, 8));
    // SAFETY: the object is there.
    let report = string(unsafe { quadrille_on_driver_report(judged.0) });
    assert!(report.contains("OPTION NV_vertex_program3;"), "{report}");

    let (_, judged) = judge(c"nvidia", OPTION);
    // SAFETY: the object is there.
    let verdict = unsafe { *quadrille_on_driver_verdict(judged.0) };
    assert_eq!(verdict.outcome, QuadrilleDriverOutcome::Loads);
    assert_eq!(judge(c"mosaic", OPTION).0, QuadrilleStatus::UnknownName);
}

#[test]
fn reports_count_what_fails() {
    let mut report = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_report_new(c"mesa".as_ptr(), &raw mut report) };
    assert_eq!(status, QuadrilleStatus::Ok);
    let report = Owned(report, quadrille_report_free);
    for text in [OPTION, VERTEX, FRAGMENT] {
        let judged = judge(c"mesa", text).1;
        // SAFETY: both objects are there.
        let status = unsafe { quadrille_report_add(report.0, judged.0) };
        assert_eq!(status, QuadrilleStatus::Ok);
    }
    let elsewhere = judge(c"nvidia", OPTION).1;
    // SAFETY: both objects are there.
    let status = unsafe { quadrille_report_add(report.0, elsewhere.0) };
    assert_eq!(status, QuadrilleStatus::InvalidArgument);
    let written = |format: QuadrilleReportFormat| {
        let mut text = null();
        // SAFETY: all pointers are good.
        let status = unsafe { quadrille_report_write(report.0, format as u32, &raw mut text) };
        assert_eq!(status, QuadrilleStatus::Ok);
        string(text).to_owned()
    };
    assert_eq!(
        written(QuadrilleReportFormat::Summary),
        "3 programs: 2 load on mesa, 1 does not: 1 for NV_vertex_program3"
    );
    let text = written(QuadrilleReportFormat::Text);
    assert!(text.contains("a.vp: loads on mesa\n"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&written(QuadrilleReportFormat::Json)).expect("an object");
    assert_eq!(json["summary"]["failed"], 1);
    let sarif: serde_json::Value =
        serde_json::from_str(&written(QuadrilleReportFormat::Sarif)).expect("an object");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "option-not-in-driver");
    assert!(written(QuadrilleReportFormat::Junit).contains("<testsuites "));
    let mut text = c"what was there".as_ptr();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_report_write(report.0, 9, &raw mut text) };
    assert_eq!((status, text), (QuadrilleStatus::InvalidArgument, null()));
}

#[test]
fn drivers_have_names() {
    let names: Vec<&str> = (0usize..)
        .map(|number| quadrille_driver_name(number))
        .take_while(|name| !name.is_null())
        .map(string)
        .collect();
    assert!(names.contains(&"mesa") && names.contains(&"nvidia"), "{names:?}");
}
