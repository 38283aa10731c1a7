//! How far estimates of what two sets share are from the truth, compared with inclusion and exclusion
//! and with the best that the registers allow, and how often the truth lies within the bounds.
//!
//! An assertion fails when a promise is missed by four standard errors of the measurement (`NOISE`),
//! and seeds are fixed. `-- --nocapture` prints the tables, which stand in docs/set-algebra.md.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/errors.rs"]
mod errors;
#[path = "common/model.rs"]
mod model;

use common::Random;
use errors::{Errors, measure};
use pg_sketch::error::Result;
use pg_sketch::hll::Hll;
use pg_sketch::hll::bounds::Bounds;
use pg_sketch::hll::joint::{Joint, difference_bounds, intersection_bounds, jaccard_bounds};

const NOISE: f64 = 4.0;
const CONFIDENCE: f64 = 0.95;

/// Two sets. The left one has the first `left` values of a random stream. The values of the right one
/// that it does not share come from another stream.
#[derive(Debug, Clone, Copy)]
struct Case {
    precision: u8,
    left: u64,
    right: u64,
    both: u64,
}

impl Case {
    /// The intersection, the difference and the Jaccard coefficient.
    fn truth(&self) -> [f64; 3] {
        let both = self.both as f64;
        let left_only = (self.left - self.both) as f64;
        [both, left_only, both / (left_only + self.right as f64)]
    }

    /// The least errors that registers allow for these.
    fn least(&self) -> [f64; 3] {
        model::least_errors(self.precision, self.left, self.right, self.both)
    }
}

/// Errors of one quantity, how often its bounds hold, and their width.
#[derive(Debug, Clone, Copy, Default)]
struct Bounded {
    errors: Errors,
    within: f64,
    width: f64,
}

impl Bounded {
    fn add(&mut self, bounds: Bounds, truth: f64) {
        self.errors.add(bounds.estimate, truth);
        self.within += f64::from((bounds.lower..=bounds.upper).contains(&truth));
        self.width += (bounds.upper - bounds.lower) / truth;
    }

    fn join(&mut self, other: &Bounded) {
        self.errors.join(&other.errors);
        self.within += other.within;
        self.width += other.width;
    }

    fn within(&self) -> f64 {
        self.within / self.errors.trials
    }
}

/// What was measured of one case.
#[derive(Debug, Clone, Copy, Default)]
struct Measured {
    /// The intersection by inclusion and exclusion.
    by_sums: Errors,
    /// The same, but not below zero.
    clipped: Errors,
    /// By the likelihood: intersection, difference, Jaccard coefficient.
    joint: [Bounded; 3],
}

impl Measured {
    fn add(&mut self, case: &Case, left: &Hll, right: &Hll) {
        let mut union = left.clone();
        union.merge(right).unwrap();
        let by_sums = left.cardinality() + right.cardinality() - union.cardinality();
        let truth = case.truth();
        self.by_sums.add(by_sums, truth[0]);
        self.clipped.add(by_sums.max(0.0), truth[0]);
        let of = |of: BoundsOf| of(left, right, CONFIDENCE).unwrap();
        let found = [intersection_bounds, difference_bounds, jaccard_bounds].map(of);
        let joint = Joint::of(left, right).unwrap();
        let estimates = [joint.both.round(), joint.left_only.round(), joint.jaccard()];
        assert_eq!(found.map(|bounds| bounds.estimate), estimates);
        let errors = self.joint.iter_mut().zip(found).zip(truth);
        errors.for_each(|((errors, found), truth)| errors.add(found, truth));
    }

    fn join(&mut self, other: &Measured) {
        self.by_sums.join(&other.by_sums);
        self.clipped.join(&other.clipped);
        self.joint.iter_mut().zip(&other.joint).for_each(|(all, errors)| all.join(errors));
    }
}

type BoundsOf = fn(&Hll, &Hll, f64) -> Result<Bounds>;

