//! The bindings: each pass uses exactly the buffers of its table, as the table says, under the names of the table.

use crate::parsed::{Parsed, passes};
use flockwork::gpu::layout::{PASSES, Pass, Slot, Use};
use flockwork::gpu::shader::compose;
use wgpu::naga::{AddressSpace, GlobalVariable, Handle, StorageAccess};

/// Storage buffers that WebGPU lets a pass bind on every adapter.
const STORAGE_MAX: usize = 8;

/// A file that names a buffer otherwise than its slot, and why.
const OTHER_NAMES: &[(&str, Slot, &str)] = &[
    ("grid", Slot::Grid, "grid_made"),        // `grid` is its entry point
    ("bounds", Slot::Bounds, "bounds_found"), // `bounds` is its entry point
    ("grid", Slot::Bounds, "bounds_found"),   // as in `bounds`
    ("place", Slot::Round, "level"),          // a round of `steer` is a level of merging
];

/// What a shader binds, in order of the number: number, use, name.
type Found = Vec<(u32, Use, String)>;

#[test]
fn every_pass_binds_what_its_table_says() {
    for (pass, parsed) in passes() {
        let found = used(&parsed, pass.entry);
        assert!(!found.is_empty());
        assert_eq!(differences(&pass, &found), Vec::<String>::new(), "{}", pass.entry);
    }
}

#[test]
fn every_declared_binding_is_used_by_an_entry_point_of_its_file() {
    for (pass, parsed) in passes() {
        let by_any: Vec<u32> = parsed.entries().iter().flat_map(|entry| numbers(&used(&parsed, entry))).collect();
        for (_, variable) in parsed.module.global_variables.iter() {
            let Some(binding) = variable.binding else { continue };
            assert_eq!(binding.group, 0, "{}", pass.file);
            assert!(by_any.contains(&binding.binding), "{}: binding {} is of no use", pass.file, binding.binding);
        }
    }
}

#[test]
fn no_pass_binds_more_storage_than_every_adapter_allows() {
    for pass in PASSES {
        let storage = pass.bindings.iter().filter(|(_, how)| matches!(how, Use::Read | Use::Write)).count();
        assert!(storage <= STORAGE_MAX, "{} binds {storage}", pass.entry);
    }
}

#[test]
fn a_binding_that_differs_from_its_table_is_reported() {
    let pass = PASSES.iter().find(|pass| pass.entry == "steer").unwrap();
    let after = |right: &str, wrong: &str| {
        let text = compose(pass);
        assert!(text.contains(right), "{right}");
        differences(pass, &used(&Parsed::new(&text.replace(right, wrong)).unwrap(), "steer"))
    };
    assert_eq!(after("@binding(17)", "@binding(17)"), Vec::<String>::new());
    assert_eq!(after("@binding(17)", "@binding(5)").len(), 2, "one is missing, one is too many");
    assert_eq!(after("var<storage, read> starts", "var<storage, read_write> starts").len(), 1);
    assert_eq!(after("var<uniform> params", "var<storage, read> params").len(), 1);
    let fixed = "struct Fixed { index: u32 }\n@group(0) @binding(18) var<uniform> slice: Fixed;";
    assert_eq!(after("@group(0) @binding(18) var<uniform> slice: Tick;", fixed).len(), 1, "no dynamic offset");
    assert_eq!(after("sums_kept", "sums_left").len(), 1);
    assert_eq!(after("slice.index * SLICE", "0u * SLICE").len(), 1, "what no line uses is not bound");
}

/// What differs between a pass's table and what its shader binds.
fn differences(pass: &Pass, found: &Found) -> Vec<String> {
    let mut faults = Vec::new();
    for &(slot, how) in pass.bindings {
        match found.iter().find(|(number, ..)| *number == slot as u32) {
            None => faults.push(format!("{slot:?} is in the table and not in the shader")),
            Some((_, used, _)) if *used != how => {
                faults.push(format!("{slot:?} is {how:?} in the table and {used:?} in the shader"));
            }
            Some((_, _, name)) if *name != expected_name(pass.file, slot) => {
                faults.push(format!("{slot:?} is called {name} in the shader"));
            }
            Some(_) => {}
        }
    }
    let extra = found.iter().filter(|(number, ..)| !pass.bindings.iter().any(|(slot, _)| *slot as u32 == *number));
    faults.extend(extra.map(|(number, _, name)| format!("{name} at {number} is not in the table")));
    faults
}

/// The bindings that an entry point uses, itself or through the functions it calls.
fn used(parsed: &Parsed, entry: &str) -> Found {
    let index = parsed.entries().iter().position(|name| *name == entry).expect("the entry point of a pass");
    let info = parsed.info.get_entry_point(index);
    let bound = |(handle, variable): (Handle<GlobalVariable>, &GlobalVariable)| {
        let number = variable.binding?.binding;
        let name = variable.name.clone().unwrap_or_default();
        (!info[handle].is_empty()).then(|| (number, how(parsed, variable), name))
    };
    let mut found: Found = parsed.module.global_variables.iter().filter_map(bound).collect();
    found.sort_by_key(|(number, ..)| *number);
    found
}

fn numbers(found: &Found) -> Vec<u32> {
    found.iter().map(|(number, ..)| *number).collect()
}

/// The use of a buffer by its address space; a uniform of type `Tick` is the one with a dynamic offset.
fn how(parsed: &Parsed, variable: &GlobalVariable) -> Use {
    let tick = parsed.module.types[variable.ty].name.as_deref() == Some("Tick");
    match variable.space {
        AddressSpace::Uniform if tick => Use::Tick,
        AddressSpace::Uniform => Use::Uniform,
        AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => Use::Write,
        AddressSpace::Storage { .. } => Use::Read,
        space => panic!("a binding in {space:?}"),
    }
}

/// `SortedPlaces` is `sorted_places`, but for the names in the list.
fn expected_name(file: &str, slot: Slot) -> String {
    if let Some((.., name)) = OTHER_NAMES.iter().find(|(other, of, _)| *other == file && *of == slot) {
        return (*name).to_owned();
    }
    let camel = format!("{slot:?}");
    let words = camel.char_indices().map(|(at, c)| match c.is_uppercase() && at > 0 {
        true => format!("_{}", c.to_lowercase()),
        false => c.to_lowercase().to_string(),
    });
    words.collect()
}
