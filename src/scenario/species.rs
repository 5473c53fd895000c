//! A species of a scenario: its name, limits, rules and start, checked.

use super::csv;
use super::format::{self, Limit};
use super::meaning::{COORDINATE_MAX, Context, narrow};
use super::report::{Fault, Texts, shown};
use super::starts;
use super::{Rule, Shape, Species, World};

/// Weight, radius and cosine of each rule in the C++ Boids plug-in of OpenSteer.
const SEPARATION: Rule = Rule { weight: 12.0, radius: 5.0, cos_angle: -0.707 };
const ALIGNMENT: Rule = Rule { weight: 8.0, radius: 7.5, cos_angle: 0.7 };
const COHESION: Rule = Rule { weight: 8.0, radius: 9.0, cos_angle: -0.15 };

/// Refuses a name that is no word, or that an earlier species has.
pub(super) fn name(index: usize, all: &[format::Species], context: &Context<'_>) -> Result<(), Fault> {
    let name = &all[index].name;
    let at = || context.tree.at(&format!("species.{index}.name"));
    let allowed = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !name.starts_with(char::is_alphabetic) || !name.chars().all(allowed) {
        return Err(Fault::new(
            format!(
                "`name` must begin with a letter and hold letters, digits, `_` and `-` only, not \"{}\"",
                shown(name)
            ),
            &at(),
        )
        .label("this is the name of the species")
        .help("try `name = \"starling\"`"));
    }
    if all[..index].iter().any(|earlier| earlier.name == *name) {
        return Err(Fault::new(format!("two species have the name \"{name}\""), &at())
            .label("the second one")
            .help("give each species its own name"));
    }
    Ok(())
}

/// The species as meant.
pub(super) fn species(
    index: usize,
    typed: &format::Species,
    world: &World,
    context: &Context<'_>,
    texts: &mut Texts,
) -> Result<Species, Fault> {
    let path = format!("species.{index}");
    let (min_speed, max_speed) = speeds(&path, typed, context)?;
    let spawn = starts::spawn(&path, typed, world, context, &mut csv::Files { texts })?;
    Ok(Species {
        name: typed.name.clone(),
        count: count(&path, typed.count, &spawn.shape, context)?,
        body_radius: narrow(typed.body_radius),
        mass: narrow(typed.mass),
        min_speed,
        max_speed,
        max_force: limit(typed.max_force),
        dist_floor: narrow(typed.dist_floor),
        separation: rule(&format!("{path}.separation"), &typed.separation, SEPARATION, context)?,
        alignment: rule(&format!("{path}.alignment"), &typed.alignment, ALIGNMENT, context)?,
        cohesion: rule(&format!("{path}.cohesion"), &typed.cohesion, COHESION, context)?,
        spawn,
    })
}

/// Refuses a start shape that reaches beyond the largest coordinate.
pub(super) fn reach(index: usize, species: &Species, context: &Context<'_>) -> Result<(), Fault> {
    let (centre, radius) = match species.spawn.shape {
        Shape::Ball { centre, radius } => (centre, radius),
        Shape::Shell { centre, radius_max, .. } => (centre, radius_max),
        Shape::Lattice { centre, spacing } => {
            let side = starts::lattice_side(species.count, context.dimensions);
            (centre, spacing * side.saturating_sub(1) as f32 / 2.0)
        }
        Shape::Box { .. } | Shape::Point { .. } | Shape::Agents(_) => return Ok(()),
    };
    if centre.abs().max_element() + radius <= COORDINATE_MAX {
        return Ok(());
    }
    Err(Fault::new(
        format!("the start of \"{}\" must stay within {COORDINATE_MAX} of the origin", species.name),
        &context.tree.at(&format!("species.{index}.spawn")),
    )
    .label(format!("it reaches {radius} from its centre"))
    .help("a smaller shape, or a centre nearer to the origin"))
}

fn limit(typed: Limit) -> Option<f32> {
    match typed {
        Limit::Number(number) => Some(narrow(number)),
        Limit::Word(_) => None,
    }
}

fn speeds(path: &str, typed: &format::Species, context: &Context<'_>) -> Result<(f32, Option<f32>), Fault> {
    let min = narrow(typed.min_speed);
    let max = limit(typed.max_speed);
    if max.is_some_and(|max| min > max) {
        let key = if context.tree.find(&format!("{path}.min_speed")).is_some() { "min_speed" } else { "max_speed" };
        return Err(Fault::new("`min_speed` must be at most `max_speed`", &context.tree.at(&format!("{path}.{key}")))
            .label(format!("min_speed is {min} and max_speed is {}", max.unwrap_or(0.0)))
            .help("without `max_speed` it is 9; `max_speed = \"none\"` is no limit"));
    }
    Ok((min, max))
}

fn count(path: &str, typed: Option<u32>, shape: &Shape, context: &Context<'_>) -> Result<u32, Fault> {
    let at = || context.tree.at(&format!("{path}.count"));
    match (typed, shape) {
        (Some(count), Shape::Agents(starts)) if count as usize != starts.len() => Err(Fault::new(
            format!("`count` must be {}, the number of agents listed, not {count}", starts.len()),
            &at(),
        )
        .label("this is the number of agents at the start")
        .help("leave `count` out: the list says it")),
        // A list of more agents than ids cannot come from a file within its size limit.
        (None, Shape::Agents(starts)) => Ok(u32::try_from(starts.len()).unwrap_or(u32::MAX)),
        (Some(count), _) => Ok(count),
        (None, _) => Err(Fault::new("`count` is missing in `species`", &at())
            .label("it needs `count`")
            .help("try `count = 1000`")),
    }
}

fn rule(path: &str, typed: &format::Rule, default: Rule, context: &Context<'_>) -> Result<Rule, Fault> {
    if typed.angle.is_some() && typed.cos_angle.is_some() {
        return Err(Fault::new(
            "`angle` and `cos_angle` say the same thing; give one of them",
            &context.tree.key_at(&format!("{path}.cos_angle")),
        )
        .help("`angle` is the full cone in degrees, `cos_angle` the cosine of its half"));
    }
    let cos_angle = match (typed.angle, typed.cos_angle) {
        (Some(angle), _) => cos_of_half(angle),
        (None, Some(cosine)) => narrow(cosine),
        (None, None) => default.cos_angle,
    };
    Ok(Rule {
        weight: typed.weight.map_or(default.weight, narrow),
        radius: typed.radius.map_or(default.radius, narrow),
        cos_angle,
    })
}

/// The cosine of half a full cone in degrees; 360 is -1 to the bit, which means all round.
fn cos_of_half(angle: f64) -> f32 {
    if angle >= 360.0 { -1.0 } else { narrow(libm::cos(angle * (std::f64::consts::PI / 360.0))) }
}

#[cfg(test)]
mod tests {
    use super::cos_of_half;

    #[test]
    fn a_full_circle_is_minus_one_to_the_bit_and_less_is_not() {
        assert_eq!(cos_of_half(360.0).to_bits(), (-1.0f32).to_bits());
        assert!(cos_of_half(359.0) > -1.0);
    }

    #[test]
    fn the_cone_is_the_full_angle() {
        assert_eq!(cos_of_half(120.0), 0.5);
        assert_eq!(cos_of_half(0.0), 1.0);
        assert!(cos_of_half(180.0).abs() < 1e-7);
        assert!((cos_of_half(270.0) + std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-7);
    }
}
