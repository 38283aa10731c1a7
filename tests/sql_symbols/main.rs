//! Nothing but names ties the functions that sql/ declares to those of src/pg/: Postgres calls what it
//! is told to, with what it is told. So the two are compared here: every symbol is there, takes as
//! many arguments, of these types, may meet NULL where it is ready for it, and returns that type.

mod rust;
mod sql;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const ANY_VARLENA: &[&str] = &["hll", "bloom", "bytea", "text", "varchar", "char", "inet"];

/// The SQL types that an argument of a Rust type reads.
const ARGUMENTS: &[(&str, &[&str])] = &[
    ("i16", &["smallint"]),
    ("i32", &["integer", "date"]),
    ("i64", &["bigint", "timestamp", "timestamptz"]),
    ("f32", &["real"]),
    ("f64", &["double precision"]),
    ("bool", &["boolean"]),
    ("Oid", &["oid"]),
    ("&[u8; 16]", &["uuid"]),
    ("&CStr", &["cstring", "name", "unknown"]),
    ("Decimal", &["numeric"]),
    ("SketchHash", &["sketch_hash", "sketch_item"]),
    ("Raw<Hll>", &["hll"]),
    ("Raw<Bloom>", &["bloom"]),
    ("Lazy", &["hll"]),
    ("Filter", &["bloom"]),
    ("Transition<Hll>", &["hll"]),
    ("Transition<Bloom>", &["bloom"]),
    ("Raw<Bytes>", &["bytea", "text", "char"]),
    ("Place", ANY_VARLENA),
    ("Modifiers", &["cstring[]"]),
    ("Message", &["internal"]),
    ("Request", &["internal"]),
    ("Moving", &["internal"]),
];

/// A Rust type that reads nothing of an argument.
const UNTOUCHED: &str = "Untouched";

/// The SQL types that a result of a Rust type is of; that of a row is found by its columns.
const RESULTS: &[(&str, &[&str])] = &[
    ("i32", &["integer"]),
    ("i64", &["bigint"]),
    ("f64", &["double precision"]),
    ("bool", &["boolean"]),
    ("CString", &["cstring"]),
    ("Hex", &["cstring"]),
    ("SketchHash", &["sketch_hash", "sketch_item"]),
    ("Varlena", &["hll", "bloom", "bytea"]),
    ("Memory", &["hll", "bloom", "bytea"]),
    ("Transition<Hll>", &["hll"]),
    ("Transition<Bloom>", &["bloom"]),
    ("Request", &["internal"]),
    ("Moving", &["internal"]),
];

/// What does not agree, a line for each.
fn mistakes(scripts: &[String], files: &[String]) -> Vec<String> {
    let scripts: Vec<sql::Script> = scripts.iter().map(|text| sql::Script::read(text)).collect();
    let mut defined = BTreeMap::new();
    let mut mistakes = Vec::new();
    for text in files {
        match rust::functions(text) {
            Ok(functions) => {
                defined.extend(functions.into_iter().map(|f| (f.symbol.clone(), (f, false))))
            }
            Err(error) => mistakes.push(error.to_string()),
        }
    }
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
        if function.writes_sql {
            mistakes.push(format!("{symbol}: pgrx would declare it as well"));
        }
    }
    mistakes
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
    let (takes, is_given) = (function.arguments.len(), declared.arguments.len());
    if takes != is_given {
        differs(format!("takes {takes} arguments, is declared with {is_given}"));
    }
    for (own, given) in function.arguments.iter().zip(&declared.arguments) {
        let name = &own.type_name;
        if name != UNTOUCHED && !is_one_of(ARGUMENTS, name, given) {
            differs(format!("reads {name}, is given {given}"));
        }
        match (own.is_nullable, declared.is_strict) {
            (false, false) => differs(format!("{name} would be read of a NULL: it is not STRICT")),
            (true, true) => differs(format!("{name} is never NULL: it is STRICT")),
            _ => {}
        }
    }
    let columns = function.result.strip_prefix("Row<").and_then(|rest| rest.strip_suffix('>'));
    match (columns, rows.get(&declared.result)) {
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

fn is_one_of(types: &[(&str, &[&str])], rust: &str, sql: &str) -> bool {
    types.iter().any(|(own, names)| *own == rust && names.contains(&sql))
}

/// The files in a folder of the repository that have that extension.
fn texts(folder: &str, extension: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|own| own == extension)).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect()
}

