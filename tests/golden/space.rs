//! The behaviours of the edge of the world.

use crate::answer::Answers;
use crate::behaviour::Behaviour;
use crate::case::{Case, Given};
use crate::common::worlds;
use crate::kernel::{Kernel, Row};
use flockwork::params::{Params, Plan};
use flockwork::rules::motion::pushed_in;
use flockwork::rules::space::edge_of_world;
use flockwork::scenario::Edge;
use glam::Vec3;

const KERNEL: Kernel = Kernel {
    shared: &["params", "agent", "vector", "limits", "space", "motion"],
    text: include_str!("kernels/world.wgsl"),
};

/// The push of a soft box.
pub(crate) const SOFT_BOUNDS: Behaviour = Behaviour {
    name: "soft_bounds",
    on_cpu: |case| vec![("dv", pushed_in(&soft(case), case.given().need_vector("position")).into())],
    kernel: KERNEL,
    pack: |case| row(case, Vec3::ZERO, &soft(case)),
    unpack: |_, reply| vec![("dv", reply.vector(0).into())],
};

fn soft(case: &Case) -> Params {
    let given = case.given();
    params(given, Edge::Soft { strength: given.need_number("strength") })
}

/// Torus, walls, sphere.
pub(crate) const BOUNDS_WRAP: Behaviour = Behaviour {
    name: "bounds_wrap",
    on_cpu: |case| {
        let velocity = case.given().need_vector("velocity");
        let moved = edge_of_world(&hard(case), case.given().need_vector("position"), velocity);
        bounds_answers(moved.position, moved.velocity)
    },
    kernel: KERNEL,
    pack: |case| row(case, case.given().need_vector("velocity"), &hard(case)),
    unpack: |_, reply| bounds_answers(reply.vector(3), reply.vector(6)),
};

fn bounds_answers(position: Vec3, velocity: Vec3) -> Answers {
    vec![("position", position.into()), ("velocity", velocity.into())]
}

fn hard(case: &Case) -> Params {
    params(case.given(), edge(case.given(), "kind"))
}

/// The edge that the text in this field names.
pub(crate) fn edge(given: &Given, field: &str) -> Edge {
    match given.text(field) {
        "periodic" => Edge::Periodic,
        "reflect" => Edge::Reflect,
        "soft" => Edge::Soft { strength: given.need_number("strength") },
        "sphere_wrap" => Edge::SphereWrap { centre: given.need_vector("center"), radius: given.need_number("radius") },
        "open" => Edge::Open,
        other => panic!("no edge of the world is named {other}"),
    }
}

/// The corners of a world: as given, or those of the box around its sphere.
pub(crate) fn corners(given: &Given, edge: Edge) -> (Vec3, Vec3) {
    match edge {
        Edge::SphereWrap { centre, radius } => (centre - radius, centre + radius),
        Edge::Open => (Vec3::ZERO, Vec3::ZERO),
        _ => (given.need_vector("min"), given.need_vector("max")),
    }
}

/// The parameters of a world, as the engines would have them.
fn params(given: &Given, edge: Edge) -> Params {
    let (min, max) = corners(given, edge);
    Plan::new(&worlds::scenario(1, min, max, edge)).params
}

fn row(case: &Case, velocity: Vec3, params: &Params) -> Row {
    Row::default()
        .vector(case.given().need_vector("position"))
        .vector(velocity)
        .word(params.edge)
        .vector(params.world_min)
        .vector(params.world_max)
        .vector(params.period)
        .vector(params.sphere_centre)
        .number(params.sphere_radius)
        .number(params.soft_strength)
}
