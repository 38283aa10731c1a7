//! What SQL scripts declare: functions in C, and the types of rows.

use std::collections::BTreeMap;

/// A function in C, as SQL sees it.
#[derive(Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub symbol: String,
    pub arguments: Vec<String>,
    pub result: String,
    pub is_strict: bool,
}

/// What a script declares.
#[derive(Debug, Default)]
pub struct Script {
    pub functions: Vec<Function>,
    /// How many columns a row has, by the name of its type.
    pub rows: BTreeMap<String, usize>,
    /// Declarations of functions that cannot be read, a line for each.
    pub mistakes: Vec<String>,
}

impl Script {
    /// Reads a script, as far as functions and types of rows are concerned.
    pub fn read(text: &str) -> Script {
        let mut script = Script::default();
        for statement in tokens(text).split(|token| *token == Token::Mark(';')) {
            match statement {
                [Token::Word(create), rest @ ..] if create == "create" && is_of_function(rest) => {
                    match function_of(rest) {
                        Some(Language::C(function)) => script.functions.push(function),
                        Some(Language::Other) => {}
                        None => {
                            let statement = type_name(statement);
                            script.mistakes.push(format!("{statement}: cannot be read"));
                        }
                    }
                }
                [
                    Token::Word(create),
                    Token::Word(type_),
                    Token::Word(name),
                    Token::Word(is),
                    rest @ ..,
                ] if create == "create" && type_ == "type" && is == "as" => {
                    if let Some((columns, _)) = in_parentheses(rest) {
                        script.rows.insert(name.clone(), columns.len());
                    }
                }
                _ => {}
            }
        }
        script
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// A word in lower case, or what stands in double quotes.
    Word(String),
    Text(String),
    Mark(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("--") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if first == '\'' || first == '"' {
            let mut inside = String::new();
            rest = &rest[1..];
            while let Some((part, after)) = rest.split_once(first) {
                inside.push_str(part);
                rest = after;
                // A quote that is doubled stands for itself.
                match rest.strip_prefix(first) {
                    Some(after) => {
                        inside.push(first);
                        rest = after;
                    }
                    None => break,
                }
            }
            tokens.push(if first == '"' { Token::Word(inside) } else { Token::Text(inside) });
        } else if first.is_alphanumeric() || first == '_' {
            let is_inside = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let end = rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..end].to_lowercase()));
            rest = &rest[end..];
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Mark(first));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    tokens
}

/// What stands in parentheses, between the commas there, and what follows.
fn in_parentheses(tokens: &[Token]) -> Option<(Vec<&[Token]>, &[Token])> {
    let [Token::Mark('('), inside @ ..] = tokens else { return None };
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, token) in inside.iter().enumerate() {
        match token {
            Token::Mark('(') => depth += 1,
            Token::Mark(')') if depth > 0 => depth -= 1,
            Token::Mark(',') | Token::Mark(')') if depth == 0 => {
                if at > start {
                    parts.push(&inside[start..at]);
                }
                start = at + 1;
                if *token == Token::Mark(')') {
                    return Some((parts, &inside[at + 1..]));
                }
            }
            _ => {}
        }
    }
    None
}

fn is_word(token: &Token, word: &str) -> bool {
    matches!(token, Token::Word(own) if own == word)
}

/// Whether what follows CREATE, words up to the kind of object, says that it is a function.
fn is_of_function(tokens: &[Token]) -> bool {
    match tokens {
        [or, replace, function, ..] if is_word(or, "or") && is_word(replace, "replace") => {
            is_word(function, "function")
        }
        [function, ..] => is_word(function, "function"),
        [] => false,
    }
}

/// A function in its language.
enum Language {
    C(Function),
    Other,
}

