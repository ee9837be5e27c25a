//! The table `oracle/engine/groups.txt`: what threads of a group, and fragments of a quad, give one another.
//!
//! source: the head of the table

use quadrille_base::{Budget, Meter};
use quadrille_engine::{Batch, Environment, Kernel};
use quadrille_reference::ReferenceKernel;

use crate::support::{self, Echo, program};

/// What the lines of a block are about.
struct Block<'a> {
    kind: &'a str,
    instruction: &'a str,
}

impl Block<'_> {
    fn text(&self) -> String {
        let (header, options, attribute, operands, result) = match self.kind {
            "vote" => ("!!NVvp5.0", "", "vertex", "a", "result.attrib[0], r.x"),
            "ballot" => (
                "!!NVvp5.0",
                "OPTION NV_shader_thread_group;",
                "vertex",
                "a",
                "result.attrib[0], r.x",
            ),
            "shuffle" => (
                "!!NVvp5.0",
                "OPTION NV_shader_thread_shuffle;\nPARAM from = program.local[0];",
                "vertex",
                "a, from.x, from.y",
                "result.attrib[0], r",
            ),
            "derivative" => ("!!NVfp5.0", "", "fragment", "a", "result.color, r.x"),
            "quad" => (
                "!!NVfp5.0",
                "OPTION NV_shader_thread_group;",
                "fragment",
                "a, a",
                "result.color, r.x",
            ),
            other => panic!("no block is a {other}"),
        };
        let instruction = self.instruction;
        format!(
            "{header}
{options}
ATTRIB a = {attribute}.attrib[1];
TEMP r;
{instruction} r, {operands};
MOV.U {result};
END"
        )
    }

    /// What a line's threads get, as many numbers as there are results; `bound` are `program.local[0]`.
    fn run(&self, values: &[u32], live: &[bool], bound: [u32; 4]) -> Vec<[u32; 4]> {
        self.run_in(values, live, bound, values.len())
    }

    /// The same in groups of so many threads.
    fn run_in(&self, values: &[u32], live: &[bool], bound: [u32; 4], group: usize) -> Vec<[u32; 4]> {
        let program = program(&self.text());
        let mut batch = Batch::new(&program, values.len());
        batch.group = group;
        for (lane, value) in values.iter().enumerate() {
            batch.live.set(lane, live[lane]);
            for component in 0..4 {
                batch.attributes.component_mut(0, component)[lane] = *value;
            }
        }
        let parameters = support::parameters(&program, bound);
        let meter = Meter::new(Budget::of_instructions(1000));
        let environment = Environment::new(&parameters, &Echo, &meter);
        let kernel = ReferenceKernel::new(program);
        let mut scratch = kernel.scratch();
        let end = kernel.run(&mut batch, &environment, &mut scratch);
        end.expect("the program runs to its end");
        (0..values.len()).map(|lane| batch.results.get(0, lane)).collect()
    }
}

/// Numbers in hexadecimal; `-` is none.
fn words(text: &str) -> Vec<Option<u32>> {
    let word = |word: &str| match word {
        "-" => None,
        word => Some(u32::from_str_radix(word, 16).expect("a number")),
    };
    text.split_whitespace().map(word).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    words(text)
        .into_iter()
        .map(|word| word.expect("no gap"))
        .collect()
}

