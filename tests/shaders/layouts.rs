//! The layouts: every struct that lies in a buffer has the same members at the same bytes in WGSL and in Rust.

use crate::parsed::{Parsed, passes};
use flockwork::gpu::buffers::TICK_STRIDE;
use flockwork::gpu::schedule::{Schedule, Status};
use flockwork::gpu::shader::shared_text;
use flockwork::params::{Grid, Member, Params, Rule, Species, Table};
use flockwork::passes::{bounds, place};
use flockwork::rules::flocking::Sums;
use flockwork::{Motion, Place};
use std::collections::BTreeMap;
use std::mem::{offset_of, size_of};
use wgpu::naga::{Handle, Module, ScalarKind, Type, TypeInner};

/// A struct as one of the two languages has it.
#[derive(Clone, Debug, PartialEq)]
struct Layout {
    members: Vec<(String, usize, String)>,
    span: usize,
}

impl Layout {
    /// A struct of Rust, from its table of members.
    fn of_rust(members: &[Member], span: usize) -> Self {
        Self { members: members.iter().map(|m| (m.name.to_owned(), m.offset, m.wgsl.to_owned())).collect(), span }
    }

    /// A struct of a parsed shader.
    fn of_wgsl(module: &Module, name: &str) -> Option<Self> {
        let (_, found) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name))?;
        let TypeInner::Struct { members, span } = &found.inner else { return None };
        let member = |m: &wgpu::naga::StructMember| {
            (m.name.clone().unwrap_or_default(), m.offset as usize, type_name(module, m.ty))
        };
        Some(Self { members: members.iter().map(member).collect(), span: *span as usize })
    }

    /// What another layout has otherwise.
    fn differences(&self, other: &Self) -> Vec<String> {
        let rows = self.members.len().max(other.members.len());
        let pairs = (0..rows).map(|k| (self.members.get(k), other.members.get(k)));
        let mut faults: Vec<String> =
            pairs.filter(|(a, b)| a != b).map(|(a, b)| format!("Rust {a:?}, WGSL {b:?}")).collect();
        if self.span != other.span {
            faults.push(format!("{} bytes in Rust, {} in WGSL", self.span, other.span));
        }
        faults
    }

    /// The first members alone, with the span that they have by themselves.
    fn prefix(&self, count: usize) -> Self {
        Self { members: self.members[..count].to_vec(), span: self.members[count].1 }
    }
}

/// Every struct that lies in a buffer, as Rust has it.
fn of_rust() -> BTreeMap<&'static str, Layout> {
    let row = |members: &[(&'static str, usize, &'static str)], span| {
        let members: Vec<Member> = members.iter().map(|&(name, offset, wgsl)| Member { name, offset, wgsl }).collect();
        Layout::of_rust(&members, span)
    };
    let status = Layout::of_rust(Status::MEMBERS, size_of::<Status>());
    BTreeMap::from([
        ("Params", Layout::of_rust(Params::MEMBERS, size_of::<Params>())),
        ("Rule", Layout::of_rust(Rule::MEMBERS, size_of::<Rule>())),
        ("Species", Layout::of_rust(Species::MEMBERS, size_of::<Species>())),
        ("Table", Layout::of_rust(Table::MEMBERS, size_of::<Table>())),
        ("Grid", Layout::of_rust(Grid::MEMBERS, size_of::<Grid>())),
        ("Schedule", Layout::of_rust(Schedule::MEMBERS, size_of::<Schedule>())),
        // The parts of the report that a pass adds to with atomics; what it does not touch, it does not declare.
        ("SteerStatus", status.prefix(4)),
        ("GroupStatus", status.prefix(4)),
        ("ScanStatus", status.prefix(3)),
        ("Status", status),
        (
            "Place",
            row(
                &[("position", offset_of!(Place, position), "vec3<f32>"), ("id", offset_of!(Place, id), "u32")],
                size_of::<Place>(),
            ),
        ),
        (
            "Motion",
            row(
                &[("forward", offset_of!(Motion, forward), "vec3<f32>"), ("speed", offset_of!(Motion, speed), "f32")],
                size_of::<Motion>(),
            ),
        ),
        // The host writes these word by word.
        ("Bounds", row(&[("lo", 0, "array<u32>"), ("hi", 12, "array<u32>")], size_of_val(&bounds::NOBODY))),
        ("Tick", row(&[("index", 0, "u32"), ("pad_a", 4, "u32"), ("pad_b", 8, "u32"), ("pad_c", 12, "u32")], 16)),
        // The host only makes room for these.
        ("Entry", row(&[("id", 0, "u32"), ("source", 4, "u32")], size_of::<place::Entry>())),
        (
            "Sums",
            row(
                &[
                    ("separation", 0, "vec3<f32>"),
                    ("separation_count", 12, "u32"),
                    ("alignment", 16, "vec3<f32>"),
                    ("alignment_count", 28, "u32"),
                    ("cohesion", 32, "vec3<f32>"),
                    ("cohesion_count", 44, "u32"),
                ],
                size_of::<Sums>(),
            ),
        ),
    ])
}

