//! The start of a species: its shape, heading and speed, checked.

use super::csv::Files;
use super::format::{self, ShapeWord, Vector};
use super::meaning::{Context, narrow};
use super::report::{Fault, listed};
use super::{Dimensions, Edge, Heading, Shape, Spawn, Start, World};
use glam::{DVec3, Vec3};

/// Radius of a ball when none is given: OpenSteer's.
const RADIUS: f64 = 20.0;

/// Speed at the start as a part of the greatest speed, and where there is none: OpenSteer's.
const SPEED_PART: f64 = 0.3;
const SPEED: f64 = 2.7;

/// The keys that each shape reads.
const KEYS: [(ShapeWord, &str, &[&str]); 7] = [
    (ShapeWord::Box, "box", &["min", "max", "heading", "speed"]),
    (ShapeWord::Ball, "ball", &["centre", "radius", "heading", "speed"]),
    (ShapeWord::Shell, "shell", &["centre", "radius_min", "radius_max", "heading", "speed"]),
    (ShapeWord::Lattice, "lattice", &["centre", "spacing", "heading", "speed"]),
    (ShapeWord::Point, "point", &["centre", "heading", "speed"]),
    (ShapeWord::File, "file", &["path"]),
    (ShapeWord::Agents, "agents", &["agents"]),
];

/// The start as meant.
pub(super) fn spawn(
    path: &str,
    species: &format::Species,
    world: &World,
    context: &Context<'_>,
    files: &mut Files<'_>,
) -> Result<Spawn, Fault> {
    let typed = &species.spawn;
    let start = Reader { path: format!("{path}.spawn"), typed, world, context };
    start.keys_fit_the_shape()?;
    Ok(Spawn { shape: start.shape(files)?, heading: start.heading()?, speed: speed(species) })
}

/// Agents on an edge of the smallest cube (in two dimensions square) that holds so many.
pub(crate) fn lattice_side(count: u32, dimensions: Dimensions) -> u32 {
    let holds = |side: u64| side.pow(dimensions.count()) >= u64::from(count);
    // Rounded roots can be one off either way, so begin below and step up.
    let root = match dimensions {
        Dimensions::Two => libm::sqrt(f64::from(count)),
        Dimensions::Three => libm::cbrt(f64::from(count)),
    };
    let mut side = (root as u64).saturating_sub(1);
    while !holds(side) {
        side += 1;
    }
    side as u32
}

fn speed(species: &format::Species) -> f32 {
    let by_default = match species.max_speed {
        format::Limit::Number(most) => most * SPEED_PART,
        format::Limit::Word(_) => SPEED,
    };
    narrow(species.spawn.speed.unwrap_or(by_default.max(species.min_speed)))
}

struct Reader<'a> {
    path: String,
    typed: &'a format::Spawn,
    world: &'a World,
    context: &'a Context<'a>,
}