#[test]
fn what_sql_declares_is_what_rust_defines() {
    let (scripts, files) = (texts("sql", "sql"), texts("src/pg", "rs"));
    let declared: usize = scripts.iter().map(|text| sql::Script::read(text).functions.len()).sum();
    assert!(declared > 80, "only {declared} functions were found");
    let found = mistakes(&scripts, &files);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

const SQL: &str = "
    CREATE TYPE pair AS (a double precision, b text);
    CREATE FUNCTION one(sketch hll, \"precision\" bigint) RETURNS pair
        AS 'MODULE_PATHNAME', 'one_wrapper' LANGUAGE c IMMUTABLE STRICT;
    CREATE FUNCTION two(hll, sketch_hash) RETURNS hll AS 'MODULE_PATHNAME', 'two' LANGUAGE c IMMUTABLE;
";
const RUST: &str = "
    #[pg_extern(sql = false)]
    fn one(sketch: Sql<Raw<'_, Hll>>, precision: i64, call: FunctionCallInfo) -> SqlResult<Sql<Row<2>>> {}
    pg_function_v1! {
        record,
        fn two(call: Call<'_>, state: Option<Transition<Hll>>, value: Option<SketchHash>) -> Transition<Hll> { f() }
    }
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
    // An argument of which nothing is read may be of any type.
    assert_eq!(found(SAME, ["Option<SketchHash>", "Option<Untouched>"]), "");
}

#[test]
fn a_symbol_must_be_on_both_sides() {
    let other = "two: there is no other; two: no SQL declares it";
    assert_eq!(found(["'two'", "'other'"], SAME), other);
    let other = "one: there is no one_wrapper; other_wrapper: no SQL declares it";
    assert_eq!(found(SAME, ["fn one", "fn other"]), other);
    let more = "fn more() -> i64 {} #[pg_extern(sql = false)] fn one";
    assert_eq!(found(SAME, ["fn one", more]), "more_wrapper: no SQL declares it");
    assert_eq!(found(SAME, ["(sql = false)", ""]), "one_wrapper: pgrx would declare it as well");
}

#[test]
fn the_number_of_arguments_must_agree() {
    let fewer = "one, one_wrapper: takes 2 arguments, is declared with 1";
    assert_eq!(found([", \"precision\" bigint", ""], SAME), fewer);
    let more = "two, two: takes 2 arguments, is declared with 3";
    assert_eq!(found(["(hll, sketch_hash", "(hll, sketch_hash, bigint"], SAME), more);
    let unread = "two, two: takes 1 arguments, is declared with 2";
    assert_eq!(found(SAME, [", value: Option<SketchHash>", ""]), unread);
}

#[test]
fn what_may_be_null_must_be_an_option_and_nothing_else() {
    let strict = "two, two: Transition<Hll> is never NULL: it is STRICT; \
        two, two: SketchHash is never NULL: it is STRICT";
    assert_eq!(found(["'two' LANGUAGE c IMMUTABLE", "'two' LANGUAGE c STRICT"], SAME), strict);
    let not_strict = "one, one_wrapper: Raw<Hll> would be read of a NULL: it is not STRICT; \
        one, one_wrapper: i64 would be read of a NULL: it is not STRICT";
    assert_eq!(found([" STRICT", ""], SAME), not_strict);
    let bare = "two, two: SketchHash would be read of a NULL: it is not STRICT";
    assert_eq!(found(SAME, ["Option<SketchHash>", "SketchHash"]), bare);
    let option = "one, one_wrapper: i64 is never NULL: it is STRICT";
    assert_eq!(found(SAME, ["precision: i64", "precision: Option<i64>"]), option);
}

#[test]
fn the_types_of_arguments_must_agree() {
    let integer = "one, one_wrapper: reads i64, is given integer";
    assert_eq!(found(["\"precision\" bigint", "\"precision\" integer"], SAME), integer);
    let bloom = "one, one_wrapper: reads Raw<Bloom>, is given hll";
    assert_eq!(found(SAME, ["Raw<'_, Hll>", "Raw<'_, Bloom>"]), bloom);
    let unknown = "two, two: reads Unheard, is given sketch_hash";
    assert_eq!(found(SAME, ["Option<SketchHash>", "Option<Unheard>"]), unknown);
}

#[test]
fn the_types_of_results_must_agree() {
    let bytes = "two, two: returns Transition<Hll>, is declared to return bloom";
    assert_eq!(found(["RETURNS hll", "RETURNS bloom"], SAME), bytes);
    let number = "two, two: returns i64, is declared to return hll";
    assert_eq!(found(SAME, ["-> Transition<Hll>", "-> i64"]), number);
    let column = "one, one_wrapper: returns Row<2>, is declared to return pair of 3 columns";
    assert_eq!(found(["b text", "b text, c text"], SAME), column);
    let no_row = "one, one_wrapper: returns Row<2>, is declared to return text";
    assert_eq!(found(["RETURNS pair", "RETURNS text"], SAME), no_row);
    let value = "one, one_wrapper: returns f64, is declared to return pair of 2 columns";
    assert_eq!(found(SAME, ["Sql<Row<2>>", "f64"]), value);
}

#[test]
fn what_cannot_be_read_is_a_mistake() {
    assert!(!found(SAME, ["value: Option<SketchHash>", "value"]).is_empty());
    assert!(!found(SAME, ["fn one(", "fn one"]).is_empty());
}