#[test]
fn every_struct_of_a_pass_is_laid_out_as_in_rust() {
    let rust = of_rust();
    let mut found: Vec<&str> = Vec::new();
    for (pass, parsed) in passes() {
        for (name, layout) in &rust {
            let Some(wgsl) = Layout::of_wgsl(&parsed.module, name) else { continue };
            assert_eq!(layout.differences(&wgsl), Vec::<String>::new(), "{name} in {}", pass.entry);
            found.push(name);
        }
    }
    let missing: Vec<_> = rust.keys().filter(|name| !found.contains(name)).collect();
    assert!(missing.is_empty(), "no shader has {missing:?}");
    println!("{} structs, {} members", rust.len(), rust.values().map(|layout| layout.members.len()).sum::<usize>());
}

#[test]
fn every_struct_in_a_buffer_is_compared() {
    let rust = of_rust();
    for (pass, parsed) in passes() {
        let bound = parsed.module.global_variables.iter().filter(|(_, variable)| variable.binding.is_some());
        for (_, variable) in bound {
            let name = type_name(&parsed.module, variable.ty);
            let element = name.strip_prefix("array<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(&name);
            let plain = ["u32", "vec4<f32>"].contains(&element);
            assert!(plain || rust.contains_key(element), "{}: {:?} is a {name}", pass.entry, variable.name);
        }
    }
}

#[test]
fn a_tick_fits_between_two_dynamic_offsets() {
    assert!(of_rust()["Tick"].span as u64 <= TICK_STRIDE);
}

#[test]
fn a_layout_that_differs_is_reported() {
    let text = shared_text(&["params", "agent"]);
    let faults = |name: &str, right: &str, wrong: &str| {
        assert!(text.contains(right), "{right}");
        let parsed = Parsed::new(&text.replacen(right, wrong, 1)).unwrap();
        of_rust()[name].differences(&Layout::of_wgsl(&parsed.module, name).unwrap()).len()
    };
    assert_eq!(faults("Params", "dt: f32,", "dt: f32,"), 0);
    let swapped = ("dt: f32,\n    soft_strength: f32,", "soft_strength: f32,\n    dt: f32,");
    assert_eq!(faults("Params", swapped.0, swapped.1), 2, "two members are exchanged");
    let swapped = ("min_speed: f32,\n    max_speed: f32,", "max_speed: f32,\n    min_speed: f32,");
    assert_eq!(faults("Species", swapped.0, swapped.1), 2);
    assert_eq!(faults("Params", "edge: u32,", "edge: i32,"), 1, "a type is another");
    assert_eq!(faults("Rule", "    pad: f32,\n", ""), 2, "a member is missing, and its bytes");
    assert_eq!(
        faults("Motion", "forward: vec3f,\n    speed: f32,", "forward: vec3f,\n    speed: f32,\n    roll: f32,"),
        2,
        "a member is too many"
    );
    assert_eq!(faults("Table", "SPECIES_MAX: u32 = 32u", "SPECIES_MAX: u32 = 16u"), 1, "an array is shorter");
}

/// A type as the Rust tables name it; an atomic is what it holds, and an array has no length.
fn type_name(module: &Module, ty: Handle<Type>) -> String {
    let scalar = |kind: ScalarKind| match kind {
        ScalarKind::Uint => "u32",
        ScalarKind::Sint => "i32",
        ScalarKind::Float => "f32",
        _ => "another scalar",
    };
    let Type { name, inner } = &module.types[ty];
    match (name, inner) {
        (Some(name), _) => name.clone(),
        (None, TypeInner::Scalar(x) | TypeInner::Atomic(x)) => scalar(x.kind).to_owned(),
        (None, TypeInner::Vector { size, scalar: x }) => format!("vec{}<{}>", *size as u32, scalar(x.kind)),
        (None, TypeInner::Array { base, .. }) => format!("array<{}>", type_name(module, *base)),
        (None, other) => format!("{other:?}"),
    }
}
