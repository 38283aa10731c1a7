//! Golden files: the stored bytes of some sketches, in a folder for each type.
//!
//! `UPDATE_GOLDEN=1 cargo test --no-default-features` writes files that do not exist. It never changes one
//! that does, because bytes in users' tables do not change either.

use pg_sketch::sketch::Sketch;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A sketch and its file.
pub struct Golden<S> {
    /// The name of the file.
    pub name: &'static str,
    /// What was added, in the first line of the file.
    pub what: &'static str,
    /// The sketch.
    pub sketch: S,
}

fn folder<S: Sketch>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(S::NAME)
}

/// Sixteen bytes a line, two digits a byte.
fn to_hex(bytes: &[u8]) -> String {
    let line = |bytes: &[u8]| {
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ") + "\n"
    };
    bytes.chunks(16).map(line).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let bytes = lines.flat_map(str::split_whitespace);
    bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn read<S: Sketch>(golden: &Golden<S>) -> Vec<u8> {
    let path = folder::<S>().join(golden.name).with_extension("hex");
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !path.exists() {
        let text = format!("# {}\n{}", golden.what, to_hex(&golden.sketch.portable()));
        std::fs::write(&path, text).unwrap();
    }
    from_hex(&std::fs::read_to_string(&path).unwrap())
}

/// Every file holds the encoded bytes of its sketch, and decoding it gives the `same` sketch. There are no
/// other files.
pub fn assert_files<S: Sketch>(goldens: &[Golden<S>], same: impl Fn(&S, &S) -> bool) {
    for golden in goldens {
        let stored = read(golden);
        assert_eq!(to_hex(&golden.sketch.portable()), to_hex(&stored), "{}", golden.name);
        let read = S::decode(&stored).unwrap();
        assert_eq!(read.portable(), stored, "{}", golden.name);
        assert!(same(&read, &golden.sketch), "{}", golden.name);
    }
    let entries = std::fs::read_dir(folder::<S>()).unwrap();
    let found = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let expected = goldens.iter().map(|golden| format!("{}.hex", golden.name));
    assert_eq!(found.collect::<BTreeSet<_>>(), expected.collect());
}

/// The example in a source file is the bytes of the sketch. Each line below its heading begins with bytes,
/// and their meaning follows.
pub fn assert_example<S: Sketch>(page: &str, sketch: &S) {
    let page = page.lines().filter_map(|line| line.strip_prefix("//!"));
    let example = page.skip_while(|line| !line.contains("Example:"));
    let bytes = example.flat_map(|line| {
        let digits = |word: &&str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
        line.split_whitespace().take_while(digits)
    });
    let bytes = bytes.collect::<Vec<_>>().join(" ");
    assert_eq!(bytes, to_hex(&sketch.portable()).replace('\n', " ").trim());
}
