//! Tests of the parts that nobody sees from outside.

mod refusals;
mod values;