impl Reader<'_> {
    /// Refuses keys that would not be read.
    fn keys_fit_the_shape(&self) -> Result<(), Fault> {
        let typed = self.typed;
        let given = [
            ("centre", typed.centre.is_some()),
            ("radius", typed.radius.is_some()),
            ("radius_min", typed.radius_min.is_some()),
            ("radius_max", typed.radius_max.is_some()),
            ("min", typed.min.is_some()),
            ("max", typed.max.is_some()),
            ("spacing", typed.spacing.is_some()),
            ("path", typed.path.is_some()),
            ("agents", typed.agents.is_some()),
            ("heading", typed.heading.is_some()),
            ("speed", typed.speed.is_some()),
        ];
        let (word, allowed) = self.word_and_keys();
        match given.into_iter().find(|(key, given)| *given && !allowed.contains(key)) {
            Some((key, _)) => {
                let at = self.context.tree.key_at(&format!("{}.{key}", self.path));
                Err(Fault::new(format!("a start with `shape = \"{word}\"` has no `{key}`"), &at)
                    .help(format!("it has {}", listed(allowed.iter().copied(), "and"))))
            }
            None => Ok(()),
        }
    }

    fn word_and_keys(&self) -> (&'static str, &'static [&'static str]) {
        let row = KEYS.iter().find(|(shape, ..)| *shape == self.typed.shape);
        row.map_or(("", &[]), |(_, word, keys)| (*word, *keys))
    }

    fn shape(&self, files: &mut Files<'_>) -> Result<Shape, Fault> {
        Ok(match self.typed.shape {
            ShapeWord::Box => self.in_box()?,
            ShapeWord::Ball => {
                Shape::Ball { centre: self.centre()?, radius: narrow(self.typed.radius.unwrap_or(RADIUS)) }
            }
            ShapeWord::Shell => self.shell()?,
            ShapeWord::Lattice => {
                Shape::Lattice { centre: self.centre()?, spacing: self.needed("spacing", self.typed.spacing)? }
            }
            ShapeWord::Point => Shape::Point { centre: self.centre()? },
            ShapeWord::File => match &self.typed.path {
                Some(file) => Shape::Agents(files.read(file, &format!("{}.path", self.path), self.context)?),
                None => return Err(self.missing("path")),
            },
            ShapeWord::Agents => self.agents()?,
        })
    }

    fn in_box(&self) -> Result<Shape, Fault> {
        let min = self.vector("min", &self.typed.min, self.world.min)?;
        let max = self.vector("max", &self.typed.max, self.world.max)?;
        if let Some((axis, name)) = self.context.axes().find(|&(axis, _)| min[axis] > max[axis]) {
            let key = if self.typed.max.is_some() { "max" } else { "min" };
            let at = self.context.tree.at(&format!("{}.{key}", self.path));
            return Err(Fault::new("`max` must be at least `min` on every axis", &at)
                .label(format!("on {name}, max is {} and min is {}", max[axis], min[axis]))
                .help("exchange them; a corner left out is that of the world"));
        }
        Ok(Shape::Box { min, max })
    }

    fn shell(&self) -> Result<Shape, Fault> {
        let radius_min = self.needed("radius_min", self.typed.radius_min)?;
        let radius_max = self.needed("radius_max", self.typed.radius_max)?;
        if radius_min > radius_max {
            let at = self.context.tree.at(&format!("{}.radius_max", self.path));
            return Err(Fault::new("`radius_max` must be at least `radius_min`", &at)
                .label(format!("radius_max is {radius_max} and radius_min is {radius_min}"))
                .help("exchange them"));
        }
        Ok(Shape::Shell { centre: self.centre()?, radius_min, radius_max })
    }

    fn agents(&self) -> Result<Shape, Fault> {
        let Some(agents) = &self.typed.agents else { return Err(self.missing("agents")) };
        let starts = agents.iter().enumerate().map(|(index, agent)| {
            let path = |key: &str| format!("{}.agents.{index}.{key}", self.path);
            let velocity = match &agent.velocity {
                Some(velocity) => self.context.vector(&path("velocity"), velocity)?,
                None => Vec3::ZERO,
            };
            Ok(Start { position: self.context.vector(&path("position"), &agent.position)?, velocity })
        });
        Ok(Shape::Agents(starts.collect::<Result<_, Fault>>()?))
    }

    fn centre(&self) -> Result<Vec3, Fault> {
        let of_world = match self.world.edge {
            Edge::SphereWrap { centre, .. } => centre,
            _ => (self.world.min + self.world.max) * 0.5,
        };
        self.vector("centre", &self.typed.centre, of_world)
    }

    fn heading(&self) -> Result<Heading, Fault> {
        let Some(format::Heading::Along(vector)) = &self.typed.heading else { return Ok(Heading::Random) };
        let path = format!("{}.heading", self.path);
        let direction = self.context.vector(&path, vector)?.as_dvec3();
        let length = libm::sqrt(direction.x * direction.x + direction.y * direction.y + direction.z * direction.z);
        if length > 0.0 {
            return Ok(Heading::Along((direction / DVec3::splat(length)).as_vec3()));
        }
        Err(Fault::new("`heading` must not be zero: it has no direction", &self.context.tree.at(&path))
            .label("this is the heading at the start")
            .help("try `heading = [1.0, 0.0, 0.0]`, or \"random\""))
    }

    fn vector(&self, key: &str, typed: &Option<Vector>, otherwise: Vec3) -> Result<Vec3, Fault> {
        match typed {
            Some(vector) => self.context.vector(&format!("{}.{key}", self.path), vector),
            None => Ok(otherwise),
        }
    }

    fn needed(&self, key: &str, typed: Option<f64>) -> Result<f32, Fault> {
        typed.map(narrow).ok_or_else(|| self.missing(key))
    }

    fn missing(&self, key: &str) -> Fault {
        let (word, _) = self.word_and_keys();
        Fault::new(format!("`{key}` is missing in `spawn`"), &self.context.tree.at(&self.path))
            .label(format!("`shape = \"{word}\"` needs `{key}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lattice_is_the_smallest_that_holds_the_count() {
        for (count, side) in
            [(0, 0), (1, 1), (8, 2), (9, 3), (26, 3), (27, 3), (28, 4), (1_000_000, 100), (u32::MAX, 1626)]
        {
            assert_eq!(lattice_side(count, Dimensions::Three), side, "{count} in three dimensions");
        }
        for (count, side) in [(0, 0), (1, 1), (4, 2), (5, 3), (1_000_000, 1000), (1_000_001, 1001), (u32::MAX, 65_536)]
        {
            assert_eq!(lattice_side(count, Dimensions::Two), side, "{count} in two dimensions");
        }
    }
}
