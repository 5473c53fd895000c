//! Density: a scenario at another count, in a world grown along, so that an agent's neighbours stay as many.

use super::load::load;
use super::meaning::{COORDINATE_MAX, WORLD_RADII_MAX};
use super::report::{Fault, Texts, shown};
use super::set::Overrides;
use super::{Edge, Scenario, Shape};
use crate::error::Error;
use glam::Vec3;

/// Reads a scenario as [`load`] does, but lets its world and starts grow (or shrink) with `overrides.count`.
///
/// Every length of world and starts grows about the world's centre with the root of the count: the square root in two
/// dimensions, the cube root in three. Radii, bodies, speeds and the spacing of lattices stay. Without a count it is [`load`].
///
/// # Errors
/// [`Error::Scenario`] as for [`load`], and where no world keeps the neighbours: species that start at one point, a scenario of
/// nobody, or a world that would grow beyond the largest coordinate; the text names the largest count.
///
/// ```
/// use flockwork::scenario::{Overrides, load_at_density};
/// let overrides = Overrides { count: Some(8 * 20_000), ..Default::default() };
/// let scenario = load_at_density("murmuration", &overrides)?;
/// assert_eq!((scenario.agent_count(), scenario.world.max.x), (160_000, 120.0));
/// # Ok::<(), flockwork::Error>(())
/// ```
pub fn load_at_density(source: &str, overrides: &Overrides) -> Result<Scenario, Error> {
    let scenario = load(source, overrides)?;
    if overrides.count.is_none() {
        return Ok(scenario);
    }
    let before = load(source, &Overrides { count: None, ..overrides.clone() })?;
    grown(scenario, before.agent_count(), source).map_err(|fault| fault.into_error(&Texts::default()))
}

/// The scenario with lengths that give its agents the room which `count_before` of them had.
fn grown(mut scenario: Scenario, count_before: u32, source: &str) -> Result<Scenario, Fault> {
    let fault = |title: String| Fault::nowhere(format!("{}: {title}", shown(source)));
    let count = scenario.agent_count();
    if count == count_before {
        return Ok(scenario);
    }
    if count_before == 0 {
        return Err(fault(format!("a scenario of 0 agents has no density to keep with {count}"))
            .help("give the species counts in the scenario, or with `--set species.NAME.count=N`"));
    }
    let at_one_point = |shape: &Shape| matches!(shape, Shape::Point { .. });
    if let Some(species) = scenario.species.iter().find(|species| at_one_point(&species.spawn.shape)) {
        let name = shown(&species.name);
        let title = format!("`{name}` starts at one point: no world keeps its neighbours with another count");
        return Err(fault(title).help(format!(
            "keep the scenario's own {count_before} agents, or try `--set species.{name}.spawn.shape=box`"
        )));
    }
    let growth = root(f64::from(count) / f64::from(count_before), &scenario);
    let growth_max = growth_max(&scenario);
    if growth > growth_max {
        let count_max = f64::from(count_before) * growth_max.powi(scenario.dimensions.count() as i32);
        let title = format!("the world of {count} agents at this density is larger than 32-bit numbers resolve");
        return Err(fault(title).help(format!("at most {} agents", count_max.floor())));
    }
    grow(&mut scenario, growth);
    let world = &scenario.world;
    if (0..scenario.dimensions.count() as usize).any(|axis| world.min[axis] >= world.max[axis]) {
        let title =
            format!("the world of {count} agents is too small so far from the origin: 32-bit numbers would lose it");
        return Err(fault(title).help("more agents, or a world nearer to the origin"));
    }
    Ok(scenario)
}

/// The square root in two dimensions, the cube root in three.
fn root(ratio: f64, scenario: &Scenario) -> f64 {
    if scenario.dimensions.count() == 2 { libm::sqrt(ratio) } else { libm::cbrt(ratio) }
}

/// How far the lengths may grow before coordinates are too large, or too coarse for the smallest radius in use.
fn growth_max(scenario: &Scenario) -> f64 {
    let rules = scenario.species.iter().flat_map(|species| [species.separation, species.alignment, species.cohesion]);
    let radii = rules.filter(|rule| rule.weight != 0.0 && rule.radius > 0.0).map(|rule| rule.radius);
    let room = f64::from(radii.fold(COORDINATE_MAX, |room, radius| room.min(radius * WORLD_RADII_MAX)));
    let centre = centre(scenario);
    let world = (scenario.world.max - centre).max_element();
    let starts = scenario.species.iter().map(|species| reach(&species.spawn.shape, centre));
    let farthest = f64::from(starts.fold(world, f32::max));
    ((room - f64::from(centre.abs().max_element())) / farthest).min(room / (2.0 * farthest))
}

/// How far from `centre` a start reaches on any axis, as far as it grows.
fn reach(shape: &Shape, centre: Vec3) -> f32 {
    let from_centre = |place: Vec3| (place - centre).abs().max_element();
    match shape {
        Shape::Box { min, max } => from_centre(*min).max(from_centre(*max)),
        Shape::Ball { centre, radius } | Shape::Shell { centre, radius_max: radius, .. } => {
            from_centre(*centre) + radius
        }
        Shape::Lattice { centre, .. } | Shape::Point { centre } => from_centre(*centre),
        Shape::Agents(_) => 0.0,
    }
}

fn centre(scenario: &Scenario) -> Vec3 {
    match scenario.world.edge {
        Edge::SphereWrap { centre, .. } => centre,
        Edge::Periodic | Edge::Reflect | Edge::Soft { .. } | Edge::Open => {
            scenario.world.min + (scenario.world.max - scenario.world.min) / 2.0
        }
    }
}

fn grow(scenario: &mut Scenario, growth: f64) {
    let middle = centre(scenario);
    let length = |length: f32| (f64::from(length) * growth) as f32;
    let place = |place: Vec3| (middle.as_dvec3() + (place - middle).as_dvec3() * growth).as_vec3();
    let world = &mut scenario.world;
    (world.min, world.max) = (place(world.min), place(world.max));
    if let Edge::SphereWrap { radius, .. } = &mut world.edge {
        *radius = length(*radius);
    }
    for species in &mut scenario.species {
        match &mut species.spawn.shape {
            Shape::Box { min, max } => (*min, *max) = (place(*min), place(*max)),
            Shape::Ball { centre, radius } => (*centre, *radius) = (place(*centre), length(*radius)),
            Shape::Shell { centre, radius_min, radius_max } => {
                *centre = place(*centre);
                (*radius_min, *radius_max) = (length(*radius_min), length(*radius_max));
            }
            Shape::Lattice { centre, .. } => *centre = place(*centre),
            // Refused, or of a count that cannot change.
            Shape::Point { .. } | Shape::Agents(_) => {}
        }
    }
}