/// source: oracle/engine/groups.txt
#[test]
fn groups() {
    let table = include_str!("../../../../oracle/engine/groups.txt");
    let mut block = None;
    let (mut lines, mut wrong) = (0, Vec::new());
    for line in table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let Some((given, wanted)) = line.split_once(" : ") else {
            let mut words = line.split(' ');
            let mut word = || words.next().expect("a kind and an instruction");
            block = Some(Block {
                kind: word(),
                instruction: word(),
            });
            continue;
        };
        let block = block.as_ref().expect("a head");
        lines += 1;
        let (values, more) = given.split_once(" / ").unwrap_or((given, ""));
        let values = numbers(values);
        let (first, second) = wanted.split_once(" / ").unwrap_or((wanted, ""));
        let (first, second) = (words(first), words(second));
        let mut live: Vec<bool> = first.iter().map(Option::is_some).collect();
        let mut parameters = [0; 4];
        if let [index, mask, active] = numbers(more)[..] {
            parameters = [index, mask, 0, 0];
            live = (0..values.len())
                .map(|thread| active >> thread & 1 != 0)
                .collect();
        }
        let found = block.run(&values, &live, parameters);
        let is_right = found.iter().enumerate().all(|(thread, found)| {
            let agrees = |wanted: Option<&Option<u32>>, found: u32| {
                wanted.copied().flatten().is_none_or(|wanted| wanted == found)
            };
            agrees(first.get(thread), found[0]) && agrees(second.get(thread), found[1])
        });
        if !is_right {
            wrong.push(format!("{} of {line} gives {found:x?}", block.instruction));
        }
    }
    assert!(lines > 2800, "{lines}");
    let shown = wrong.len().min(20);
    assert!(
        wrong.is_empty(),
        "{} of {lines}\n{}",
        wrong.len(),
        wrong[..shown].join("\n")
    );
}

/// source: NV_shader_thread_group 8.3: "If any thread in a 2x2 pixel quad is inactive, the quad is divergent. In this
/// case quadSwizzle will return 0 for all fragments in the quad."; a fragment that a batch lacks is not active, and
/// what it would have had for a derivative is undefined, for which 0 stands
#[test]
fn quads_that_lack_fragments() {
    for operation in ["QSWZ0", "QSWZ1", "QSWZ2", "QSWZ3", "QSWZX", "QSWZY"] {
        for lanes in 1..10 {
            let block = Block {
                kind: "quad",
                instruction: operation,
            };
            let ones = vec![1f32.to_bits(); lanes];
            for (lane, found) in block.run(&ones, &vec![true; lanes], [0; 4]).iter().enumerate() {
                let wanted = if lane / 4 < lanes / 4 { 2.0 } else { 0.0 };
                assert_eq!(
                    f32::from_bits(found[0]),
                    wanted,
                    "{operation}, lane {lane} of {lanes}"
                );
            }
        }
    }
    for (operation, step) in [("DDX", 1), ("DDY", 2)] {
        for lanes in 1..10 {
            let block = Block {
                kind: "derivative",
                instruction: operation,
            };
            let squares: Vec<u32> = (0..lanes).map(|lane| ((lane * lane) as f32).to_bits()).collect();
            for (lane, found) in block.run(&squares, &vec![true; lanes], [0; 4]).iter().enumerate() {
                let (below, above) = (lane & !step, lane | step);
                let wanted = if above < lanes {
                    above * above - below * below
                } else {
                    0
                };
                assert_eq!(
                    f32::from_bits(found[0]),
                    wanted as f32,
                    "{operation}, lane {lane} of {lanes}"
                );
            }
        }
    }
}

/// Groups and batches of every size: a vote sees its own group, and a shuffle reads nothing outside of it.
#[test]
fn groups_that_lack_threads() {
    for lanes in 1..10 {
        for group in 1..=lanes {
            let block = |kind, instruction| Block { kind, instruction };
            let mine = |lane: usize| lane - lane % group..lanes.min(lane - lane % group + group);
            let values: Vec<u32> = (0..lanes as u32).collect();
            let live = vec![true; lanes];
            let any = block("vote", "TGANY.U32").run_in(&values, &live, [0; 4], group);
            // The operands of a shuffle: three threads on, clamped to the whole group.
            let down = block("shuffle", "SHFDOWN.U32").run_in(&values, &live, [3, 31, 0, 0], group);
            for lane in 0..lanes {
                let has_one = mine(lane).any(|thread| thread != 0);
                assert_eq!(
                    any[lane][0] != 0,
                    has_one,
                    "lane {lane} of {lanes} in groups of {group}"
                );
                let wanted = if mine(lane).contains(&(lane + 3)) {
                    lane + 3
                } else {
                    0
                };
                assert_eq!(
                    down[lane][1], wanted as u32,
                    "lane {lane} of {lanes} in groups of {group}"
                );
            }
        }
    }
}
