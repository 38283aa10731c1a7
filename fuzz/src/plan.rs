//! How an input becomes a plan. The lists of `arbitrary` would mostly end after one or two elements.

use arbitrary::{Arbitrary, Result, Unstructured};

/// Steps until the input ends, or there are enough.
#[derive(Debug)]
pub struct Steps<T>(pub Vec<T>);

/// A few of something.
#[derive(Debug)]
pub struct Few<T>(pub Vec<T>);

impl<'a, T: Arbitrary<'a>> Arbitrary<'a> for Steps<T> {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Steps<T>> {
        const ENOUGH: usize = 60;
        let mut steps = Vec::new();
        while !input.is_empty() && steps.len() < ENOUGH {
            steps.push(input.arbitrary()?);
        }
        Ok(Steps(steps))
    }
}

impl<'a, T: Arbitrary<'a>> Arbitrary<'a> for Few<T> {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Few<T>> {
        let len = input.int_in_range(0..=7)?;
        (0..len).map(|_| input.arbitrary()).collect::<Result<Vec<T>>>().map(Few)
    }
}
