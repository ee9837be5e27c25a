//! The results of a run as text and as JSON.

use quadrille_gf3::function::ancestry::{Ancestry, Origin, Step, steps};
use quadrille_gf3::function::execute::Results;
use quadrille_gf3::function::{Constants, Options, Program, Quad, Vertex, graph};
use quadrille_gf3::word::{OutputTarget, Unit, print};
use quadrille_isa::nv20::{IluOp, MacOp, Output};
use serde_json::{Value, json};

use super::load::Loaded;
use quadrille::geforce3::shape;

/// One vertex through a program.
pub(super) struct Traced {
    /// For each instruction its operands, the address register before it, and its results.
    steps: Vec<([Quad; 3], i32, Results)>,
    outputs: [Quad; 16],
}

impl Traced {
    /// Runs the program; writes to constants stay.
    pub(super) fn run(
        program: &Program,
        constants: &mut Constants,
        inputs: &[Quad; 16],
        options: &Options,
    ) -> Traced {
        let mut vertex = Vertex::default();
        let mut steps = Vec::new();
        for instruction in program.instructions() {
            let operands = vertex.operands(instruction, constants, inputs, options);
            let results = vertex.compute(instruction, constants, inputs, options);
            steps.push((operands, vertex.address, results));
            vertex.write(instruction, &results, constants, options);
        }
        Traced {
            steps,
            outputs: vertex.outputs,
        }
    }
}

/// What one vertex gave.
pub(super) struct Report<'r> {
    pub(super) index: Option<usize>,
    pub(super) inputs: &'r [Quad; 16],
    pub(super) loaded: &'r Loaded,
    pub(super) program: &'r Program,
    pub(super) ancestry: &'r Ancestry,
    /// Constants after the run.
    pub(super) constants: &'r Constants,
    pub(super) traced: &'r Traced,
}

impl Report<'_> {
    /// The registers that the program writes, by name: outputs, then constants.
    fn written(&self) -> Vec<(String, Quad)> {
        let numbering = self.loaded.numbering;
        let outputs = (0..16).filter(|index| {
            // Numbers that no register has are never written.
            self.program.outputs() & (1 << index) != 0 && Output::from_index(*index).is_some()
        });
        let outputs = outputs.map(|index| {
            let name = numbering.output(OutputTarget::Output(index));
            (name, self.traced.outputs[usize::from(index)])
        });
        let mut written: Vec<u8> = self.program.written_constants().collect();
        written.sort_unstable();
        written.dedup();
        let constants = written
            .into_iter()
            .map(|index| (numbering.constant(index, false), self.constants.get(index.into())));
        outputs.chain(constants).collect()
    }

    /// Where the components of an operand come from; none where it is an attribute or a constant as the text says.
    fn from(&self, word: usize, slot: usize) -> Vec<String> {
        let reads = |step: Step| {
            self.ancestry
                .sources(step)
                .filter(move |source| source.operand == Some(slot))
        };
        let mut all: Vec<String> = Vec::new();
        for step in steps(word, &self.program.instructions()[word]) {
            for source in reads(step) {
                let text = match source.origin {
                    Origin::Step(before) => {
                        format!(
                            "{} of word {}",
                            &print::mask(source.components)[1..],
                            before.instruction
                        )
                    }
                    Origin::Initial(_) => format!("{} at the start", &print::mask(source.components)[1..]),
                    Origin::Input(_) | Origin::Constant(..) | Origin::InitialAddress => continue,
                };
                if !all.contains(&text) {
                    all.push(text);
                }
            }
        }
        all
    }

    pub(super) fn text(&self, trace: bool) -> String {
        let mut text = String::new();
        if let Some(index) = self.index {
            text += &format!("vertex {index}\n");
        }
        let numbered = self.program.instructions().iter().enumerate();
        for (word, instruction) in numbered.filter(|_| trace) {
            let (operands, address, results) = &self.traced.steps[word];
            text += &format!(
                "{word:3}  {}\n",
                print::instruction(instruction, self.loaded.numbering)
            );
            for (slot, operand) in operands.iter().enumerate() {
                let Some(source) = instruction.operands[slot] else {
                    continue;
                };
                let register = print::operand(&source, instruction.relative, self.loaded.numbering);
                let from = self.from(word, slot);
                let from = if from.is_empty() {
                    String::new()
                } else {
                    format!("  ({})", from.join(", "))
                };
                text += &format!("     {register:<12} {}{from}\n", shown(*operand));
            }
            if instruction.relative && instruction.constant().is_some() {
                text += &format!("     A0           {address}\n");
            }
            let mut gives = Vec::new();
            if instruction.mac != MacOp::Nop && instruction.mac != MacOp::Arl {
                gives.push(format!("vector {}", shown(results.mac)));
            }
            if instruction.ilu != IluOp::Nop {
                gives.push(format!("special {}", shown(results.ilu)));
            }
            if let Some(address) = results.address {
                gives.push(format!("A0 {address}"));
            }
            if !gives.is_empty() {
                text += &format!("   = {}\n", gives.join("\n   = "));
            }
        }
        for (name, quad) in self.written() {
            text += &format!("{name:<8} {}\n", shown(quad));
        }
        text
    }

    pub(super) fn json(&self, trace: bool) -> Value {
        let numbering = self.loaded.numbering;
        let read = (0..16u8).filter(|number| self.program.inputs() & (1 << number) != 0);
        let inputs =
            shape::registers(read.map(|number| (format!("v{number}"), self.inputs[usize::from(number)])));
        let written = shape::registers(self.written());
        let mut object = json!({ "inputs": inputs, "outputs": written });
        if let Some(index) = self.index {
            object["vertex"] = json!(index);
        }
        if trace {
            let numbered = self.program.instructions().iter().enumerate();
            let rows = numbered.map(|(word, instruction)| {
                let (operands, address, results) = &self.traced.steps[word];
                let present = (0..3).filter_map(|slot| Some((slot, instruction.operands[slot]?)));
                let operands: Vec<Value> = present
                    .map(|(slot, source)| {
                        let mut operand = shape::quad(operands[slot]);
                        operand["operand"] = json!(["A", "B", "C"][slot]);
                        operand["text"] = json!(print::operand(&source, instruction.relative, numbering));
                        operand["from"] = json!(self.from(word, slot));
                        operand
                    })
                    .collect();
                let has = |unit| {
                    if instruction.live(unit) != 0 {
                        Some(unit)
                    } else {
                        None
                    }
                };
                json!({
                    "word": word,
                    "text": print::instruction(instruction, numbering),
                    "operands": operands,
                    "address": address,
                    "new_address": results.address,
                    "vector": has(Unit::Mac).map(|_| shape::quad(results.mac)),
                    "special": has(Unit::Ilu).map(|_| shape::quad(results.ilu)),
                })
            });
            object["trace"] = rows.collect();
        }
        object
    }
}

