//! # no-subroutine
//!
//! CALI calls the function whose number the application put into the subroutine parameter. Where no
//! function of the variable's type has that number, or an index lies outside the array of variables,
//! nothing is called here.
//!
//! ```text finding
//! !!NVvp5.0
//! SUBROUTINETYPE shade { bright };
//! SUBROUTINE shade chosen = program.subroutine[0];
//! main:
//! MOV result.position, 0;
//! CALI chosen;
//! RET;
//! bright SUBROUTINENUM(1):
//! MOV result.position, 1;
//! RET;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! SUBROUTINETYPE shade { bright };
//! SUBROUTINE shade chosen = program.subroutine[0];
//! main:
//! MOV result.position, 0;
//! CALI chosen;
//! RET;
//! bright SUBROUTINENUM(0):
//! MOV result.position, 1;
//! RET;
//! END
//! ```

quadrille_base::rule!(
    NO_SUBROUTINE,
    "no-subroutine",
    Warning,
    "a subroutine variable holds no function of its type",
    ["ARB_shader_subroutine 2.X.8 CALI"],
    "no_subroutine.rs"
);
