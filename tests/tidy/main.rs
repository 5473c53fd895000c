//! Tidiness: the lines that ARCHITECTURE.md draws through the source, held by tests over its text.
//!
//! Each check is a function from a text to its faults. One test runs it over the whole tree, another over a text with a
//! planted fault, since a check that cannot fail checks nothing.

#![allow(clippy::unwrap_used)] // a test may give up

mod arithmetic;
mod arrows;
mod examples;
mod lexer;
mod places;
mod sizes;
mod tree;
mod twins;
mod words;

/// Fails with every fault on a line of its own.
fn expect_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
