//! Meaning: a document of the right form becomes a [`Scenario`], or is refused for what its keys say together.

use super::format::{Document, Does, Relation, Vector};
use super::report::{Fault, Texts, listed, nearest, shown};
use super::set::Overrides;
use super::tree::Node;
use super::{Dimensions, Scenario, count, species, world};
use crate::rules::vector::flush1;
use glam::{Vec3, vec3};
use std::path::Path;

/// Largest size of a coordinate, in world units.
///
/// At 1e6 neighbouring f32 numbers are 1/16 apart, which is the coarsest in which a flock can still be told apart.
pub(super) const COORDINATE_MAX: f32 = 1e6;

/// Largest world as a multiple of the smallest perception radius in use.
///
/// At 2^20 radii from the origin a radius still spans 8 neighbouring f32 numbers, the margin the grid needs.
pub(super) const WORLD_RADII_MAX: f32 = 1_048_576.0;

/// What checking a document needs besides it.
pub(super) struct Context<'a> {
    /// What was typed, with places.
    pub(super) tree: &'a Node,
    /// Where other files are found.
    pub(super) folder: &'a Path,
    /// Of the scenario.
    pub(super) dimensions: Dimensions,
    /// What the scenario is called when it has no title.
    pub(super) name: &'a str,
}

/// Checks what the keys say together, and reads the files they name.
pub(super) fn scenario(
    document: &Document,
    context: &Context<'_>,
    overrides: &Overrides,
    texts: &mut Texts,
) -> Result<Scenario, Fault> {
    let world = world::world(document.world.as_ref(), context)?;
    let mut species = Vec::with_capacity(document.species.len());
    for (index, typed) in document.species.iter().enumerate() {
        species::name(index, &document.species, context)?;
        species.push(species::species(index, typed, &world, context, texts)?);
    }
    if let Some(total) = overrides.count {
        count::share(&mut species, total, texts)?;
    }
    count::check(&species, context)?;
    species.iter().enumerate().try_for_each(|(index, one)| species::reach(index, one, context))?;
    let scenario = Scenario {
        title: document.title.clone().unwrap_or_else(|| context.name.to_owned()),
        seed: overrides.seed.unwrap_or(document.seed),
        dt: narrow(document.dt),
        dimensions: context.dimensions,
        world,
        flocks_with: relations(document, context)?,
        species,
    };
    resolution(&scenario, context)?;
    Ok(scenario)
}

/// The nearest f32; what is too small to be safe on every adapter becomes 0.
pub(super) fn narrow(number: f64) -> f32 {
    flush1(number as f32)
}

impl Context<'_> {
    /// The vector at a path: three numbers, or in two dimensions two.
    pub(super) fn vector(&self, path: &str, vector: &Vector) -> Result<Vec3, Fault> {
        let key = path.rsplit('.').next().unwrap_or(path);
        match (self.dimensions, vector.0.as_slice()) {
            (Dimensions::Two, &[x, y]) => Ok(vec3(narrow(x), narrow(y), 0.0)),
            (Dimensions::Two, &[x, y, 0.0]) => Ok(vec3(narrow(x), narrow(y), 0.0)),
            (Dimensions::Three, &[x, y, z]) => Ok(vec3(narrow(x), narrow(y), narrow(z))),
            (Dimensions::Two, _) => {
                Err(Fault::new(format!("z of `{key}` must be 0 in two dimensions"), &self.tree.at(path))
                    .help("leave the third number out, or set `dimensions = 3`"))
            }
            (Dimensions::Three, _) => {
                Err(Fault::new(format!("`{key}` must have three numbers in three dimensions"), &self.tree.at(path))
                    .help("add z, or set `dimensions = 2`"))
            }
        }
    }

    /// The axes in use, by name.
    pub(super) fn axes(&self) -> impl Iterator<Item = (usize, &'static str)> {
        ["x", "y", "z"].into_iter().enumerate().take(self.dimensions.count() as usize)
    }
}

/// Row i: the species that species i takes for flockmates, one bit each.
fn relations(document: &Document, context: &Context<'_>) -> Result<Vec<u32>, Fault> {
    let mut flocks_with: Vec<u32> = (0..document.species.len()).map(|index| 1 << index).collect();
    let mut seen: Vec<(usize, usize)> = Vec::new();
    for (index, relation) in document.relation.iter().enumerate() {
        let (from, to) = ends(index, relation, document, context)?;
        if seen.contains(&(from, to)) {
            let at = context.tree.at(&format!("relation.{index}"));
            let title =
                format!("the relation from `{}` to `{}` is given twice", shown(&relation.from), shown(&relation.to));
            return Err(Fault::new(title, &at).label("the second one").help("keep one of them"));
        }
        seen.push((from, to));
        match relation.does {
            Does::Flock => flocks_with[from] |= 1 << to,
            Does::Ignore => flocks_with[from] &= !(1 << to),
        }
    }
    Ok(flocks_with)
}

fn ends(
    index: usize,
    relation: &Relation,
    document: &Document,
    context: &Context<'_>,
) -> Result<(usize, usize), Fault> {
    let find = |key: &str, name: &str| {
        document.species.iter().position(|species| species.name == name).ok_or_else(|| {
            let names = || document.species.iter().map(|species| species.name.as_str());
            let at = context.tree.at(&format!("relation.{index}.{key}"));
            let fault = Fault::new(format!("`{key}` names no species: \"{}\"", shown(name)), &at);
            let fault = match nearest(name, names()) {
                Some(near) => fault.label(format!("did you mean \"{near}\"?")),
                None => fault.label("unknown"),
            };
            fault.help(format!("the species are {}", listed(names(), "and")))
        })
    };
    Ok((find("from", &relation.from)?, find("to", &relation.to)?))
}

/// Refuses a world in which numbers near the edge are too coarse for the smallest radius in use.
fn resolution(scenario: &Scenario, context: &Context<'_>) -> Result<(), Fault> {
    let corner = scenario.world.min.abs().max(scenario.world.max.abs()).max(scenario.world.max - scenario.world.min);
    let size = corner.max_element();
    for (index, species) in scenario.species.iter().enumerate() {
        let rules =
            [("separation", species.separation), ("alignment", species.alignment), ("cohesion", species.cohesion)];
        for (name, rule) in rules {
            if rule.weight != 0.0 && rule.radius > 0.0 && size > rule.radius * WORLD_RADII_MAX {
                let at = context.tree.at(&format!("species.{index}.{name}.radius"));
                let least = size / WORLD_RADII_MAX;
                return Err(Fault::new(
                    "`radius` is too small for a world this large: 32-bit numbers would lose it",
                    &at,
                )
                .label(format!("the world reaches {size}, more than {WORLD_RADII_MAX} radii"))
                .help(format!("at least `radius = {least}`, or a smaller world")));
            }
        }
    }
    Ok(())
}
