//! Tests of the parts that nobody sees from outside.

mod layouts;
mod refusals;
mod values;
