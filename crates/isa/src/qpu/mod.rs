//! The tables of the VideoCore IV QPU: fields, operations, signals and registers of its 64-bit words.
