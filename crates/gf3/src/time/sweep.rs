//! One parameter over a range: cycles a vertex and utilisation, as numbers and as a picture.

use super::machine::{Failure, Machine, Report};
use super::workload::Workload;
use crate::picture::{header, text};

/// One value of the parameter and what it gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The value.
    pub value: u32,
    /// Cycles for each vertex.
    pub cycles: f64,
    /// Instructions a cycle.
    pub utilisation: f64,
}

/// Runs a machine with each value of a parameter.
///
/// # Errors
///
/// The first run that fails; a parameter that does not exist or does not take the value.
pub fn run(
    machine: &Machine<'_>,
    workload: &Workload,
    parameter: &str,
    values: impl IntoIterator<Item = u32>,
) -> Result<Vec<Point>, Failure> {
    let mut points = Vec::new();
    for value in values {
        let mut machine = machine.clone();
        machine.parameters.set(parameter, &value.to_string())?;
        let report: Report = machine.run(workload)?;
        points.push(Point {
            value,
            cycles: report.cycles as f64 / report.vertices.max(1) as f64,
            utilisation: report.utilisation(),
        });
    }
    Ok(points)
}

/// The picture of a sweep: cycles a vertex in blue with its scale on the left, utilisation in orange with
/// its scale, up to 1, on the right.
pub fn chart(points: &[Point], parameter: &str) -> String {
    let (left, top, width, height) = (60.0, 30.0, 480.0, 260.0);
    let most = points.iter().map(|point| point.cycles).fold(1e-9, f64::max);
    let step = width / (points.len().max(2) - 1) as f64;
    let place = |index: usize, share: f64| (left + step * index as f64, top + height * (1.0 - share));
    let mut svg = header(620, 350);
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let (_, y) = place(0, share);
        svg += &format!("<path d=\"M{left} {y:.1}h{width}\" stroke=\"#dddddd\"/>\n");
        svg += &text(
            left as u64 - 6,
            y as u64 + 4,
            "end",
            &format!("{:.1}", most * share),
        );
        svg += &text(
            (left + width) as u64 + 6,
            y as u64 + 4,
            "start",
            &format!("{share:.2}"),
        );
    }
    let cycles = points.iter().map(|point| point.cycles / most).collect();
    let utilisation = points.iter().map(|point| point.utilisation).collect();
    let curves: [(&str, Vec<f64>); 2] = [("#1f77b4", cycles), ("#ff7f0e", utilisation)];
    for (colour, shares) in curves {
        let places = shares
            .iter()
            .enumerate()
            .map(|(index, share)| place(index, *share));
        let line: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = line.join(" ");
        svg +=
            &format!("<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n");
    }
    for (index, point) in points.iter().enumerate() {
        let (x, _) = place(index, 0.0);
        svg += &text(
            x as u64,
            (top + height) as u64 + 18,
            "middle",
            &point.value.to_string(),
        );
    }
    svg += &text(300, 335, "middle", parameter);
    svg += &text(10, 18, "start", "cycles a vertex (blue)");
    svg += &text(610, 18, "end", "instructions a cycle (orange)");
    svg + "</svg>\n"
}
