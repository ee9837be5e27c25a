//! Reports on many programs: what became of each on a driver, and how many of them became what.

use std::ffi::{CString, c_char};

use quadrille::driver::Driver;
use quadrille::report::{Report, Subject};

use super::ffi::{change, free, guard, out, out_pointer, read, string};
use super::numbered::numbered;
use super::on_driver::QuadrilleOnDriver;
use super::status::QuadrilleStatus;
use super::texts::c_string;

/// A report on many programs. Whoever adds to one or writes it is alone with it.
pub struct QuadrilleReport {
    driver: Driver,
    report: Report,
    written: CString,
}

/// How a report is written.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleReportFormat {
    /// A line for each program and problem, and a summary.
    Text = 0,
    /// One object: the programs and the summary.
    Json = 1,
    /// SARIF 2.1.0, for code scanning.
    Sarif = 2,
    /// The XML of JUnit, for continuous integration.
    Junit = 3,
    /// The summary alone, a line.
    Summary = 4,
}

numbered!(QuadrilleReportFormat: Text, Json, Sarif, Junit, Summary);

/// A new report for a driver, by its name. `report` gets it, with QUADRILLE_STATUS_OK; it is given back to
/// quadrille_report_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_report_new(
    driver: *const c_char,
    report: *mut *mut QuadrilleReport,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, driver) = unsafe { (out_pointer(report)?, string(driver)?) };
        let driver = Driver::of_name(driver).ok_or(QuadrilleStatus::UnknownName)?;
        out.fill(QuadrilleReport {
            driver,
            report: Report::new(Subject::ProgramsOn(driver.row().name.to_owned())),
            written: CString::default(),
        });
        Ok(QuadrilleStatus::Ok)
    })
}

/// Adds a program that was judged for the report's driver, which may be given back afterwards; one that was judged for
/// another is answered with QUADRILLE_STATUS_INVALID_ARGUMENT. Programs of one text are added one after the other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_report_add(
    report: *mut QuadrilleReport,
    judged: *const QuadrilleOnDriver,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (report, judged) = unsafe { (change(report)?, read(judged)?) };
        if judged.driver != report.driver {
            return Err(QuadrilleStatus::InvalidArgument);
        }
        report.report.add(judged.case.clone());
        Ok(QuadrilleStatus::Ok)
    })
}

/// Writes a report, as a QuadrilleReportFormat says; `text` gets it. It lives until the report is written again or ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_report_write(
    report: *mut QuadrilleReport,
    format: u32,
    text: *mut *const c_char,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, report) = unsafe { (out(text, std::ptr::null())?, change(report)?) };
        let written = match QuadrilleReportFormat::of(format)? {
            QuadrilleReportFormat::Text => report.report.text(),
            QuadrilleReportFormat::Json => report.report.json().to_string(),
            QuadrilleReportFormat::Sarif => report.report.sarif().to_string(),
            QuadrilleReportFormat::Junit => report.report.junit(),
            QuadrilleReportFormat::Summary => report.report.summary().to_string(),
        };
        report.written = c_string(&written);
        out.set(report.written.as_ptr());
        Ok(QuadrilleStatus::Ok)
    })
}

/// Ends a report. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_report_free(report: *mut QuadrilleReport) {
    // SAFETY: the contract of the header.
    unsafe { free(report) }
}
