//! Draws what the documentation shows of errors, sizes and loads, into docs/: `make plots`.
//!
//! The curve of postgresql-hll comes from benches/postgresql_hll.csv, or from the file that is given
//! as argument, written by benches/postgresql_hll.sql; without one it is left out.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/trial.rs"]
mod trial;

use allocator_api2::alloc::Global;
use common::Random;
use pg_sketch::hash::SketchHash;
use pg_sketch::hll::{DEFAULT_PRECISION, Hll};
use pg_sketch::placement::nodes::Nodes;
use pg_sketch::placement::ring::Ring;
use pg_sketch::sketch::Sketch;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::series::DashedLineSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::{Path, PathBuf};
use trial::Trial;

type Curve = Vec<(f64, f64)>;
type Outcome = Result<(), Box<dyn std::error::Error>>;

const SIZE: (u32, u32) = (960, 540);
const FONT: &str = "Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const GRID: RGBColor = RGBColor(0xe6, 0xe6, 0xe6);
/// From a palette for colour-blind readers: Okabe, Ito (2008).
const OURS: RGBColor = RGBColor(0x00, 0x72, 0xb2);
const THEIRS: RGBColor = RGBColor(0xd5, 0x5e, 0x00);

const FEWEST: f64 = 10.0;
const MOST: f64 = 1e7;

fn main() -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let default = root.join("benches/postgresql_hll.csv");
    let theirs = std::env::args_os().nth(1).map_or(default, PathBuf::from);
    let theirs = match std::fs::read_to_string(&theirs) {
        Ok(csv) => Some(parse_errors(&csv)),
        Err(_) => None,
    };
    draw_errors(&root.join("docs/error.svg"), &measure_errors(), theirs.as_ref())?;
    draw_sizes(&root.join("docs/size.svg"), &measure_sizes())?;
    draw_loads(&root.join("docs/ring.svg"), &measure_loads())
}

/// The relative rms error and the bias, in percent, by the number of values.
struct Errors {
    rms: Curve,
    bias: Curve,
}

/// Lines of `n,rms,bias` below a heading.
fn parse_errors(csv: &str) -> Errors {
    let mut errors = Errors { rms: Vec::new(), bias: Vec::new() };
    for line in csv.lines().skip(1) {
        let fields: Vec<f64> = line.split(',').map(|field| field.trim().parse().unwrap()).collect();
        errors.rms.push((fields[0], 100.0 * fields[1]));
        errors.bias.push((fields[0], 100.0 * fields[2]));
    }
    errors
}

/// Numbers of values, `per_decade` in each factor of ten, the last one `MOST`.
fn steps(per_decade: i32) -> Vec<u64> {
    let decades = (MOST / FEWEST).log10().round() as i32;
    let step = |step| FEWEST * 10f64.powf(f64::from(step) / f64::from(per_decade));
    (0..=decades * per_decade).map(step).map(|count| count.round() as u64).collect()
}

fn measure_errors() -> Errors {
    let steps = steps(20);
    let mut sums = vec![(0.0, 0.0, 0.0); steps.len()];
    for seed in 0..2_000 {
        let mut trial = Trial::new(&[DEFAULT_PRECISION], seed << 32);
        let reached = steps.iter().take_while(|step| **step <= 1_000_000 || seed < 400);
        for (&step, (trials, sum, squares)) in reached.zip(&mut sums) {
            trial.grow(step);
            let error = trial.estimates().sum::<f64>() / step as f64 - 1.0;
            *trials += 1.0;
            *sum += error;
            *squares += error * error;
        }
    }
    let curve = |value: fn(&(f64, f64, f64)) -> f64| {
        let points = steps.iter().zip(&sums);
        points.map(|(&step, sums)| (step as f64, 100.0 * value(sums))).collect()
    };
    Errors {
        rms: curve(|(trials, _, squares)| (squares / trials).sqrt()),
        bias: curve(|(trials, sum, _)| sum / trials),
    }
}

