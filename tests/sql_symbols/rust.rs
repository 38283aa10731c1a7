//! What Rust files define: functions that SQL can call, with the types they take and return.

use std::collections::BTreeMap;
use syn::parse::{Parse, ParseStream};
use syn::{File, FnArg, GenericArgument, Ident, Item, ItemFn, PathArguments};
use syn::{ReturnType, Token, Type};

/// A function in C, as Rust defines it.
#[derive(Debug, PartialEq)]
pub struct Function {
    pub symbol: String,
    pub arguments: Vec<Argument>,
    pub result: String,
    /// Whether pgrx would write SQL for it as well.
    pub writes_sql: bool,
}

/// What a function takes.
#[derive(Debug, PartialEq)]
pub struct Argument {
    pub type_name: String,
    pub is_nullable: bool,
}

/// The functions of a file.
pub fn functions(text: &str) -> syn::Result<Vec<Function>> {
    let file: File = syn::parse_str(text)?;
    let mut aliases = Aliases(BTreeMap::new());
    for item in &file.items {
        if let Item::Type(alias) = item {
            aliases.0.insert(alias.ident.to_string(), (*alias.ty).clone());
        }
    }
    let mut functions = Vec::new();
    for item in &file.items {
        match item {
            Item::Fn(function) => functions.extend(aliases.pg_extern(function)),
            Item::Macro(item) if item.mac.path.is_ident("pg_function_v1") => {
                let Version1(function) = item.mac.parse_body()?;
                functions.push(aliases.function(&function, function.sig.ident.to_string()));
            }
            _ => {}
        }
    }
    Ok(functions)
}

/// `pg_function_v1! { record, fn name(call: Call<'_>, argument: Type, …) -> Type { … } }`
struct Version1(ItemFn);

impl Parse for Version1 {
    fn parse(input: ParseStream<'_>) -> syn::Result<Version1> {
        input.parse::<Ident>()?;
        input.parse::<Token![,]>()?;
        Ok(Version1(input.parse()?))
    }
}

/// Names that a file gives to types.
struct Aliases(BTreeMap<String, Type>);

impl Aliases {
    fn pg_extern(&self, function: &ItemFn) -> Option<Function> {
        let is_named =
            |path: &syn::Path| path.segments.last().is_some_and(|s| s.ident == "pg_extern");
        let attribute = function.attrs.iter().find(|attribute| is_named(attribute.path()))?;
        let options = attribute.meta.require_list().map(|list| list.tokens.to_string());
        let symbol = format!("{}_wrapper", function.sig.ident);
        let writes_sql = !options.is_ok_and(|options| options.replace(' ', "") == "sql=false");
        Some(Function { writes_sql, ..self.function(function, symbol) })
    }

    fn function(&self, function: &ItemFn, symbol: String) -> Function {
        let arguments = function.sig.inputs.iter().filter_map(|argument| match argument {
            FnArg::Typed(argument) => Some(self.argument(&argument.ty)),
            FnArg::Receiver(_) => None,
        });
        // The call itself is passed along, but not by SQL.
        let is_passed =
            |own: &Argument| !["FunctionCallInfo", "Call"].contains(&&own.type_name[..]);
        Function {
            symbol,
            arguments: arguments.filter(is_passed).collect(),
            result: self.result(&function.sig.output),
            writes_sql: false,
        }
    }

    fn argument(&self, ty: &Type) -> Argument {
        let name = self.name(ty);
        let inside = unwrapped(&name, "Option");
        Argument {
            type_name: ["Sql", "Later"]
                .iter()
                .fold(inside, |name, around| unwrapped(name, around))
                .into(),
            is_nullable: inside != name,
        }
    }

    fn result(&self, output: &ReturnType) -> String {
        let name = match output {
            ReturnType::Type(_, ty) => self.name(ty),
            ReturnType::Default => "()".into(),
        };
        ["SqlResult", "Option", "Sql"]
            .iter()
            .fold(&name[..], |name, around| unwrapped(name, around))
            .into()
    }

    /// The name of a type, without its path and its lifetimes.
    fn name(&self, ty: &Type) -> String {
        match ty {
            Type::Path(path) => {
                let Some(last) = path.path.segments.last() else { return String::new() };
                if let Some(alias) = self.0.get(&last.ident.to_string()) {
                    return self.name(alias);
                }
                let inside = match &last.arguments {
                    PathArguments::AngleBracketed(inside) => inside.args.iter().collect(),
                    _ => Vec::new(),
                };
                let inside: Vec<String> =
                    inside.into_iter().filter_map(|one| self.generic(one)).collect();
                match inside.is_empty() {
                    true => last.ident.to_string(),
                    false => format!("{}<{}>", last.ident, inside.join(", ")),
                }
            }
            Type::Reference(reference) => format!("&{}", self.name(&reference.elem)),
            Type::Array(array) => format!("[{}; {}]", self.name(&array.elem), number(&array.len)),
            _ => "?".into(),
        }
    }

    fn generic(&self, argument: &GenericArgument) -> Option<String> {
        match argument {
            GenericArgument::Type(ty) => Some(self.name(ty)),
            GenericArgument::Const(value) => Some(number(value)),
            _ => None,
        }
    }
}

fn number(expression: &syn::Expr) -> String {
    match expression {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.to_string(),
        _ => "?".into(),
    }
}

fn unwrapped<'a>(name: &'a str, around: &str) -> &'a str {
    let inside = name.strip_prefix(around).and_then(|rest| rest.strip_prefix('<'));
    inside.and_then(|rest| rest.strip_suffix('>')).unwrap_or(name)
}

#[test]
fn functions_are_read() {
    let found = functions(
        "type Sketch<'fcx> = Sql<Raw<'fcx, Hll>>;
        fn helper(value: i32) {}
        #[pg_extern(sql = false)]
        fn one(a: Sketch<'_>, b: Option<Sql<Raw<'_, Bytes>>>, call: pg_sys::FunctionCallInfo) -> SqlResult<Sql<Row<3>>> {}
        #[pg_extern]
        fn two() -> i64 {}
        pg_function_v1! { pg_finfo_three, fn three(call: Call<'_>, a: &[u8; 16], b: Option<Later<i64>>) -> bool { f(a) } }",
    )
    .unwrap();
    let argument =
        |type_name: &str, is_nullable| Argument { type_name: type_name.into(), is_nullable };
    let function = |symbol: &str, arguments, result: &str, writes_sql| Function {
        symbol: symbol.into(),
        arguments,
        result: result.into(),
        writes_sql,
    };
    let one = vec![argument("Raw<Hll>", false), argument("Raw<Bytes>", true)];
    let three = vec![argument("&[u8; 16]", false), argument("i64", true)];
    assert_eq!(
        found,
        [
            function("one_wrapper", one, "Row<3>", false),
            function("two_wrapper", vec![], "i64", true),
            function("three", three, "bool", false)
        ]
    );
}
