//! The behaviours of single vectors: helpers, random numbers, limits of speed.

use crate::answer::{Answer, Answers};
use crate::behaviour::Behaviour;
use crate::case::{Case, Given};
use crate::common::worlds;
use crate::kernel::{Kernel, Reply, Row};
use flockwork::params::{Plan, Species};
use flockwork::rules::limits::speed_limit;
use flockwork::rules::random::{random_bits, random_direction};
use flockwork::rules::vector as rules;
use flockwork::scenario::Edge;
use glam::Vec3;

/// Helpers of vectors.
pub(crate) const VECTOR_OPS: Behaviour = Behaviour {
    name: "vector_ops",
    on_cpu: vector_ops,
    kernel: Kernel { shared: &["vector"], text: include_str!("kernels/vector_ops.wgsl") },
    pack: |case| {
        let given = case.given();
        let vector = |name| given.vector(name).unwrap_or(Vec3::ZERO);
        let number = |name| given.number(name).unwrap_or(0.0);
        Row::default()
            .word(OPS.iter().position(|op| *op == given.text("op")).expect("an operation that is known") as u32)
            .vector(vector("a"))
            .vector(vector("b"))
            .number(number("x"))
            .number(most(given))
            .number(number("lo"))
            .number(number("hi"))
            .vector(vector("period"))
            .word(given.integer("i").unwrap_or(0))
            .word(given.integer("j").unwrap_or(0))
            .word(given.dimensions())
    },
    unpack: |case, reply| match case.given().text("op") {
        "interval_comparison" => vec![("n", Answer::Integer(i64::from(reply.word(0).cast_signed())))],
        _ => vec![("v", reply.vector(0).into())],
    },
};

/// The operations, in the order of the kernel's numbers.
const OPS: [&str; 8] = [
    "unit",
    "limit",
    "perpendicular_component",
    "parallel_component",
    "interval_comparison",
    "predict_position",
    "displacement",
    "pair_direction",
];

fn vector_ops(case: &Case) -> Answers {
    let given = case.given();
    let a = || given.need_vector("a");
    let b = || given.need_vector("b");
    let x = || given.need_number("x");
    let v = match given.text("op") {
        "unit" => rules::unit(a()),
        "limit" => rules::limit(a(), most(given)),
        "perpendicular_component" => rules::perpendicular(a(), b()),
        "parallel_component" => rules::parallel_component(a(), b()),
        "predict_position" => rules::predict_position(a(), b(), x()),
        "displacement" => rules::displacement(a(), b(), given.vector("period").unwrap_or(Vec3::ZERO)),
        "pair_direction" => rules::pair_direction(given.need_integer("i"), given.need_integer("j"), given.dimensions()),
        "interval_comparison" => {
            let n = rules::interval_comparison(x(), given.need_number("lo"), given.need_number("hi"));
            return vec![("n", Answer::Integer(i64::from(n)))];
        }
        op => panic!("{}: no operation is named {op}", case.id),
    };
    vec![("v", v.into())]
}

/// The limit of `limit`; null is what the step writes for no limit.
fn most(given: &Given) -> f32 {
    given.number("max").unwrap_or(f32::MAX)
}

/// Random numbers.
pub(crate) const RNG: Behaviour = Behaviour {
    name: "rng",
    on_cpu: |case| {
        let [seed, agent, step] = ["seed", "agent", "step"].map(|name| case.given().need_integer(name));
        let direction = random_direction(seed, agent, step, case.given().dimensions());
        rng_answers(random_bits(seed, agent, step), direction)
    },
    kernel: Kernel { shared: &["vector", "random"], text: include_str!("kernels/rng.wgsl") },
    pack: |case| {
        let words = ["seed", "agent", "step"].map(|name| case.given().need_integer(name));
        words.into_iter().fold(Row::default(), Row::word).word(case.given().dimensions())
    },
    unpack: |_, reply: Reply<'_>| rng_answers([0, 1, 2].map(|k| reply.word(k)), reply.vector(3)),
};

fn rng_answers(bits: [u32; 3], direction: Vec3) -> Answers {
    vec![("h", Answer::Integers(bits.map(i64::from).to_vec())), ("v", direction.into())]
}

/// Limits of speed.
pub(crate) const SPEED_LIMIT: Behaviour = Behaviour {
    name: "speed_limit",
    on_cpu: |case| {
        let species = limited(case);
        let (velocity, forward) = (case.given().need_vector("velocity"), case.given().need_vector("forward"));
        vec![("velocity", speed_limit(velocity, forward, species.min_speed, species.max_speed).into())]
    },
    kernel: Kernel { shared: &["vector", "limits"], text: include_str!("kernels/speed_limit.wgsl") },
    pack: |case| {
        let species = limited(case);
        let velocity = Row::default().vector(case.given().need_vector("velocity"));
        velocity.vector(case.given().need_vector("forward")).number(species.min_speed).number(species.max_speed)
    },
    unpack: |_, reply| vec![("velocity", reply.vector(0).into())],
};

/// A species with the limits of the case, as the engines would have it.
fn limited(case: &Case) -> Species {
    let mut scenario = worlds::scenario(1, Vec3::ZERO, Vec3::ONE, Edge::Open);
    scenario.species[0].min_speed = case.given().number("min_speed").unwrap_or(0.0);
    scenario.species[0].max_speed = case.given().number("max_speed");
    Plan::new(&scenario).table.species[0]
}
