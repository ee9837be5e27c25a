//! Packed words in plain ARB programs, as floats that have their bits: what is asked for by name.

use quadrille::translate::{Approximation, Options, SourceProgram, Target, translate};
use quadrille::{BatchInputs, Inputs, Numbers, Session};

/// Invocations of a program.
const LANES: usize = 1024;

/// Numbers between −2 and 2: multiples of the golden ratio.
fn numbers() -> Vec<f32> {
    let number = |count: usize| ((count as f64 * 0.618_033_988_749_894_9).fract() * 4.0 - 2.0) as f32;
    (0..4 * LANES).map(number).collect()
}

/// A result of a program and of what it becomes, which is refused unless it is asked for.
fn with_words(text: &str, result: &str) -> [Vec<[f32; 4]>; 2] {
    let session = Session::new();
    let source = session.load("words", text).expect("it loads");
    let program = SourceProgram {
        program: source.program(),
        text,
        partner: None,
    };
    let mut options = Options::new(Target::ArbFp1);
    assert!(translate(program, &options).is_err(), "{text}");
    options.approximate = vec![Approximation::PackedWords];
    let output = translate(program, &options).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    let plain = session
        .load("plain", &output.text)
        .unwrap_or_else(|rejected| panic!("{rejected}\n{}", output.text));
    let values = numbers();
    [source, plain].map(|program| {
        let mut arrays = BatchInputs::new(LANES);
        for attribute in program.attributes() {
            let set = arrays.set(attribute.name.clone(), 4, Numbers::F32(&values));
            set.expect("an attribute of the program");
        }
        let outputs = program.run_batch(&Inputs::default(), &arrays).expect("it runs");
        outputs.vectors(result).expect("a result")
    })
}

/// What the fields of a word round, the lowest first.
///
/// source: NV_gpu_program4 2.X.8: PK2US rounds 65535 · clamp(x, 0, 1), PK4UB the same with 255, PK4B
/// 127 · clamp(x, −128/127, 1) + 128
fn fields(op: &str, numbers: &[f32]) -> Vec<f64> {
    let (count, low, steps, first) = match op {
        "PK2US" => (2, 0.0, 65_535.0, 0.0),
        "PK4UB" => (4, 0.0, 255.0, 0.0),
        "PK4B" => (4, -128.0 / 127.0, 127.0, 128.0),
        other => panic!("{other} has no fractions"),
    };
    let numbers = numbers.iter().take(count);
    numbers
        .map(|number| f64::from(*number).clamp(low, 1.0) * steps + first)
        .collect()
}

/// source: NV_gpu_program4 2.X.8, by [`fields`], and of PK2H the words of the reference engine; a word whose float has the
/// exponent 0 or 255 is not promised, and products are rounded to binary32 before they are rounded to integers
#[test]
fn words_have_their_bits() {
    let numbers = numbers();
    for op in ["PK2H", "PK2US", "PK4B", "PK4UB"] {
        let fragment = format!(
            "!!ARBfp1.0\nOPTION NV_fragment_program;\n{op} result.color.x, fragment.texcoord[0];\nEND\n"
        );
        let vertex = format!(
            "!!NVvp4.0\nMOV result.position, vertex.position;\n\
             {op} result.texcoord[0].x, vertex.texcoord[0];\nEND\n"
        );
        for (text, result) in [(fragment, "result.color"), (vertex, "result.texcoord[0]")] {
            let [words, floats] = with_words(&text, result);
            let mut compared = 0;
            for (lane, (word, float)) in words.iter().zip(&floats).enumerate() {
                let [word, float] = [word, float].map(|vector| vector[0].to_bits());
                if !matches!(word >> 23 & 0xff, 1..=254) {
                    continue;
                }
                compared += 1;
                if op == "PK2H" {
                    assert_eq!(float, word, "{text}{float:08x} and {word:08x}");
                    continue;
                }
                let fields = fields(op, &numbers[4 * lane..4 * lane + 4]);
                let bits = 32 / fields.len();
                for (at, exact) in fields.iter().enumerate() {
                    let field = float >> (at * bits) & ((1 << bits) - 1);
                    let away = (f64::from(field) - exact).abs();
                    assert!(
                        away <= 0.5 + 1.0 / 128.0,
                        "{text}{float:08x}[{at}] is {field}, not {exact}"
                    );
                }
            }
            assert!(compared >= LANES / 8, "{text}{compared}");
        }
    }
}

/// source: NV_fragment_program 3.11.5, UP2H to UP4UB, as the reference engine unpacks words
#[test]
fn bits_are_unpacked() {
    for op in ["UP2H", "UP2US", "UP4B", "UP4UB"] {
        let text = format!(
            "!!ARBfp1.0\nOPTION NV_fragment_program;\n{op} result.color, fragment.texcoord[0].x;\nEND\n"
        );
        let [fields, computed] = with_words(&text, "result.color");
        let pairs = fields.as_flattened().iter().zip(computed.as_flattened());
        let wrong = |(a, b): &(&f32, &f32)| a.is_finite() && (**a - **b).abs() > 1e-6 * a.abs();
        assert_eq!(pairs.clone().find(wrong), None, "{text}");
        assert!(pairs.filter(|(a, _)| a.is_finite()).count() >= LANES, "{text}");
    }
}
