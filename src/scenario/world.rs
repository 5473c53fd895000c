//! The world of a scenario: its box or sphere and its edge, checked.

use super::format::{self, Edge as Word, Vector};
use super::meaning::{COORDINATE_MAX, Context, narrow};
use super::report::{Fault, listed};
use super::{Edge, World};
use glam::Vec3;

/// Radius of the world when none is given: OpenSteer's.
const RADIUS: f32 = 50.0;

/// Strength of a soft edge when none is given: Parker's.
const STRENGTH: f64 = 10.0;

/// The world as meant; without a table, OpenSteer's sphere.
pub(super) fn world(typed: Option<&format::World>, context: &Context<'_>) -> Result<World, Fault> {
    let Some(typed) = typed else {
        return Ok(sphere(Vec3::ZERO, RADIUS, context));
    };
    keys_fit_the_edge(typed, context)?;
    match typed.edge {
        Word::SphereWrap => sphere_wrap(typed, context),
        Word::Periodic => in_box(typed, Edge::Periodic, context),
        Word::Reflect => in_box(typed, Edge::Reflect, context),
        Word::Soft => in_box(typed, Edge::Soft { strength: narrow(typed.strength.unwrap_or(STRENGTH)) }, context),
        Word::Open => in_box(typed, Edge::Open, context),
    }
}

/// Refuses keys that would not be read.
fn keys_fit_the_edge(typed: &format::World, context: &Context<'_>) -> Result<(), Fault> {
    let (word, allowed): (&str, &[&str]) = match typed.edge {
        Word::SphereWrap => ("sphere_wrap", &["centre", "radius"]),
        Word::Soft => ("soft", &["min", "max", "strength"]),
        Word::Periodic => ("periodic", &["min", "max"]),
        Word::Reflect => ("reflect", &["min", "max"]),
        Word::Open => ("open", &["min", "max"]),
    };
    let given = [
        ("min", typed.min.is_some()),
        ("max", typed.max.is_some()),
        ("strength", typed.strength.is_some()),
        ("centre", typed.centre.is_some()),
        ("radius", typed.radius.is_some()),
    ];
    match given.into_iter().find(|(key, given)| *given && !allowed.contains(key)) {
        Some((key, _)) => {
            let at = context.tree.key_at(&format!("world.{key}"));
            Err(Fault::new(format!("a world with `edge = \"{word}\"` has no `{key}`"), &at)
                .help(format!("it has {}", listed(allowed.iter().copied(), "and"))))
        }
        None => Ok(()),
    }
}

fn sphere_wrap(typed: &format::World, context: &Context<'_>) -> Result<World, Fault> {
    let Some(radius) = typed.radius else {
        return Err(Fault::new("`radius` is missing in `world`", &context.tree.at("world"))
            .label("`edge = \"sphere_wrap\"` needs `radius`")
            .help("try `radius = 50.0`"));
    };
    let centre = match &typed.centre {
        Some(vector) => context.vector("world.centre", vector)?,
        None => Vec3::ZERO,
    };
    let world = sphere(centre, narrow(radius), context);
    if world.min.min_element() < -COORDINATE_MAX || world.max.max_element() > COORDINATE_MAX {
        return Err(Fault::new(
            format!("the sphere must stay within {COORDINATE_MAX} of the origin"),
            &context.tree.at("world.radius"),
        )
        .label("this is the radius of the world, in world units")
        .help("a smaller radius, or a centre nearer to the origin"));
    }
    if context.axes().any(|(axis, _)| world.min[axis] >= world.max[axis]) {
        let title = "`radius` is too small so far from the origin: 32-bit numbers would lose it";
        return Err(Fault::new(title, &context.tree.at("world.radius"))
            .label("this is the radius of the world, in world units")
            .help("a larger radius, or a centre nearer to the origin"));
    }
    Ok(world)
}

fn sphere(centre: Vec3, radius: f32, context: &Context<'_>) -> World {
    let mut half = Vec3::splat(radius);
    if context.dimensions.count() == 2 {
        half.z = 0.0;
    }
    World { min: centre - half, max: centre + half, edge: Edge::SphereWrap { centre, radius } }
}

fn in_box(typed: &format::World, edge: Edge, context: &Context<'_>) -> Result<World, Fault> {
    let corner = |key: &str, vector: &Option<Vector>| match vector {
        Some(vector) => context.vector(&format!("world.{key}"), vector),
        None => Err(Fault::new(format!("`{key}` is missing in `world`"), &context.tree.at("world"))
            .label(format!("every edge but \"sphere_wrap\" needs `{key}`"))
            .help("try `min = [-50.0, -50.0, -50.0]` and `max = [50.0, 50.0, 50.0]`")),
    };
    let min = corner("min", &typed.min)?;
    let max = corner("max", &typed.max)?;
    if let Some((axis, name)) = context.axes().find(|&(axis, _)| min[axis] >= max[axis]) {
        return Err(Fault::new("`max` must be greater than `min` on every axis", &context.tree.at("world.max"))
            .label(format!("on {name}, max is {} and min is {}", max[axis], min[axis]))
            .help("exchange them, or give the world some size; for a flat world set `dimensions = 2`"));
    }
    Ok(World { min, max, edge })
}