/// The function that follows CREATE, if it can be read.
fn function_of(tokens: &[Token]) -> Option<Language> {
    let function = tokens.iter().position(|token| is_word(token, "function"))?;
    let [Token::Word(name), rest @ ..] = &tokens[function + 1..] else { return None };
    let (arguments, rest) = in_parentheses(rest)?;
    let position = |word: &str| rest.iter().position(|token| is_word(token, word));
    let after = |word: &str| position(word).map(|at| &rest[at + 1..]);
    match after("language")?.first()? {
        Token::Word(language) | Token::Text(language) if language.to_lowercase() == "c" => {}
        _ => return Some(Language::Other),
    }
    let symbol = match after("as")? {
        [Token::Text(_), Token::Mark(','), Token::Text(symbol), ..] => symbol,
        _ => name,
    };
    let result =
        position("returns").map_or(&[][..], |at| &rest[at + 1..position("as").unwrap_or(at)]);
    let called_on_null = after("called").is_some();
    let returns_null = after("returns").and_then(|after| after.first());
    Some(Language::C(Function {
        name: name.into(),
        symbol: symbol.into(),
        arguments: arguments.iter().map(|argument| type_of_argument(argument)).collect(),
        result: type_name(result),
        is_strict: !called_on_null
            && (position("strict").is_some() || returns_null.is_some_and(|t| is_word(t, "null"))),
    }))
}

/// The type of an argument, which may have a name and a default.
fn type_of_argument(tokens: &[Token]) -> String {
    let is_default =
        |token: &Token| *token == Token::Mark('=') || *token == Token::Word("default".into());
    let end = tokens.iter().position(is_default).unwrap_or(tokens.len());
    match &tokens[..end] {
        [Token::Word(double), Token::Word(_)] if double == "double" => type_name(tokens),
        [Token::Word(_), own @ ..] if matches!(own, [Token::Word(_), ..]) => type_name(own),
        own => type_name(own),
    }
}

fn type_name(tokens: &[Token]) -> String {
    let mut name = String::new();
    for token in tokens {
        match token {
            Token::Word(word) | Token::Text(word) => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(word);
            }
            Token::Mark(mark) => name.push(*mark),
        }
    }
    name
}

#[test]
fn a_script_is_read() {
    let script = Script::read(
        "-- CREATE FUNCTION none() RETURNS x AS 'm', 's' LANGUAGE c;
        CREATE TYPE pair AS (a double precision, \"precision\" numeric(3, 1));
        CREATE FUNCTION one(a pair, double precision, \"precision\" bigint DEFAULT 0.5, cstring[]) RETURNS double precision
            AS 'MODULE_PATHNAME', 'pg_sketch_one' LANGUAGE c IMMUTABLE STRICT COST 100;
        COMMENT ON FUNCTION one(pair) IS 'it''s; STRICT';
        CREATE OR REPLACE FUNCTION two() RETURNS pair AS 'MODULE_PATHNAME' LANGUAGE c;
        CREATE FUNCTION three(int) RETURNS int AS 'int4inc' LANGUAGE internal;",
    );
    let function =
        |name: &str, symbol: &str, arguments: &[&str], result: &str, is_strict| Function {
            name: name.into(),
            symbol: symbol.into(),
            arguments: arguments.iter().map(|name| name.to_string()).collect(),
            result: result.into(),
            is_strict,
        };
    let one = ["pair", "double precision", "bigint", "cstring[]"];
    assert_eq!(
        script.functions,
        [
            function("one", "pg_sketch_one", &one, "double precision", true),
            function("two", "two", &[], "pair", false)
        ]
    );
    assert_eq!(script.rows, BTreeMap::from([("pair".into(), 2)]));
    assert_eq!(script.mistakes, [""; 0]);
}

#[test]
fn a_function_that_cannot_be_read_is_a_mistake() {
    for text in [
        "CREATE FUNCTION public.'one'(a int) RETURNS int AS 'm', 's' LANGUAGE c",
        "CREATE OR REPLACE FUNCTION one RETURNS int AS 'm', 's' LANGUAGE c",
        "CREATE FUNCTION one(a int RETURNS int AS 'm', 's' LANGUAGE c",
        "CREATE FUNCTION one() RETURNS int AS 'm', 's'",
    ] {
        let script = Script::read(text);
        assert_eq!((script.functions.len(), script.mistakes.len()), (0, 1), "{text}");
    }
}
