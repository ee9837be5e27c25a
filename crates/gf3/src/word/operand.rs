//! The parser of machine text: destinations, sources, masks and swizzles.

use super::statement::{Parsed, Parser, StatementTarget};
use super::token::{Token, letters, numbered};
use super::{OutputTarget, Register, SourceOperand, rule};
use quadrille_base::Diagnostic;
use quadrille_isa::nv20::{limit, register};

impl Parser<'_> {
    pub(super) fn destination(&mut self) -> Parsed<(StatementTarget, u8)> {
        if let Token::Uniform(_) = self.peek() {
            let target = OutputTarget::Constant(self.uniform()?);
            return Ok((StatementTarget::Output(target), self.mask()?));
        }
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::SYNTAX, "a destination stands here");
        };
        if name == "_" {
            self.at += 1;
            return Ok((StatementTarget::Nowhere, 0));
        }
        if name.eq_ignore_ascii_case("a0") {
            self.at += 1;
            let letters = self.at;
            if self.mask()? & 8 == 0 {
                self.at = letters;
                return self.fail(&rule::SELECTOR, "the address register has the component x only");
            }
            return Ok((StatementTarget::Address, 0));
        }
        let target = if let Some(index) = numbered(name, 'r') {
            if index >= limit::TEMPORARIES as u32 {
                return self.fail(&rule::REGISTER, "R0 to R11 can be written");
            }
            self.at += 1;
            StatementTarget::Temporary(index as u8)
        } else if name.starts_with(['c', 'C']) && (name.len() == 1 || numbered(name, 'c').is_some()) {
            let (index, relative) = self.constant()?;
            if relative {
                return self.fail(&rule::REGISTER, "a constant is written at a fixed number only");
            }
            StatementTarget::Output(OutputTarget::Constant(index))
        } else {
            StatementTarget::Output(OutputTarget::Output(self.output(name)?))
        };
        Ok((target, self.mask()?))
    }

    /// `oPos`, `oTex0`, `o[HPOS]` or `o[0]`.
    fn output(&mut self, name: &str) -> Parsed<u8> {
        let unknown = match name {
            // What its GLSL holds the first of two results in.
            "_temp_vec" | "_temp_addr" => {
                "this is xemu's variable: give the listing with the words in its comments"
            }
            _ => "no register has this name",
        };
        if name.eq_ignore_ascii_case("o") {
            self.at += 1;
            self.expect('[', "the output's name stands in brackets")?;
            let found = match self.peek() {
                Token::Word(inner) => register::OUTPUTS.iter().find(|output| output.gl == inner),
                // The lecture numbers outputs as the word does.
                Token::Number(index) => register::OUTPUTS
                    .iter()
                    .find(|output| u32::from(output.index) == index),
                _ => None,
            };
            let Some(output) = found else {
                return self.fail(&rule::REGISTER, unknown);
            };
            self.at += 1;
            self.expect(']', "the bracket closes here")?;
            return Ok(output.index);
        }
        let same = |text: &str| text.eq_ignore_ascii_case(name);
        match register::OUTPUTS
            .iter()
            .find(|output| same(output.nv2a) || same(output.long))
        {
            Some(output) => {
                self.at += 1;
                Ok(output.index)
            }
            None => self.fail(&rule::REGISTER, unknown),
        }
    }

    /// A write mask: `.xyz`, or, as some listings have it, `,xyz`; all components where there is none.
    pub(super) fn mask(&mut self) -> Parsed<u8> {
        let next = self.tokens.get(self.at + 1).map(|token| token.0);
        let letters = match (self.peek(), next) {
            (Token::Mark('.'), Some(Token::Word(word))) => word,
            (Token::Mark(','), Some(Token::Word(word))) if letters(word).is_some() => word,
            (Token::Mark('.'), _) => return self.fail(&rule::SELECTOR, "a mask follows the point"),
            _ => return Ok(15),
        };
        self.at += 1;
        let mut mask = 0u8;
        for component in super::token::letters(letters).unwrap_or_default() {
            let bit = 8 >> component;
            // Each later component has a lower bit than all before it.
            if mask != 0 && bit >= mask & mask.wrapping_neg() {
                mask = 0;
                break;
            }
            mask |= bit;
        }
        if mask == 0 {
            return self.fail(&rule::SELECTOR, "a mask has the components in order, each once");
        }
        self.at += 1;
        Ok(mask)
    }

    pub(super) fn source(&mut self) -> Parsed<(SourceOperand, Option<bool>)> {
        let negate = self.accept(Token::Mark('-'));
        if !negate {
            self.accept(Token::Mark('+'));
        }
        if let Token::Uniform(_) = self.peek() {
            let register = Register::Constant(self.uniform()?);
            let swizzle = self.swizzle()?;
            let source = SourceOperand {
                register,
                swizzle,
                negate,
            };
            return Ok((source, Some(false)));
        }
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::SYNTAX, "a source operand stands here");
        };
        let mut relative = None;
        let register = if let Some(index) = numbered(name, 'r') {
            if index > limit::POSITION_TEMPORARY.into() {
                return self.fail(&rule::REGISTER, "R0 to R12 can be read");
            }
            self.at += 1;
            Register::Temporary(index as u8)
        } else if name.starts_with(['c', 'C']) && (name.len() == 1 || numbered(name, 'c').is_some()) {
            let (index, indexed) = self.constant()?;
            relative = Some(indexed);
            Register::Constant(index)
        } else if name == "_" {
            self.at += 1;
            Register::Absent
        } else {
            Register::Input(self.input(name)?)
        };
        let swizzle = self.swizzle()?;
        Ok((
            SourceOperand {
                register,
                swizzle,
                negate,
            },
            relative,
        ))
    }

    /// `v3`, `v[3]`, `v[COL0]` or `iDiffuse`.
    fn input(&mut self, name: &str) -> Parsed<u8> {
        let unknown = "no register has this name or number";
        let within = |index: u32| (index < limit::INPUTS as u32).then_some(index as u8);
        let position = |test: &dyn Fn(&register::Input) -> bool| {
            register::INPUTS.iter().position(test).map(|index| index as u8)
        };
        let found = if name.eq_ignore_ascii_case("v") {
            self.at += 1;
            self.expect('[', "the attribute's number stands in brackets")?;
            match self.peek() {
                Token::Number(index) => within(index),
                Token::Word(inner) => position(&|input| input.gl == inner),
                _ => None,
            }
        } else if let Some(index) = numbered(name, 'v') {
            within(index)
        } else {
            position(&|input| !input.nv2a.is_empty() && input.nv2a.eq_ignore_ascii_case(name))
        };
        let Some(index) = found else {
            return self.fail(&rule::REGISTER, unknown);
        };
        self.at += 1;
        if name.eq_ignore_ascii_case("v") {
            self.expect(']', "the bracket closes here")?;
        }
        Ok(index)
    }

    /// `c28`, `c[28]`, `c[A0+28]`, `c[28 + A0.x]`: the word's number, and whether A0 is added.
    fn constant(&mut self) -> Parsed<(u8, bool)> {
        let start = self.at;
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::REGISTER, "a constant stands here");
        };
        self.at += 1;
        let (mut number, mut relative) = (i64::from(numbered(name, 'c').unwrap_or(0)), false);
        if name.len() == 1 {
            self.expect('[', "the constant's number stands in brackets")?;
            let mut sign = if self.accept(Token::Mark('-')) { -1 } else { 1 };
            loop {
                match self.peek() {
                    Token::Number(value) => number += sign * i64::from(value),
                    Token::Word(word) if word.eq_ignore_ascii_case("a0") && sign > 0 && !relative => {
                        relative = true;
                        if self
                            .tokens
                            .get(self.at + 1)
                            .is_some_and(|next| next.0 == Token::Mark('.'))
                        {
                            self.at += 2;
                            if self.peek() != Token::Word("x") {
                                return self
                                    .fail(&rule::SELECTOR, "the address register has the component x only");
                            }
                        }
                    }
                    _ => return self.fail(&rule::REGISTER, "a number or the address register stands here"),
                }
                self.at += 1;
                sign = match self.peek() {
                    Token::Mark('+') => 1,
                    Token::Mark('-') => -1,
                    _ => break,
                };
                self.at += 1;
            }
            self.expect(']', "the bracket closes here")?;
        }
        number += i64::from(self.numbering.first_constant());
        if !(0..limit::CONSTANTS as i64).contains(&number) {
            let span = self.since(start);
            return Err(Diagnostic::new(
                &rule::REGISTER,
                span,
                "there is no constant of this number",
            ));
        }
        Ok((number as u8, relative))
    }

    fn swizzle(&mut self) -> Parsed<[u8; 4]> {
        if !self.accept(Token::Mark('.')) {
            return Ok([0, 1, 2, 3]);
        }
        let found = match self.peek() {
            Token::Word(word) => letters(word),
            _ => None,
        };
        let Some(components) = found else {
            return self.fail(&rule::SELECTOR, "a swizzle has one to four components");
        };
        self.at += 1;
        let last = components.len() - 1;
        Ok(std::array::from_fn(|i| components[i.min(last)]))
    }
}
