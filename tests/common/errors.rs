//! Errors of estimates of many random sets, measured on all processors.

use std::num::NonZero;

/// Relative errors of a number of estimates.
#[derive(Debug, Clone, Copy, Default)]
pub struct Errors {
    /// The number of estimates.
    pub trials: f64,
    sum: f64,
    squares: f64,
}

impl Errors {
    /// Adds an estimate.
    pub fn add(&mut self, estimate: f64, truth: f64) {
        let error = estimate / truth - 1.0;
        self.trials += 1.0;
        self.sum += error;
        self.squares += error * error;
    }

    /// Adds the errors that another thread measured.
    pub fn join(&mut self, other: &Errors) {
        self.trials += other.trials;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The root mean square.
    pub fn rms(&self) -> f64 {
        (self.squares / self.trials).sqrt()
    }

    /// The mean.
    pub fn bias(&self) -> f64 {
        self.sum / self.trials
    }
}

/// A table to whose rows every trial adds, whichever thread it is in.
pub fn measure<Row: Default + Clone + Send>(
    rows: usize,
    trials: u64,
    try_once: impl Fn(u64, &mut [Row]) + Sync,
    join: impl Fn(&mut Row, &Row),
) -> Vec<Row> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = &|thread| {
        let mut table = vec![Row::default(); rows];
        (0..trials).skip(thread).step_by(threads).for_each(|trial| try_once(trial, &mut table));
        table
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|at| scope.spawn(move || share(at))).collect();
        let mut all = vec![Row::default(); rows];
        for worker in workers {
            let table = worker.join().expect("a trial has failed");
            all.iter_mut().zip(&table).for_each(|(all, row)| join(all, row));
        }
        all
    })
}
