//! The behaviours of the `opensteer` rule set: the neighbourhood and the three rules.

use crate::answer::{Answer, Answers};
use crate::behaviour::Behaviour;
use crate::case::{Case, Given};
use crate::common::worlds;
use crate::kernel::{Kernel, Row};
use flockwork::params::{Plan, Rule};
use flockwork::rules::flocking::{Other, Sight, Sums, Viewer};
use flockwork::rules::neighbourhood::boid_neighborhood;
use flockwork::rules::opensteer::{
    opensteer_accumulate, opensteer_alignment, opensteer_cohesion, opensteer_separation,
};
use flockwork::rules::vector::{displacement, dot3};
use flockwork::scenario::{Edge, Rule as ScenarioRule};
use glam::Vec3;

const SHARED: &[&str] = &["params", "agent", "vector", "neighbourhood", "flocking", "opensteer"];

/// Who is a neighbour.
pub(crate) const BOID_NEIGHBORHOOD: Behaviour = Behaviour {
    name: "boid_neighborhood",
    on_cpu: |case| {
        let given = case.given();
        let offset = displacement(given.need_vector("position"), given.need_vector("other_position"), period(given));
        let distance2 = dot3(offset, offset);
        let ahead = dot3(given.need_vector("forward"), offset);
        let core = given.need_number("min_distance");
        let rule = rule(given);
        let inside = boid_neighborhood(distance2, distance2.sqrt(), ahead, core * core, rule.radius2, rule.cos_angle);
        vec![("inside", Answer::Boolean(inside))]
    },
    kernel: Kernel { shared: SHARED, text: include_str!("kernels/boid_neighborhood.wgsl") },
    pack: |case| {
        let given = case.given();
        let core = given.need_number("min_distance");
        let vectors = ["position", "forward", "other_position"].map(|name| given.need_vector(name));
        let row = vectors.into_iter().fold(Row::default(), Row::vector).number(core * core);
        row.number(rule(given).radius2).number(rule(given).cos_angle).vector(period(given))
    },
    unpack: |_, reply| vec![("inside", Answer::Boolean(reply.word(0) == 1))],
};

/// The rule whose neighbourhood the case gives.
fn rule(given: &Given) -> Rule {
    let radius = given.need_number("max_distance");
    Rule { weight: 1.0, radius2: radius * radius, cos_angle: given.need_number("cos_max_angle"), pad: 0.0 }
}

fn period(given: &Given) -> Vec3 {
    given.vector("period").unwrap_or(Vec3::ZERO)
}

/// Away from neighbours.
pub(crate) const OPENSTEER_SEPARATION: Behaviour = Behaviour {
    name: "opensteer_separation",
    on_cpu: |case| {
        let sums = sums(case);
        steered(opensteer_separation(&sums), sums.separation_count)
    },
    kernel: KERNEL,
    pack: row,
    unpack: |_, reply| steered(reply.vector(0), reply.word(3)),
};

/// Towards the mean heading of neighbours.
pub(crate) const OPENSTEER_ALIGNMENT: Behaviour = Behaviour {
    name: "opensteer_alignment",
    on_cpu: |case| {
        let sums = sums(case);
        steered(opensteer_alignment(&sums, case.given().need_vector("forward")), sums.alignment_count)
    },
    kernel: KERNEL,
    pack: row,
    unpack: |_, reply| steered(reply.vector(4), reply.word(7)),
};

/// Towards the centre of neighbours.
pub(crate) const OPENSTEER_COHESION: Behaviour = Behaviour {
    name: "opensteer_cohesion",
    on_cpu: |case| {
        let sums = sums(case);
        steered(opensteer_cohesion(&sums), sums.cohesion_count)
    },
    kernel: KERNEL,
    pack: row,
    unpack: |_, reply| steered(reply.vector(8), reply.word(11)),
};

const KERNEL: Kernel = Kernel { shared: SHARED, text: include_str!("kernels/opensteer.wgsl") };

fn steered(steering: Vec3, neighbours: u32) -> Answers {
    vec![("steering", steering.into()), ("neighbors", Answer::Integer(i64::from(neighbours)))]
}

/// What the engines gather of the others of a case.
fn sums(case: &Case) -> Sums {
    let given = case.given();
    let plan = plan(given);
    let species = &plan.table.species[0];
    let own = [given.need_integer("id")];
    let viewer = Viewer { forward: given.need_vector("forward"), ids: &own, dimensions: given.dimensions() };
    let sight = Sight::new(|number| number(species));
    let mut sums = Sums::default();
    for other in given.list("others") {
        let offset = displacement(given.need_vector("position"), other.need_vector("position"), period(given));
        let distance2 = dot3(offset, offset);
        let id = other.need_integer("id");
        if id != own[0] && distance2 <= species.perception2 {
            let other = Other { forward: heading(&other), id, offset, distance2 };
            opensteer_accumulate(&mut sums, plan.switches, &viewer, &sight, &other, true);
        }
    }
    sums
}

fn row(case: &Case) -> Row {
    let given = case.given();
    let species = plan(given).table.species[0];
    let others = given.list("others");
    let row = Row::default()
        .vector(given.need_vector("position"))
        .vector(given.need_vector("forward"))
        .word(given.need_integer("id"))
        .word(given.dimensions())
        .vector(period(given))
        .number(species.core2)
        .number(species.perception2)
        .number(species.dist_floor)
        .number(species.separation.radius2)
        .number(species.separation.cos_angle)
        .word(others.len() as u32);
    others.iter().fold(row, |row, other| {
        row.word(other.need_integer("id")).vector(other.need_vector("position")).vector(heading(other))
    })
}

/// Only alignment reads it, and only its cases give it.
fn heading(other: &Given) -> Vec3 {
    other.vector("forward").unwrap_or(Vec3::ZERO)
}

/// A species whose three rules have the neighbourhood of the case, as the engines would have it.
fn plan(given: &Given) -> Plan {
    let mut scenario = worlds::scenario(1, Vec3::ZERO, Vec3::ONE, Edge::Open);
    let species = &mut scenario.species[0];
    let rule = ScenarioRule {
        weight: 1.0,
        radius: given.need_number("max_distance"),
        cos_angle: given.need_number("cos_max_angle"),
    };
    species.body_radius = given.need_number("radius");
    species.dist_floor = given.number("dist_floor").unwrap_or(1e-3);
    (species.separation, species.alignment, species.cohesion) = (rule, rule, rule);
    Plan::new(&scenario)
}
