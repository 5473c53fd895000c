//! A parsed shader: its text through naga, the compiler of wgpu, with what its validator found out.

use flockwork::gpu::layout::{PASSES, Pass};
use flockwork::gpu::shader::compose;
use wgpu::naga;
use wgpu::naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};

/// A shader that parses and is valid.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) module: naga::Module,
    pub(crate) info: ModuleInfo,
}

impl Parsed {
    /// Parses and validates, with nothing that WebGPU does not promise; but a pass whose lanes walk together needs
    /// subgroups, and the engine makes it only where there are such.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
        let lanes = if text.contains("subgroup") { Capabilities::SUBGROUP } else { Capabilities::empty() };
        let mut validator = Validator::new(ValidationFlags::all(), lanes);
        validator.subgroup_stages(ShaderStages::COMPUTE).subgroup_operations(SubgroupOperationSet::all());
        let info = validator.validate(&module).map_err(|error| error.emit_to_string(text))?;
        Ok(Self { module, info })
    }

    /// The entry points' names.
    pub(crate) fn entries(&self) -> Vec<&str> {
        self.module.entry_points.iter().map(|entry| entry.name.as_str()).collect()
    }
}

/// Every pass with its parsed text.
pub(crate) fn passes() -> Vec<(Pass, Parsed)> {
    assert!(PASSES.len() >= 12, "only {} passes were found", PASSES.len());
    let parsed = |pass: &Pass| Parsed::new(&compose(pass)).unwrap_or_else(|error| panic!("{}: {error}", pass.entry));
    PASSES.iter().map(|pass| (*pass, parsed(pass))).collect()
}

#[test]
fn every_pass_parses_and_is_valid() {
    for (pass, parsed) in passes() {
        println!("{}: {} functions, {} types", pass.entry, parsed.module.functions.len(), parsed.module.types.len());
    }
}

#[test]
fn a_shader_that_does_not_compile_is_reported() {
    let text = compose(&PASSES[0]);
    assert!(Parsed::new(&text).is_ok());
    let unknown = Parsed::new(&text.replacen("ordered_bits(position", "disordered_bits(position", 1)).unwrap_err();
    assert!(unknown.contains("disordered_bits"), "{unknown}");
    let mistyped = Parsed::new(&text.replacen("return sqrt(", "return 1u + sqrt(", 1));
    assert!(mistyped.is_err());
}
