//! What Rust files define: functions that SQL can call, with the types they take and return.

use std::collections::BTreeMap;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{ExprPath, File, FnArg, GenericArgument, GenericParam, Ident, Item, ItemFn};
use syn::{PathArguments, ReturnType, Token, Type, Visibility};

/// A function in C, as Rust defines it.
#[derive(Debug, PartialEq)]
pub struct Function {
    pub symbol: String,
    pub arguments: Vec<Argument>,
    pub result: String,
    /// Whether it guards its own fallible calls.
    pub is_unguarded: bool,
}

/// The arguments of a function.
#[derive(Debug, PartialEq)]
pub struct Argument {
    pub type_name: String,
    pub is_nullable: bool,
}

/// The functions that files define, and mistakes, a line for each.
pub fn functions(texts: &[String]) -> syn::Result<(Vec<Function>, Vec<String>)> {
    let files: Vec<File> =
        texts.iter().map(|text| syn::parse_str(text)).collect::<Result<_, _>>()?;
    let (mut functions, mut mistakes) = (Vec::new(), Vec::new());
    for file in &files {
        for item in &file.items {
            match item {
                Item::Macro(item) if item.mac.path.is_ident("sql_functions") => {
                    for declared in item.mac.parse_body::<Declared>()?.0 {
                        match declared.find(file, &files) {
                            Ok(function) => functions.push(function),
                            Err(mistake) => mistakes.push(mistake),
                        }
                    }
                }
                Item::Fn(function) if is_pg_extern(function) => {
                    mistakes.push(format!("{}: pgrx would declare it", function.sig.ident));
                }
                _ => {}
            }
        }
    }
    Ok((functions, mistakes))
}

fn is_pg_extern(function: &ItemFn) -> bool {
    let is_named = |path: &syn::Path| path.segments.last().is_some_and(|s| s.ident == "pg_extern");
    function.attrs.iter().any(|attribute| is_named(attribute.path()))
}

/// `sql_functions! { name, name = function::<Type>, … }`
struct Declared(Vec<Entry>);

/// A function in such a list.
struct Entry {
    name: Ident,
    /// What it is, if that has another name.
    function: Option<ExprPath>,
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> syn::Result<Declared> {
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
        Ok(Declared(entries.into_iter().collect()))
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Entry> {
        let name = input.parse()?;
        let is_other = input.parse::<Option<Token![=]>>()?.is_some();
        Ok(Entry { name, function: if is_other { Some(input.parse()?) } else { None } })
    }
}

impl Entry {
    /// The function: one of the same file, or a public one of another file.
    fn find(&self, own: &File, files: &[File]) -> Result<Function, String> {
        let last = self.function.as_ref().and_then(|function| function.path.segments.last());
        let name = last.map_or(&self.name, |last| &last.ident);
        let types = last.map_or(Vec::new(), |last| types_of(&last.arguments));
        let named = |file: &File, must_be_public: bool| {
            file.items.iter().find_map(|item| match item {
                Item::Fn(function)
                    if function.sig.ident == *name
                        && (!must_be_public || matches!(function.vis, Visibility::Public(_))) =>
                {
                    Some(function.clone())
                }
                _ => None,
            })
        };
        if let Some(function) = named(own, false) {
            return Ok(Names::of(own, files, &function, types).function(&self.name, &function));
        }
        let found: Vec<_> =
            files.iter().filter_map(|file| Some((file, named(file, true)?))).collect();
        match &found[..] {
            [(file, function)] => {
                Ok(Names::of(file, files, function, types).function(&self.name, function))
            }
            others => {
                Err(format!("{}: {} functions have the name {name}", self.name, others.len()))
            }
        }
    }
}

fn types_of(arguments: &PathArguments) -> Vec<Type> {
    let PathArguments::AngleBracketed(inside) = arguments else { return Vec::new() };
    let types = inside.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    types.collect()
}

/// Names of types: those that a file or, in public, another one gives, and the parameters of a generic
/// function.
struct Names(BTreeMap<String, Type>);

impl Names {
    fn of(own: &File, files: &[File], function: &ItemFn, types: Vec<Type>) -> Names {
        let aliases = |file: &File, must_be_public: bool| {
            let aliases = file.items.iter().filter_map(|item| match item {
                Item::Type(alias)
                    if alias.generics.type_params().next().is_none()
                        && (!must_be_public || matches!(alias.vis, Visibility::Public(_))) =>
                {
                    Some((alias.ident.to_string(), (*alias.ty).clone()))
                }
                _ => None,
            });
            aliases.collect::<Vec<_>>()
        };
        let parameters = function.sig.generics.params.iter().filter_map(|one| match one {
            GenericParam::Type(one) => Some(one.ident.to_string()),
            _ => None,
        });
        let public = files.iter().flat_map(|file| aliases(file, true));
        Names(public.chain(aliases(own, false)).chain(parameters.zip(types)).collect())
    }

