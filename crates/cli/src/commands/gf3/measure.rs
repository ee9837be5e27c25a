//! `quadrille gf3 stats` and `quadrille gf3 accuracy`: what the lecture says of operations, measured.

use quadrille_isa::nv20::{IluOp, MacOp, ilu};
use serde_json::json;

use super::load::Gf3Program;
use crate::error::Error;

#[derive(clap::Args)]
pub(super) struct Stats {
    #[command(flatten)]
    source: Gf3Program,
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
}

/// The operations of a program in the lecture's groups.
pub(super) fn stats(args: &Stats) -> Result<(), Error> {
    let loaded = args.source.load()?;
    let program = loaded.program()?;
    let instructions = program.instructions();
    let mut names: Vec<(&str, usize)> = Vec::new();
    let vector = instructions
        .iter()
        .filter(|one| one.mac != MacOp::Nop)
        .map(|one| one.mac.name());
    let special = instructions
        .iter()
        .filter(|one| one.ilu != IluOp::Nop)
        .map(|one| one.ilu.name());
    for name in vector.chain(special) {
        match names.iter_mut().find(|row| row.0 == name) {
            Some(row) => row.1 += 1,
            None => names.push((name, 1)),
        }
    }
    let all: usize = names.iter().map(|row| row.1).sum();
    let of = |group: &[&str]| -> usize {
        names
            .iter()
            .filter(|row| group.contains(&row.0))
            .map(|row| row.1)
            .sum()
    };
    let (plain, dots) = (of(&["MOV", "MUL", "ADD", "MAD"]), of(&["DP3", "DP4"]));
    let pairs = instructions.iter().filter(|one| one.is_paired()).count();
    let groups = [
        ("MOV MUL ADD MAD", plain),
        ("DP3 DP4", dots),
        ("others", all - plain - dots),
    ];
    if args.json {
        let counts: serde_json::Map<_, _> = names
            .iter()
            .map(|(name, count)| ((*name).into(), json!(count)))
            .collect();
        let groups: serde_json::Map<_, _> = groups
            .iter()
            .map(|(name, count)| ((*name).into(), json!(count)))
            .collect();
        println!(
            "{}",
            json!({ "length": instructions.len(), "operations": all, "pairs": pairs, "groups": groups, "counts": counts })
        );
        return Ok(());
    }
    println!("{} words, {all} operations, {pairs} pairs", instructions.len());
    for (name, count) in groups {
        println!(
            "{name:<16} {count:>4}  {:5.1} %",
            100.0 * count as f64 / all.max(1) as f64
        );
    }
    let list: Vec<String> = names
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    println!("{}", list.join(", "));
    Ok(())
}

/// The largest error of an operation, in units in the last place of the exact result.
fn worst(operation: IluOp, inputs: impl Iterator<Item = u32>, exact: fn(f64) -> f64) -> (f64, u32) {
    let mut worst = (0.0, 0);
    for bits in inputs {
        let [found, ..] = ilu(operation, [bits; 4]);
        let exact = exact(f64::from(f32::from_bits(bits)));
        let exponent = exact.log2().floor();
        let error = (f64::from(f32::from_bits(found)) - exact).abs() / (exponent - 23.0).exp2();
        if error > worst.0 {
            worst = (error, bits);
        }
    }
    worst
}

#[derive(clap::Args)]
pub(super) struct Accuracy {
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
}

/// RCP and RSQ over every significand, against the exact result.
pub(super) fn accuracy(args: &Accuracy) {
    let one = 1.0f32.to_bits();
    let rows = [
        ("RCP", worst(IluOp::Rcp, one..one + (1 << 23), |x| 1.0 / x), 2),
        (
            "RSQ",
            worst(IluOp::Rsq, one..one + (1 << 24), |x| 1.0 / x.sqrt()),
            4,
        ),
    ];
    if args.json {
        let rows = rows.map(|(name, (error, bits), to)| {
            json!({
                "operation": name, "from": 1, "to": to, "units_in_the_last_place": error, "error_bits": error.log2(),
                "worst": format!("0x{bits:08x}"),
            })
        });
        println!("{}", json!({ "operations": rows }));
        return;
    }
    for (name, (error, bits), to) in rows {
        println!(
            "{name}  every float from 1 to {to}: at most {error:.3} units in the last place from the exact result (at \
             0x{bits:08x}), {:.2} bits",
            error.log2()
        );
    }
}