/// The objects of all vertices.
#[derive(Default)]
pub(super) struct Vertices(Vec<Value>);

impl Vertices {
    pub(super) fn push(&mut self, vertex: Value) {
        self.0.push(vertex);
    }

    /// One object, with the constants that were given and the operations that a result is made of where that is asked
    /// for.
    pub(super) fn json(
        self,
        constants: &[(String, Quad)],
        loaded: &Loaded,
        program: &Program,
        ancestry: &Ancestry,
        asked: Option<&[Step]>,
    ) -> Value {
        let constants = shape::registers(constants.iter().cloned());
        let mut object = json!({ "constants": constants, "vertices": self.0 });
        if let Some(asked) = asked {
            let rows = ancestry.closure(asked).into_iter().map(|step| {
                let sources: Vec<Value> = ancestry
                    .sources(step)
                    .map(|source| {
                        let word = match source.origin {
                            Origin::Step(before) => json!({
                                "word": before.instruction,
                                "unit": unit(before),
                            }),
                            _ => Value::Null,
                        };
                        json!({
                            "text": graph::source(program, source, loaded.numbering),
                            "components": &print::mask(source.components)[1..],
                            "from": word,
                        })
                    })
                    .collect();
                json!({
                    "word": step.instruction,
                    "unit": unit(step),
                    "text": graph::operation(program, step, loaded.numbering),
                    "sources": sources,
                })
            });
            object["ancestry"] = rows.collect();
        }
        object
    }
}

fn unit(step: Step) -> &'static str {
    if step.special { "special" } else { "vector" }
}

/// A quad as numbers and as bits.
pub(super) fn shown(quad: Quad) -> String {
    let numbers = quad.map(|bits| f32::from_bits(bits).to_string()).join(", ");
    let bits = quad.map(|bits| format!("{bits:08x}")).join(" ");
    format!("({numbers}) {bits}")
}
