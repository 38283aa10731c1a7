//! What share of rows passes a filter, for the plan of a query.

use super::info::Info;

impl Info {
    /// The share of rows that passes, of a column with so many distinct values, some of which are
    /// null: those that were added, taken to be among them, and what errs of the rest.
    pub fn selectivity(&self, distinct: f64, null_share: f64) -> f64 {
        let added = (self.cardinality / distinct.max(1.0)).clamp(0.0, 1.0);
        let passing = added + (1.0 - added) * self.estimated_rate;
        (passing * (1.0 - null_share)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bloom;
    use super::super::stored::View;
    use crate::hash::SketchHash;
    use crate::sketch::Sketch;

    #[test]
    fn added_values_pass_and_a_few_others() {
        let mut filter = Bloom::new(100, 0.01).unwrap();
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
        let info = |filter: &Bloom| View::read(&filter.encode()).unwrap().info();
        assert!(near(info(&filter).selectivity(1000.0, 0.0), 0.0));
        (0..100).for_each(|key| filter.add(SketchHash::integer(key)).unwrap());
        let info = info(&filter);
        let added = info.cardinality / 1000.0;
        let passing = added + (1.0 - added) * info.estimated_rate;
        assert!(near(info.selectivity(1000.0, 0.0), passing));
        assert!(near(info.selectivity(1000.0, 0.5), passing / 2.0));
        assert!(near(info.selectivity(10.0, 0.0), 1.0));
        assert!(near(info.selectivity(0.0, 0.0), 1.0));
    }
}
