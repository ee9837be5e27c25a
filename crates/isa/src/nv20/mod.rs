//! The tables of the GeForce 3 vertex processor: fields and operations of its 128-bit words.