/// Sketches of the first values of a stream, for each of these numbers in rising order.
fn snapshots(precision: u8, numbers: &[u64], seed: u64) -> Vec<Hll> {
    let mut random = Random(seed);
    let mut sketch = Hll::new(precision).unwrap();
    let mut added = 0;
    let mut snapshot = |number: &u64| {
        (added..*number).for_each(|_| sketch.add(random.hash()).unwrap());
        added = *number;
        sketch.clone()
    };
    numbers.iter().map(&mut snapshot).collect()
}

/// Sorted and without duplicates.
fn rising(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let numbers: std::collections::BTreeSet<u64> = numbers.collect();
    numbers.into_iter().collect()
}

/// One pair of sets of each case; all are of one precision.
fn try_once(cases: &[Case], seed: u64, measured: &mut [Measured]) {
    let precision = cases[0].precision;
    let first = rising(cases.iter().flat_map(|case| [case.both, case.left]));
    let second = rising(cases.iter().map(|case| case.right - case.both));
    let of_first = snapshots(precision, &first, seed << 32);
    let of_second = snapshots(precision, &second, !seed << 32);
    let find = |numbers: &[u64], sketches: &[Hll], number: u64| {
        sketches[numbers.binary_search(&number).unwrap()].clone()
    };
    for (case, measured) in cases.iter().zip(measured) {
        let left = find(&first, &of_first, case.left);
        let mut right = find(&first, &of_first, case.both);
        right.merge(&find(&second, &of_second, case.right - case.both)).unwrap();
        measured.add(case, &left, &right);
    }
}

/// A batch of cases, and what was measured of them.
type Batch = Vec<(Case, Measured)>;

fn measure_all(trials: u64, cases: &[Case]) -> Batch {
    let try_once = |seed, measured: &mut [Measured]| try_once(cases, seed, measured);
    let measured = measure(cases.len(), trials, try_once, Measured::join);
    cases.iter().copied().zip(measured).collect()
}

const HEAD: &str = "\
| \\|A\\| | \\|B\\| | shared | incl.-excl. | intersection | least | bias | difference | Jaccard | within |
|---|---|---|---|---|---|---|---|---|---|";

/// Prints the table, in percent.
fn print(batches: &[Batch]) {
    let rows = batches.iter().flatten().map(|(case, measured)| row(case, measured));
    println!("{HEAD}\n{}", rows.collect::<Vec<_>>().join("\n"));
}

fn row(case: &Case, measured: &Measured) -> String {
    let percent = |share: f64| format!("{:.*}", usize::from(share < 0.1) + 1, 100.0 * share);
    let [rms, difference, jaccard] = measured.joint.map(|found| percent(found.errors.rms()));
    let within = measured.joint.map(|found| 100.0 * found.within());
    format!(
        "| {} | {} | {} | {} | {rms} | {} | {:+.2} | {difference} | {jaccard} | {} |",
        case.left,
        case.right,
        case.both,
        percent(measured.by_sums.rms()),
        percent(case.least()[0]),
        100.0 * measured.joint[0].errors.bias(),
        within.map(|within| format!("{within:.1}")).join(", ")
    )
}

fn check(case: &Case, measured: &Measured) {
    for (found, least) in measured.joint.iter().zip(case.least()) {
        let (trials, rms, bias) = (found.errors.trials, found.errors.rms(), found.errors.bias());
        let within = found.within();
        let noise = NOISE * (CONFIDENCE * (1.0 - CONFIDENCE) / trials).sqrt();
        assert!(within > CONFIDENCE - noise, "{within} within for {case:?}");
        // With larger errors it matters that no number is below zero.
        if least < 0.2 {
            let noise = 1.0 + NOISE / (2.0 * trials).sqrt();
            assert!(rms < 1.05 * least * noise, "{rms} {least} for {case:?}");
            let noise = NOISE * rms / trials.sqrt();
            assert!(bias.abs() < 0.1 * least + noise, "bias {bias} for {case:?}");
            let width = found.width / trials / (2.0 * 1.96 * least);
            assert!((0.85..1.15).contains(&width), "{width} times as wide for {case:?}");
        }
    }
}

