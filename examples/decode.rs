//! Says what an input function must make of each of some files: a line for each with its name, what
//! became of it, and its bytes in the text form of the type. `cargo run --example decode hll FILE...`
//!
//! tests/lanes/io_functions lets a server do the same and compares.

use pg_sketch::bloom::Bloom;
use pg_sketch::cms::Cms;
use pg_sketch::error::Kind;
use pg_sketch::hex;
use pg_sketch::hll::Hll;
use pg_sketch::sketch::Sketch;
use pg_sketch::topk::Topk;
use std::io::Result;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let type_name = arguments.next().unwrap_or_default();
    for file in arguments {
        let bytes = std::fs::read(&file)?;
        let outcome = match type_name.as_str() {
            Hll::NAME => outcome::<Hll>(&bytes),
            Bloom::NAME => outcome::<Bloom>(&bytes),
            Topk::NAME => outcome::<Topk>(&bytes),
            Cms::NAME => outcome::<Cms>(&bytes),
            other => return Err(std::io::Error::other(format!("{other} is no type"))),
        };
        let mut text = vec![0; hex::len(&bytes)];
        hex::encode(&bytes, &mut text, || ());
        println!("{type_name}\t{file}\t{outcome}\t{}", String::from_utf8_lossy(&text));
    }
    Ok(())
}

/// That the bytes are accepted, or the SQLSTATE they are refused with.
fn outcome<S: Sketch>(bytes: &[u8]) -> &'static str {
    match S::decode(bytes) {
        Ok(sketch) if sketch.portable() == bytes => "accepted",
        Ok(_) => "accepted, but written otherwise",
        Err(error) => match error.kind() {
            Kind::BadBytes => "22P03",
            Kind::Newer => "0A000",
            _ => "another error",
        },
    }
}
