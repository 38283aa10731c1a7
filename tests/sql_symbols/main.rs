//! Compares the functions that sql/ declares with those of src/pg/. Only names connect the two, and Postgres
//! trusts the declaration. Each symbol must exist and have the name of its function, the number and types
//! of its arguments, and its result type, and must accept NULL if the declaration allows NULL.

mod rust;
mod sql;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The SQL types that an argument of a Rust type reads. [`SKETCH`] stands for each type of sketch.
const ARGUMENTS: &[(&str, &[&str])] = &[
    ("i16", &["smallint"]),
    ("i32", &["integer", "date"]),
    ("i64", &["bigint", "timestamp", "timestamptz"]),
    ("f32", &["real"]),
    ("f64", &["double precision"]),
    ("bool", &["boolean"]),
    ("&[u8; 16]", &["uuid"]),
    ("&CStr", &["cstring", "name", "unknown"]),
    ("Literal", &["unknown"]),
    ("Value", &["sketch_value"]),
    ("LiteralValue", &["unknown"]),
    ("Decimal", &["numeric"]),
    ("SketchHash", &["sketch_hash", "sketch_item"]),
    ("Raw<Sketch>", &[SKETCH]),
    ("Unfetched<Sketch>", &[SKETCH]),
    ("Transition<Sketch>", &[SKETCH]),
    ("Raw<Bytes>", &["bytea", "text", "char", "inet"]),
    ("Unfetched<Bytes>", &["bytea", "text", "varchar", "char", "inet"]),
    ("Modifiers", &["cstring[]"]),
    ("Array<Bytes>", &["text[]"]),
    ("Array<f64>", &["double precision[]"]),
    ("Message", &["internal"]),
    ("Request", &["internal"]),
    ("Moving", &["internal"]),
];

/// The SQL types of a result of a Rust type. The type of a row is found by its columns.
const RESULTS: &[(&str, &[&str])] = &[
    ("i32", &["integer"]),
    ("i64", &["bigint"]),
    ("f64", &["double precision"]),
    ("bool", &["boolean"]),
    ("Text", &["cstring"]),
    ("SketchHash", &["sketch_hash", "sketch_item"]),
    ("Varlena", &[SKETCH, "bytea", "text", "sketch_value"]),
    ("Texts", &["text[]"]),
    ("Transition<Sketch>", &[SKETCH]),
    ("Request", &["internal"]),
    ("Moving", &["internal"]),
];

/// The types of sketches: in SQL and in Rust.
const SKETCHES: &[(&str, &str)] =
    &[("hll", "Hll"), ("bloom", "Bloom"), ("topk", "Topk"), ("cms", "Cms")];

/// Stands for any type of sketch in the tables above.
const SKETCH: &str = "Sketch";

/// The Rust type of the functions that all types share.
const ANY_SKETCH: &str = "AnySketch";

/// A Rust type that reads nothing of an argument.
const UNREAD: &str = "Unread";

/// Rust types of arguments that can fail to be read. They must be read inside a guard.
const FALLIBLE: &[&str] = &["Raw", "Decimal", "Modifiers"];

/// What does not agree, one line each.
fn mistakes(scripts: &[String], files: &[String]) -> Vec<String> {
    let scripts: Vec<sql::Script> = scripts.iter().map(|text| sql::Script::read(text)).collect();
    let mut mistakes: Vec<String> =
        scripts.iter().flat_map(|script| script.mistakes.clone()).collect();
    let functions = match rust::functions(files) {
        Ok((functions, more)) => {
            mistakes.extend(more);
            functions
        }
        Err(error) => {
            mistakes.push(error.to_string());
            Vec::new()
        }
    };
    let mut defined: BTreeMap<_, _> = functions
        .into_iter()
        .map(|function| (function.symbol.clone(), (function, false)))
        .collect();
    let rows = scripts.iter().flat_map(|script| &script.rows).collect();
    for declared in scripts.iter().flat_map(|script| &script.functions) {
        match defined.get_mut(&declared.symbol) {
            Some((function, is_declared)) => {
                *is_declared = true;
                mistakes.extend(differences(declared, function, &rows));
            }
            None => mistakes.push(format!("{}: there is no {}", declared.name, declared.symbol)),
        }
    }
    for (symbol, (function, is_declared)) in defined {
        if !is_declared {
            mistakes.push(format!("{symbol}: no SQL declares it"));
        }
        if function.is_unguarded {
            let is_fallible = |name: &str| FALLIBLE.iter().any(|own| own == &until(name, '<'));
            let taken = function.arguments.iter().filter(|own| is_fallible(&own.type_name));
            mistakes.extend(
                taken.map(|own| format!("{symbol}: takes {} outside a guard", own.type_name)),
            );
        }
    }
    mistakes
}

