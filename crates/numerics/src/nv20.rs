//! The number system of the GeForce 3 vertex processor (NV20), exact to the bit.
