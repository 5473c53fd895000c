//! The choice of an adapter, and what a device tells when something goes wrong.

mod common;

use flockwork::Error;
use flockwork::gpu::adapter::{self, AdapterChoice, AdapterKind, Gpu};

#[test]
fn the_words_auto_and_software_are_words_and_the_rest_is_a_name() {
    assert_eq!(AdapterChoice::parse("auto"), AdapterChoice::Auto);
    assert_eq!(AdapterChoice::parse("Software"), AdapterChoice::Software);
    assert_eq!(AdapterChoice::parse(" RTX "), AdapterChoice::Name("RTX".to_owned()));
}

#[test]
fn software_opens_a_software_adapter() {
    if common::without_gpu() {
        return;
    }
    let gpu = Gpu::open(&AdapterChoice::Software).unwrap();
    assert_eq!(gpu.report.kind, AdapterKind::Software, "{}", gpu.report);
    let name = gpu.report.name.to_lowercase();
    assert!(name.contains("llvmpipe") || name.contains("swiftshader"), "{}", gpu.report);
    assert_eq!(gpu.device.limits().max_buffer_size, gpu.report.max_buffer_size);
    assert_eq!(gpu.device.limits().max_storage_buffer_binding_size, gpu.report.max_storage_buffer_binding_size);
    assert_eq!(gpu.health(), Ok(()));
    gpu.wait(None).unwrap();
}

#[test]
fn a_part_of_the_name_in_any_case_finds_the_adapter() {
    if common::without_gpu() {
        return;
    }
    let first = adapter::list().into_iter().next().unwrap();
    let part: String = first.name.chars().take(4).collect();
    let gpu = Gpu::open(&AdapterChoice::Name(part.to_uppercase())).unwrap();
    assert!(gpu.report.name.to_lowercase().contains(&part.to_lowercase()));
}

#[test]
fn an_unknown_name_is_refused_with_the_list_of_what_there_is() {
    let Err(Error::Adapter(text)) = Gpu::open(&AdapterChoice::Name("no such adapter".to_owned())) else {
        panic!("an adapter was found for a name that nobody has");
    };
    for word in
        ["`no such adapter`", "vulkan", "mesa-vulkan-drivers", "WGPU_BACKEND", "VK_DRIVER_FILES", "--engine cpu"]
    {
        assert!(text.contains(word), "{word} is missing in: {text}");
    }
    for report in adapter::list() {
        assert!(text.contains(&report.name), "{} is missing in: {text}", report.name);
    }
}

#[test]
fn a_report_is_one_line_and_has_every_field_in_json() {
    for report in adapter::list() {
        assert!(!report.to_string().contains('\n'));
        let json = serde_json::to_value(&report).unwrap();
        assert!(json["kind"] == "hardware" || json["kind"] == "software");
        assert!(json["max_storage_buffer_binding_size"].as_u64().unwrap() > 0);
    }
}

#[test]
fn a_lost_device_is_no_longer_healthy() {
    if common::without_gpu() {
        return;
    }
    let gpu = Gpu::open(&AdapterChoice::Software).unwrap();
    gpu.device.destroy();
    let waited = gpu.wait(None);
    assert!(waited.is_err(), "waiting on a lost device succeeded");
    assert!(gpu.health().unwrap_err().contains("lost"));
}

#[test]
fn an_error_outside_every_scope_is_kept_instead_of_a_panic() {
    if common::without_gpu() {
        return;
    }
    let gpu = Gpu::open(&AdapterChoice::Software).unwrap();
    let too_large = wgpu::BufferDescriptor {
        label: Some("flockwork.test.too_large"),
        size: gpu.report.max_buffer_size.saturating_add(4) & !3,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    };
    let _buffer = gpu.device.create_buffer(&too_large);
    assert!(gpu.health().is_err(), "a buffer over the limit went unnoticed");
}
