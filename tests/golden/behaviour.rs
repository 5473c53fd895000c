//! A behaviour: a name of the specification with its function on the CPU and its kernel, and the cases of its file.

use crate::answer::{Answers, Tally};
use crate::case::Case;
use crate::common::not_tested;
use crate::kernel::{self, Kernel, Reply, Row};
use flockwork::gpu::Gpu;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// How the cases of one file are answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Behaviour {
    /// As in the specification; also the name of its file.
    pub(crate) name: &'static str,
    /// The answers of the Rust functions.
    pub(crate) on_cpu: fn(&Case) -> Answers,
    /// The kernel that calls the WGSL functions.
    pub(crate) kernel: Kernel,
    /// A case as a row of words.
    pub(crate) pack: fn(&Case) -> Row,
    /// The answers of the kernel.
    pub(crate) unpack: fn(&Case, Reply<'_>) -> Answers,
}

impl Behaviour {
    /// The answers of the kernel to all cases, in one dispatch of this text, which may differ from the shaders' own.
    pub(crate) fn in_wgsl(&self, gpu: &Gpu, text: &str, cases: &[Case]) -> Vec<Answers> {
        let rows: Vec<Row> = cases.iter().map(self.pack).collect();
        let replies = kernel::run(gpu, text, &rows);
        cases.iter().zip(replies.iter()).map(|(case, reply)| (self.unpack)(case, reply)).collect()
    }

    /// All cases on the CPU.
    pub(crate) fn judge_on_cpu(&self, cases: &[Case]) -> Tally {
        judged(cases, &cases.iter().map(self.on_cpu).collect::<Vec<_>>())
    }

    /// All cases in the shaders' own text.
    pub(crate) fn judge_in_wgsl(&self, gpu: &Gpu, cases: &[Case]) -> Tally {
        judged(cases, &self.in_wgsl(gpu, &self.kernel.compose(), cases))
    }
}

/// The cases with their answers, compared.
pub(crate) fn judged(cases: &[Case], answers: &[Answers]) -> Tally {
    let mut tally = Tally::default();
    for (case, answers) in cases.iter().zip(answers) {
        tally.judge(case, answers);
    }
    tally
}

/// The folder of golden vectors: `FLOCKWORK_GOLDEN`, or the one in the repository.
pub(crate) fn folder() -> PathBuf {
    env::var_os("FLOCKWORK_GOLDEN").map_or_else(own_folder, PathBuf::from)
}

/// The folder in the repository: what tests of the tests read, whatever the user has set.
pub(crate) fn own_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// A file by its name without ending; `None`, said aloud, when a folder of the user's own has no such file.
pub(crate) fn file(folder: &Path, name: &str, schema: &str) -> Option<Value> {
    let path = folder.join(name).with_extension("json");
    if !path.exists() && folder != own_folder() {
        not_tested(&format!("no {}", path.display()));
        return None;
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(value["schema"], schema, "{}", path.display());
    Some(value)
}

/// The cases of a behaviour's file, at least one.
pub(crate) fn cases(folder: &Path, name: &str) -> Option<Vec<Case>> {
    let file = file(folder, name, "boids-golden/1")?;
    assert_eq!(file["behaviour"], name, "{name}.json is of another behaviour");
    let cases: Vec<Case> = file["cases"].as_array().expect("cases").iter().map(Case::read).collect();
    assert!(!cases.is_empty(), "{name}.json holds no case");
    Some(cases)
}