/// The mean length of the stored bytes, by the number of values.
fn measure_sizes() -> Curve {
    const SKETCHES: u64 = 20;
    let steps = steps(60);
    let mut total = vec![0; steps.len()];
    for seed in 0..SKETCHES {
        let mut random = Random(seed << 32);
        let mut sketch = Hll::new(DEFAULT_PRECISION).unwrap();
        let mut added = 0;
        for (&step, total) in steps.iter().zip(&mut total) {
            (added..step).for_each(|_| sketch.add(random.hash()).unwrap());
            added = step;
            *total += sketch.encode().len() as u64;
        }
    }
    let points = steps.into_iter().zip(total);
    points.map(|(step, total)| (step as f64, total as f64 / SKETCHES as f64)).collect()
}

/// Nodes of a ring.
const NODES: usize = 10;
const FEWEST_POINTS: u64 = 1;
const MOST_POINTS: u64 = 1_000;

/// The loads of nodes, by the number of points for each node. The mean load is 1.
#[derive(Default)]
struct Loads {
    fullest: Curve,
    emptiest: Curve,
    deviation: Curve,
}

/// Medians over sets of names, and the standard deviation.
fn measure_loads() -> Loads {
    const SETS: usize = 200;
    const POSITIONS: u64 = 1 << 16;
    let mut curves = Loads::default();
    for step in 0..=30 {
        let points = 10f64.powf(f64::from(step) / 10.0).round() as u64;
        let (mut fullest, mut emptiest, mut squares) = (Vec::new(), Vec::new(), 0.0);
        for set in 0..SETS {
            let names = (0..NODES).map(|node| format!("set {set} node {node}"));
            let names: Vec<String> = names.collect();
            let names: Vec<_> = names.iter().map(|name| Some(name.as_bytes())).collect();
            let nodes = Nodes::new_in(&names, None, Global, || ()).unwrap();
            let mut ring = Ring::new(nodes, points).unwrap();
            let mut loads = [0.0; NODES];
            for position in 0..POSITIONS {
                let value = SketchHash::from_stored_bits(position * (u64::MAX / POSITIONS));
                loads[ring.node(value, || ())] += NODES as f64 / POSITIONS as f64;
            }
            loads.sort_by(f64::total_cmp);
            emptiest.push(loads[0]);
            fullest.push(loads[NODES - 1]);
            squares += loads.iter().map(|load| (load - 1.0).powi(2)).sum::<f64>();
        }
        let at = points as f64;
        for (curve, values) in
            [(&mut curves.fullest, &mut fullest), (&mut curves.emptiest, &mut emptiest)]
        {
            values.sort_by(f64::total_cmp);
            curve.push((at, values[SETS / 2]));
        }
        curves.deviation.push((at, (squares / (SETS * NODES) as f64).sqrt()));
    }
    curves
}

fn text(size: u32) -> TextStyle<'static> {
    (FONT, size).into_font().color(&INK)
}

/// A number as readers write it: `10,000`, but `1 million`.
fn grouped(number: f64) -> String {
    if number >= 1e6 {
        return format!("{} million", number / 1e6);
    }
    let digits = number.round().to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn draw_errors(path: &Path, ours: &Errors, theirs: Option<&Errors>) -> Outcome {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let theory = 104.0 / f64::from(1u32 << DEFAULT_PRECISION).sqrt();
    let mut chart = ChartBuilder::on(&area)
        .caption("Error of a count at precision 14, by the number of distinct values", text(20))
        .margin(16)
        .margin_right(48)
        .x_label_area_size(56)
        .y_label_area_size(64)
        .build_cartesian_2d((FEWEST..MOST).log_scale(), -0.5..2.75)?;
    chart
        .configure_mesh()
        .x_desc("distinct values")
        .y_desc("error, % of the count")
        .x_label_formatter(&|count| grouped(*count))
        .y_label_formatter(&|percent| format!("{percent:.1}"))
        .label_style(text(14))
        .axis_desc_style(text(15))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    chart
        .draw_series(DashedLineSeries::new(
            [(FEWEST, theory), (MOST, theory)],
            6,
            4,
            INK.stroke_width(1),
        ))?
        .label(format!("theory: 1.04 / √16,384 = {theory:.2} %"))
        .legend(|(x, y)| DashedPathElement::new([(x, y), (x + 24, y)], 6, 4, INK.stroke_width(1)));
    let curves = [(theirs, THEIRS, "postgresql-hll, log2m = 14"), (Some(ours), OURS, "pg_sketch")];
    for (errors, color, name) in curves {
        let Some(errors) = errors else { continue };
        chart
            .draw_series(LineSeries::new(errors.rms.iter().copied(), color.stroke_width(2)))?
            .label(format!("{name}: rms error"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(2)));
        let bias = errors.bias.iter().copied();
        chart
            .draw_series(LineSeries::new(bias, color.mix(0.55).stroke_width(1)))?
            .label(format!("{name}: bias"))
            .legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 24, y)], color.mix(0.55).stroke_width(1))
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .margin(14)
        .legend_area_size(32)
        .label_font(text(15))
        .background_style(WHITE)
        .border_style(GRID)
        .draw()?;
    area.present()?;
    Ok(())
}

