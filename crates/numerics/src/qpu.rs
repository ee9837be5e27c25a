//! The number system of the VideoCore IV QPU: ALU operations, packs and the special function unit.