const M: u64 = 1_000_000;

#[test]
fn the_likelihood_errs_less_than_inclusion_and_exclusion() {
    let equal = |both| Case { precision: 14, left: M, right: M, both };
    let unequal = |both| Case { precision: 14, left: 10 * M, right: M / 10, both };
    let shares = [500, 200, 100, 50, 20, 10, 5, 2, 1];
    let batches = [
        (500, shares.map(|share| equal(share * M / 1_000)).to_vec()),
        (200, [M / 20, M / 100, M / 1_000].map(unequal).to_vec()),
    ];
    let batches = batches.map(|(trials, cases)| measure_all(trials, &cases));
    print(&batches);
    for (case, measured) in batches.iter().flatten() {
        check(case, measured);
        let found = measured.joint[0].errors;
        let rms = found.rms() * (1.0 + NOISE / (2.0 * found.trials).sqrt());
        assert!(rms < measured.by_sums.rms() && rms < measured.clipped.rms(), "{case:?}");
    }
}

#[test]
fn sets_of_all_sizes_are_told_as_well_as_registers_allow() {
    let case = |precision, left, right, both| Case { precision, left, right, both };
    let batches = [
        // Sets that are nearly equal: the difference is small.
        [M / 1_000, M / 200, M / 100, M / 10].map(|only| case(14, M, M, M - only)),
        [40, 400, 2_000, 3_600].map(|both| case(14, 4_000, 4_000, both)),
        [200, 2_000, 10_000, 18_000].map(|both| case(14, 20_000, 20_000, both)),
        [2_000, 20_000, 100_000, 180_000].map(|both| case(10, 200_000, 200_000, both)),
        // A list and registers.
        [10, 100, 500, 900].map(|both| case(14, 20_000, 1_000, both)),
        [10, 100, 500, 900].map(|both| case(14, 200_000, 1_000, both)),
    ];
    let batches = batches.map(|cases| measure_all(1_000, &cases));
    print(&batches);
    batches.iter().flatten().for_each(|(case, measured)| check(case, measured));
}

/// The smallest overlap whose least error is at most this.
fn told(precision: u8, left: u64, right: u64, error: f64) -> u64 {
    let (mut less, mut enough) = (1, left.min(right) - 1);
    while enough - less > 1 {
        let both = less + (enough - less) / 2;
        match (Case { precision, left, right, both }).least()[0] > error {
            true => less = both,
            false => enough = both,
        }
    }
    enough
}

#[test]
fn a_tiny_overlap_of_two_huge_sets_is_not_told() {
    println!("| precision | \\|A\\| | \\|B\\| | 10 % | 50 % | 100 % |\n|---|---|---|---|---|---|");
    for (left, right) in [(M, M), (10 * M, M / 10)] {
        let found = [14, 16].map(|precision| {
            let found = [0.1, 0.5, 1.0].map(|error| told(precision, left, right, error));
            let told = found.map(|both| both.to_string()).join(" | ");
            println!("| {precision} | {left} | {right} | {told} |");
            found
        });
        // Four times as many registers.
        let ratio = found[0][2] as f64 / found[1][2] as f64;
        assert!((1.7..2.5).contains(&ratio), "{ratio}");
    }
    let case = Case { precision: 14, left: M, right: M, both: M / 1_000 };
    let of_first = snapshots(14, &[case.both, case.left], 1 << 32);
    let mut right = snapshots(14, &[case.right - case.both], !1 << 32).remove(0);
    right.merge(&of_first[0]).unwrap();
    let found = intersection_bounds(&of_first[1], &right, CONFIDENCE).unwrap();
    println!("one pair that shares {}: {found:?}", case.both);
    assert!(found.lower == 0.0 && found.upper > case.both as f64, "{found:?}");
}