fn draw_sizes(path: &Path, ours: &Curve) -> Outcome {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(
            "Bytes of a stored sketch at precision 14, by the number of distinct values",
            text(20),
        )
        .margin(16)
        .margin_right(48)
        .x_label_area_size(56)
        .y_label_area_size(76)
        .build_cartesian_2d((FEWEST..MOST).log_scale(), 0.0..14_000.0)?;
    chart
        .configure_mesh()
        .x_desc("distinct values")
        .y_desc("bytes")
        .x_label_formatter(&|count| grouped(*count))
        .y_label_formatter(&|bytes| grouped(*bytes))
        .label_style(text(14))
        .axis_desc_style(text(15))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    let others = [
        (12_304.0, "Redis, dense: 12,304 (six bits a register: 12,288)", INK),
        (10_243.0, "postgresql-hll, full: 10,243 (five bits a register)", THEIRS),
    ];
    for (bytes, name, color) in others {
        let line = [(FEWEST, bytes), (MOST, bytes)];
        chart.draw_series(DashedLineSeries::new(line, 6, 4, color.stroke_width(1)))?;
        let style = text(15).color(&color).pos(Pos::new(HPos::Left, VPos::Bottom));
        chart.draw_series([Text::new(name, (FEWEST * 1.2, bytes + 130.0), style)])?;
    }
    chart.draw_series(LineSeries::new(ours.iter().copied(), OURS.stroke_width(2)))?;
    let last = ours.last().unwrap().1;
    let style = text(15).color(&OURS).pos(Pos::new(HPos::Right, VPos::Bottom));
    let name = format!("pg_sketch: {} for 10 million values", grouped(last));
    chart.draw_series([Text::new(name, (MOST / 1.2, last + 450.0), style)])?;
    area.present()?;
    Ok(())
}

fn draw_loads(path: &Path, loads: &Loads) -> Outcome {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let points = FEWEST_POINTS as f64..MOST_POINTS as f64;
    let mut chart = ChartBuilder::on(&area)
        .caption("Loads of ten nodes on a ring, by the number of points for each node", text(20))
        .margin(16)
        .margin_right(48)
        .x_label_area_size(56)
        .y_label_area_size(64)
        .build_cartesian_2d(points.log_scale(), 0.0..3.5)?;
    chart
        .configure_mesh()
        .x_desc("points for each node (virtual nodes)")
        .y_desc("load / mean load")
        .x_label_formatter(&|count| grouped(*count))
        .y_label_formatter(&|load| format!("{load:.1}"))
        .label_style(text(14))
        .axis_desc_style(text(15))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    let spread = (1.0 - 1.0 / NODES as f64).sqrt();
    let theory = loads.deviation.iter().map(|(points, _)| (*points, spread / points.sqrt()));
    chart
        .draw_series(DashedLineSeries::new(theory, 6, 4, INK.stroke_width(1)))?
        .label("theory of the standard deviation: √(1 - 1/nodes) / √points")
        .legend(|(x, y)| DashedPathElement::new([(x, y), (x + 24, y)], 6, 4, INK.stroke_width(1)));
    let curves = [
        (&loads.fullest, THEIRS, "fullest node, median"),
        (&loads.emptiest, OURS, "emptiest node, median"),
        (&loads.deviation, INK, "standard deviation"),
    ];
    for (curve, color, name) in curves {
        chart
            .draw_series(LineSeries::new(curve.iter().copied(), color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .margin(14)
        .legend_area_size(32)
        .label_font(text(15))
        .background_style(WHITE)
        .border_style(GRID)
        .draw()?;
    area.present()?;
    Ok(())
}