fn until(text: &str, end: char) -> &str {
    text.split_once(end).map_or(text, |(before, _)| before)
}

fn differences(
    declared: &sql::Function,
    function: &rust::Function,
    rows: &BTreeMap<&String, &usize>,
) -> Vec<String> {
    let mut differences = Vec::new();
    let mut differs = |what: String| {
        differences.push(format!("{}, {}: {what}", declared.name, function.symbol));
    };
    if !is_named_for(declared, function) {
        differs("the symbol does not have the name of the function".into());
    }
    let (takes, is_given) = (function.arguments.len(), declared.arguments.len());
    if takes != is_given {
        differs(format!("takes {takes} arguments, is declared with {is_given}"));
    }
    for (own, given) in function.arguments.iter().zip(&declared.arguments) {
        let name = rust::unwrapped(&own.type_name, "Later");
        if name != UNREAD && !is_one_of(ARGUMENTS, name, given) {
            differs(format!("reads {name}, is given {given}"));
        }
        match (own.is_nullable, declared.is_strict) {
            (false, false) => differs(format!("{name} would be read of a NULL: it is not STRICT")),
            (true, true) => differs(format!("{name} is never NULL: it is STRICT")),
            _ => {}
        }
    }
    let of =
        |name: &str| function.result.strip_prefix(name).and_then(|rest| rest.strip_suffix('>'));
    // A set of rows has the type of one of them.
    let (columns, row) = match declared.result.strip_prefix("setof ") {
        Some(row) => (of("Rows<"), row),
        None => (of("Row<"), declared.result.as_str()),
    };
    match (columns, rows.get(&row.to_string())) {
        (Some(columns), Some(row)) if columns == row.to_string() => {}
        (None, None) if is_one_of(RESULTS, &function.result, &declared.result) => {}
        (_, row) => differs(format!(
            "returns {}, is declared to return {}{}",
            function.result,
            declared.result,
            row.map_or(String::new(), |row| format!(" of {row} columns"))
        )),
    }
    differences
}

/// Whether a symbol is `pg_sketch_`, the name of the SQL function, and a variant where there are several of
/// that name. A function that all types share has none of their names in it.
fn is_named_for(declared: &sql::Function, function: &rust::Function) -> bool {
    let Some(symbol) = function.symbol.strip_prefix("pg_sketch_") else { return false };
    let is_shared = function.arguments.iter().any(|own| own.type_name.contains(ANY_SKETCH));
    let shared = SKETCHES.iter().any(|(sql, _)| {
        is_shared && declared.name.strip_prefix(sql) == Some(&format!("_{symbol}"))
    });
    let variant = symbol.strip_prefix(&declared.name);
    shared || variant.is_some_and(|variant| variant.is_empty() || variant.starts_with('_'))
}

fn is_one_of(types: &[(&str, &[&str])], rust: &str, sql: &str) -> bool {
    let is_listed = |rust: &str, sql: &str| {
        types.iter().any(|(own, names)| *own == rust && names.contains(&sql))
    };
    is_listed(rust, sql)
        || SKETCHES.iter().filter(|(name, _)| *name == sql).any(|(_, own)| {
            let as_any = |name: &str| rust.replace(&format!("<{name}>"), &format!("<{SKETCH}>"));
            is_listed(&as_any(own), SKETCH) || is_listed(&as_any(ANY_SKETCH), SKETCH)
        })
}

/// The files of the repository below a folder that have that extension.
fn texts(folder: &Path, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    let mut paths: Vec<_> =
        entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.sort();
    let texts = paths.iter().flat_map(|path| match path.is_dir() {
        true => texts(path, extension),
        false if path.extension().is_some_and(|own| own == extension) => {
            vec![fs::read_to_string(path).expect("a text")]
        }
        false => Vec::new(),
    });
    texts.collect()
}

#[test]
fn what_sql_declares_is_what_rust_defines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (scripts, files) = (texts(&root.join("sql"), "sql"), texts(&root.join("src/pg"), "rs"));
    let declared: usize = scripts.iter().map(|text| sql::Script::read(text).functions.len()).sum();
    assert!(declared > 80, "only {declared} functions were found");
    let found = mistakes(&scripts, &files);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

