//! Examples of opcodes that do more than compute: flow, discarding, stages.

use quadrille_isa::gl::Opcode;
use quadrille_isa::gl::opcode::{DefaultType, OpcodeRow, OperandShape};

use super::Example;

impl Example<'_> {
    /// Sets the condition code from `a`.
    pub(super) fn condition(&mut self) {
        let name = self.operand("a", DefaultType::Float);
        let result = self.result();
        let update = self.update();
        self.line(format!("MOV{update} {result}, {name};"));
    }

    pub(super) fn flow(&mut self, row: &OpcodeRow) {
        let result = self.result();
        let count = if self.gpu() { "3" } else { "count" };
        let loop_count = |example: &mut Self| {
            if !example.gpu() {
                example.declare("PARAM count = {3.0, 0.0, 1.0, 0.0};".to_owned());
            }
        };
        match row.opcode {
            Opcode::If | Opcode::Else | Opcode::Endif => {
                self.condition();
                self.line("IF GT.x;");
                self.line(format!("  ADD {result}, {result}, {result};"));
                self.line("ELSE;");
                self.line(format!("  MUL {result}, {result}, {result};"));
                self.line("ENDIF;");
            }
            Opcode::Rep | Opcode::Endrep | Opcode::Brk | Opcode::Cont => {
                self.condition();
                loop_count(self);
                self.line(format!("REP {count};"));
                self.line(format!("  ADD {result}, {result}, {result};"));
                match row.opcode {
                    Opcode::Brk => self.line("  BRK (GT.x);"),
                    Opcode::Cont => self.line("  CONT (GT.x);"),
                    _ => {}
                }
                self.line("ENDREP;");
            }
            Opcode::Loop | Opcode::Endloop => {
                self.condition();
                loop_count(self);
                self.line(format!("LOOP {count};"));
                self.line(format!("  ADD {result}, {result}, fragment.texcoord[A0.x];"));
                self.line("ENDLOOP;");
            }
            Opcode::Cali => {
                self.condition();
                self.declare("SUBROUTINETYPE kind { twice };".to_owned());
                self.declare("SUBROUTINE kind f = program.subroutine[0];".to_owned());
                self.entry = true;
                self.line("CALI f;");
                self.subroutine.push("twice SUBROUTINENUM(0):".to_owned());
                self.subroutine
                    .push(format!("  ADD {result}, {result}, {result};"));
                self.subroutine.push("  RET;".to_owned());
            }
            Opcode::Bra => {
                self.condition();
                self.line("BRA done (GT.x);");
                self.line(format!("ADD {result}, {result}, {result};"));
                self.line("done:");
            }
            _ => {
                self.condition();
                self.entry = true;
                self.line("CAL twice (GT.x);");
                self.subroutine.push("twice:".to_owned());
                self.subroutine
                    .push(format!("  ADD {result}, {result}, {result};"));
                self.subroutine.push("  RET;".to_owned());
            }
        }
    }

    pub(super) fn kill(&mut self, row: &OpcodeRow) {
        let takes_condition = row.operands_in(self.languages).contains(&OperandShape::Condition);
        if takes_condition {
            self.condition();
            self.line("KIL GT.x;");
        } else {
            let name = self.operand("a", DefaultType::Float);
            self.line(format!("KIL {name};"));
        }
    }

    pub(super) fn stage(&mut self, row: &OpcodeRow) {
        match row.opcode {
            Opcode::Emits => self.line("EMITS 0;"),
            Opcode::Fsib | Opcode::Fsie => {
                self.line("FSIB;");
                self.line("FSIE;");
            }
            _ => self.line(format!("{};", row.mnemonic)),
        }
    }
}
