//! Each pass over a small form: what it leaves.

use quadrille_scalar::passes::{canonical::canonical, dead::dead, uniform::uniform};
use quadrille_scalar::text::{parse, print};
use quadrille_scalar::{Form, verify};

/// The body of a form after a pass, which leaves it valid.
fn after(pass: fn(&mut Form), text: &str) -> String {
    let mut form = parse(text).expect("it is a form");
    assert_eq!(verify(&form), Ok(()));
    pass(&mut form);
    assert_eq!(verify(&form), Ok(()));
    print(&form)
}

/// source: by hand: nobody reads the product, nor the second variable; the first is read behind the loop
#[test]
fn dead_values_variables_and_arrays_go() {
    let text = "variable word\nvariable word\narray word 2\nprologue {\n  %0 = parameter[0,0]\n  %1 = parameter[1,0]\n}\n\
        body {\n  %2 = mul.ieee %0 %0\n  write 1 %2\n  loop {\n    write 0 %1\n    store 0 0 0x0 %1\n    break 0\n  }\n  \
        %3 = variable[0,1]\n  export 0 0 %3\n}\n";
    let wanted = "variable word\nvariable word\narray word 2\nprologue {\n  %0 = parameter[1,0]\n}\n\
        body {\n  loop {\n    write 0 %0\n    break 0\n  }\n  %1 = variable[0,1]\n  export 0 0 %1\n}\n";
    assert_eq!(after(dead, text), wanted);
}

/// source: by hand: the sum reaches a result over a variable, a sign and a selection; the product only another sum, and
/// the canonical NaN of what is compared is seen by nobody
#[test]
fn nan_is_canonical_at_its_producer() {
    let text = "variable word\nprologue {\n}\nbody {\n  %0 = attribute[0,0]\n  %1 = mul.ieee %0 %0\n  \
        %2 = add.ieee %1 %0\n  %3 = canonical.ieee %1\n  %4 = lt.ieee %3 %0\n  write 0 %2\n  %5 = variable[0,1]\n  \
        %6 = neg.ieee %5\n  %7 = select %4 %6 %0\n  export 0 0 %7\n}\n";
    let wanted = "variable word\nprologue {\n}\nbody {\n  %0 = attribute[0,0]\n  %1 = mul.ieee %0 %0\n  \
        %2 = add.ieee %1 %0\n  %3 = canonical.ieee %2\n  %4 = canonical.ieee %1\n  %5 = lt.ieee %1 %0\n  write 0 %3\n  \
        %6 = variable[0,1]\n  %7 = neg.ieee %6\n  %8 = select %5 %7 %0\n  export 0 0 %8\n}\n";
    assert_eq!(after(canonical, text), wanted);
}

/// source: by hand: functions of parameters are computed before, each once
#[test]
fn uniform_values_go_to_the_prologue() {
    let text = "prologue {\n}\nbody {\n  %0 = attribute[0,0]\n  %1 = lt.ieee %0 0x0\n  if %1 {\n    %2 = parameter[0,0]\n    \
        %3 = neg.ieee %2\n    export 0 0 %3\n  } else {\n    %4 = parameter[0,0]\n    %5 = mul.ieee %4 %0\n    \
        export 0 0 %5\n  }\n}\n";
    let wanted = "prologue {\n  %0 = parameter[0,0]\n  %1 = neg.ieee %0\n}\nbody {\n  %2 = attribute[0,0]\n  \
        %3 = lt.ieee %2 0x0\n  if %3 {\n    export 0 0 %1\n  } else {\n    %4 = mul.ieee %0 %2\n    export 0 0 %4\n  }\n}\n";
    assert_eq!(after(uniform, text), wanted);
}