    fn function(&self, name: &Ident, function: &ItemFn) -> Function {
        let arguments = function.sig.inputs.iter().filter_map(|argument| match argument {
            FnArg::Typed(argument) => Some(self.argument(&argument.ty)),
            FnArg::Receiver(_) => None,
        });
        let result = match &function.sig.output {
            ReturnType::Type(_, ty) => self.name(ty),
            ReturnType::Default => "()".into(),
        };
        let unguarded = unwrapped(&result, "Returned");
        Function {
            symbol: format!("pg_sketch_{name}"),
            // The call itself is passed along, but not by SQL.
            arguments: arguments.filter(|own| own.type_name != "Call").collect(),
            result: ["SqlResult", "Option"]
                .iter()
                .fold(unguarded, |name, around| unwrapped(name, around))
                .into(),
            is_unguarded: unguarded != result,
        }
    }

    fn argument(&self, ty: &Type) -> Argument {
        let name = self.name(ty);
        let inside = unwrapped(&name, "Option");
        Argument { type_name: inside.into(), is_nullable: inside != name }
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

/// What is inside a generic type of that name, else the type itself.
pub fn unwrapped<'a>(name: &'a str, around: &str) -> &'a str {
    let inside = name.strip_prefix(around).and_then(|rest| rest.strip_prefix('<'));
    inside.and_then(|rest| rest.strip_suffix('>')).unwrap_or(name)
}

#[test]
fn functions_are_read() {
    let own = "type Sketch<'fcx> = Raw<'fcx, Hll>;
        sql_functions! { one, two, three, four = generic::<Hll>, five = super::other::<i32, Hll>, six }
        fn helper(value: i32) {}
        fn one(a: Sketch<'_>, b: Option<Raw<'_, Bytes>>) -> SqlResult<Row<3>> {}
        fn two() -> Number {}
        fn three(call: Call<'_>, a: &[u8; 16], b: Option<Later<i64>>) -> Returned<bool> { f(a) }
        fn generic<T: Any>(a: Raw<'_, T>) -> SqlResult<Option<T>> {}";
    let other = "pub type Number = i64;
        type Sketch = Bloom;
        pub fn other<A, B>(b: Raw<'_, B>, a: A) {}
        pub fn six() {}
        #[pg_extern] fn seven() {}";
    let argument =
        |type_name: &str, is_nullable| Argument { type_name: type_name.into(), is_nullable };
    let function = |symbol: &str, arguments, result: &str, is_unguarded| Function {
        symbol: symbol.into(),
        arguments,
        result: result.into(),
        is_unguarded,
    };
    let one = vec![argument("Raw<Hll>", false), argument("Raw<Bytes>", true)];
    let three = vec![argument("&[u8; 16]", false), argument("Later<i64>", true)];
    let five = vec![argument("Raw<Hll>", false), argument("i32", false)];
    let texts = [own, other, "pub fn six() {}"].map(String::from);
    let (found, mistakes) = functions(&texts).unwrap();
    assert_eq!(
        found,
        [
            function("pg_sketch_one", one, "Row<3>", false),
            function("pg_sketch_two", vec![], "i64", false),
            function("pg_sketch_three", three, "bool", true),
            function("pg_sketch_four", vec![argument("Raw<Hll>", false)], "Hll", false),
            function("pg_sketch_five", five, "()", false),
        ]
    );
    assert_eq!(mistakes, ["six: 2 functions have the name six", "seven: pgrx would declare it"]);
}