const SQL: &str = "
    CREATE TYPE pair AS (a double precision, b text);
    CREATE FUNCTION one(sketch hll, \"precision\" bigint) RETURNS pair
        AS 'MODULE_PATHNAME', 'pg_sketch_one' LANGUAGE c IMMUTABLE STRICT;
    CREATE FUNCTION two(hll, sketch_hash) RETURNS hll AS 'MODULE_PATHNAME', 'pg_sketch_two_hash' LANGUAGE c;
    CREATE FUNCTION bloom_eq(bloom, bloom) RETURNS boolean AS 'MODULE_PATHNAME', 'pg_sketch_eq' LANGUAGE c STRICT;
";
const RUST: &str = "
    sql_functions! { one, two_hash = two::<Hll>, eq }
    fn one(sketch: Raw<'_, Hll>, precision: i64) -> SqlResult<Row<2>> {}
    fn two<T>(call: Call<'_>, state: Option<Transition<T>>, value: Option<SketchHash>) -> Returned<Transition<T>> {}
    fn eq(left: Raw<'_, AnySketch>, right: Raw<'_, AnySketch>) -> SqlResult<bool> {}
";

/// What is found after something was replaced on one side.
fn found(in_sql: [&str; 2], in_rust: [&str; 2]) -> String {
    let replaced = |text: &str, [from, to]: [&str; 2]| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    mistakes(&[replaced(SQL, in_sql)], &[replaced(RUST, in_rust)]).join("; ")
}

const SAME: [&str; 2] = ["", ""];

#[test]
fn no_mistake_is_found_where_there_is_none() {
    assert_eq!(found(SAME, SAME), "");
    // As in scripts that upgrade.
    assert_eq!(found(["CREATE FUNCTION two", "CREATE OR REPLACE FUNCTION two"], SAME), "");
    // An argument that is not read may have any type.
    assert_eq!(found(SAME, ["Option<SketchHash>", "Option<Unread>"]), "");
}

#[test]
fn a_symbol_must_be_on_both_sides() {
    let other = "two: there is no pg_sketch_two_text; pg_sketch_two_hash: no SQL declares it";
    assert_eq!(found(["two_hash'", "two_text'"], SAME), other);
    let other = "one: there is no pg_sketch_one; other: 0 functions have the name other";
    assert_eq!(sorted(&found(SAME, ["{ one", "{ other"])), other);
    let more = "sql_functions! { more } fn more() -> i64 {} fn one";
    assert_eq!(found(SAME, ["fn one", more]), "pg_sketch_more: no SQL declares it");
    let extern_ = "#[pg_extern] fn more() {} fn one";
    assert_eq!(found(SAME, ["fn one", extern_]), "more: pgrx would declare it");
}

fn sorted(mistakes: &str) -> String {
    let mut mistakes: Vec<_> = mistakes.split("; ").collect();
    mistakes.sort();
    mistakes.join("; ")
}

#[test]
fn a_symbol_must_have_the_name_of_its_function() {
    let other = "three, pg_sketch_two_hash: the symbol does not have the name of the function";
    assert_eq!(found(["two(hll", "three(hll"], SAME), other);
    let shared = "hll_eq, pg_sketch_eq: the symbol does not have the name of the function";
    let only_one = "Raw<'_, Bloom>, right: Raw<'_, Bloom>";
    let both = found(SAME, ["Raw<'_, AnySketch>, right: Raw<'_, AnySketch>", only_one]);
    assert_eq!(both, shared.replace("hll", "bloom"));
    assert_eq!(found(["bloom_eq(bloom, bloom)", "hll_eq(hll, hll)"], SAME), "");
    let no_type = found(["bloom_eq", "other_eq"], SAME);
    assert_eq!(no_type, shared.replace("hll", "other"));
}

#[test]
fn the_number_of_arguments_must_agree() {
    let fewer = "one, pg_sketch_one: takes 2 arguments, is declared with 1";
    assert_eq!(found([", \"precision\" bigint", ""], SAME), fewer);
    let more = "two, pg_sketch_two_hash: takes 2 arguments, is declared with 3";
    assert_eq!(found(["(hll, sketch_hash", "(hll, sketch_hash, bigint"], SAME), more);
    let unread = "two, pg_sketch_two_hash: takes 1 arguments, is declared with 2";
    assert_eq!(found(SAME, [", value: Option<SketchHash>", ""]), unread);
}

#[test]
fn what_may_be_null_must_be_an_option_and_nothing_else() {
    let strict = "two, pg_sketch_two_hash: Transition<Hll> is never NULL: it is STRICT; \
        two, pg_sketch_two_hash: SketchHash is never NULL: it is STRICT";
    assert_eq!(found(["two_hash' LANGUAGE c", "two_hash' LANGUAGE c STRICT"], SAME), strict);
    let not_strict = "one, pg_sketch_one: Raw<Hll> would be read of a NULL: it is not STRICT; \
        one, pg_sketch_one: i64 would be read of a NULL: it is not STRICT";
    assert_eq!(found([" STRICT", ""], SAME), not_strict);
    let bare = "two, pg_sketch_two_hash: SketchHash would be read of a NULL: it is not STRICT";
    assert_eq!(found(SAME, ["Option<SketchHash>", "SketchHash"]), bare);
    let option = "one, pg_sketch_one: i64 is never NULL: it is STRICT";
    assert_eq!(found(SAME, ["precision: i64", "precision: Option<i64>"]), option);
}

#[test]
fn the_types_of_arguments_must_agree() {
    let integer = "one, pg_sketch_one: reads i64, is given integer";
    assert_eq!(found(["\"precision\" bigint", "\"precision\" integer"], SAME), integer);
    let bloom = "one, pg_sketch_one: reads Raw<Bloom>, is given hll";
    assert_eq!(found(SAME, ["Raw<'_, Hll>", "Raw<'_, Bloom>"]), bloom);
    let unfetched = "one, pg_sketch_one: reads Unfetched<Hll>, is given text";
    let replaced = ["Raw<'_, Hll>", "Unfetched<'_, Hll>"];
    assert_eq!(found(["sketch hll", "sketch text"], replaced), unfetched);
    let generic = "two, pg_sketch_two_hash: reads Transition<Bloom>, is given hll; \
        two, pg_sketch_two_hash: returns Transition<Bloom>, is declared to return hll";
    assert_eq!(found(SAME, ["two::<Hll>", "two::<Bloom>"]), generic);
    let any = "bloom_eq, pg_sketch_eq: reads Raw<AnySketch>, is given text";
    assert_eq!(found(["bloom_eq(bloom", "bloom_eq(text"], SAME), any);
    let unknown = "two, pg_sketch_two_hash: reads Unheard, is given sketch_hash";
    assert_eq!(found(SAME, ["Option<SketchHash>", "Option<Unheard>"]), unknown);
}

#[test]
fn the_types_of_results_must_agree() {
    let bytes = "two, pg_sketch_two_hash: returns Transition<Hll>, is declared to return bloom";
    assert_eq!(found(["RETURNS hll", "RETURNS bloom"], SAME), bytes);
    let number = "two, pg_sketch_two_hash: returns i64, is declared to return hll";
    assert_eq!(found(SAME, ["-> Returned<Transition<T>>", "-> Returned<i64>"]), number);
    let column = "one, pg_sketch_one: returns Row<2>, is declared to return pair of 3 columns";
    assert_eq!(found(["b text", "b text, c text"], SAME), column);
    let no_row = "one, pg_sketch_one: returns Row<2>, is declared to return text";
    assert_eq!(found(["RETURNS pair", "RETURNS text"], SAME), no_row);
    let set = "one, pg_sketch_one: returns Row<2>, is declared to return setof pair of 2 columns";
    assert_eq!(found(["RETURNS pair", "RETURNS SETOF pair"], SAME), set);
    let no_set = "one, pg_sketch_one: returns Rows<2>, is declared to return pair of 2 columns";
    assert_eq!(found(SAME, ["Row<2>", "Rows<2>"]), no_set);
    assert_eq!(found(["RETURNS pair", "RETURNS SETOF pair"], ["Row<2>", "Rows<2>"]), "");
    let value = "one, pg_sketch_one: returns f64, is declared to return pair of 2 columns";
    assert_eq!(found(SAME, ["Row<2>", "f64"]), value);
}

#[test]
fn what_may_fail_must_be_taken_inside_a_guard() {
    let outside = "pg_sketch_one: takes Raw<Hll> outside a guard";
    assert_eq!(found(SAME, ["SqlResult<Row<2>>", "Returned<Row<2>>"]), outside);
    let later = ["Option<SketchHash>", "Option<Later<Raw<'_, Bytes>>>"];
    assert_eq!(found(["sketch_hash)", "bytea)"], later), "");
}

#[test]
fn what_cannot_be_read_is_a_mistake() {
    assert!(!found(SAME, ["value: Option<SketchHash>", "value"]).is_empty());
    assert!(!found(SAME, ["fn one(", "fn one"]).is_empty());
    assert!(found(["two(hll", "two hll"], SAME).contains("cannot be read"));
}
