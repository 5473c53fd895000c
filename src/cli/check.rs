//! `flockwork check`: whether a scenario is right, and what it means.

use super::args::{ScenarioArgs, TalkArgs};
use super::console::{data, json};
use super::failure::Failure;
use flockwork::Scenario;
use flockwork::measure::{Census, census};
use flockwork::scenario::{Edge, Rule, Species};
use flockwork::spawn::spawn;
use serde_json::{Value, json as value};

/// Check a scenario and tell what it means
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A TOML file, or the name of a preset
    scenario: String,
    #[command(flatten)]
    changes: ScenarioArgs,
    #[command(flatten)]
    talk: TalkArgs,
}

/// Reads, checks, starts, and tells.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let console = args.talk.console();
    let scenario = args.changes.load(&args.scenario)?;
    let flock = spawn(&scenario)?;
    if console.json {
        json(&summary(&scenario, census(&scenario, &flock)))
    } else if console.quiet {
        Ok(())
    } else {
        data(&text(&scenario, census(&scenario, &flock)))
    }
}

fn text(scenario: &Scenario, census: Census) -> String {
    let world = &scenario.world;
    let length = world.max - world.min;
    let mut lines = vec![
        scenario.title.clone(),
        format!("  agents      {}", scenario.agent_count()),
        format!("  dimensions  {}", scenario.dimensions.count()),
        match world.edge {
            Edge::Open => "  world       open, without an edge".to_owned(),
            Edge::SphereWrap { radius, .. } => format!("  world       sphere_wrap, radius {radius}"),
            _ => format!("  world       {}, {} x {} x {}", edge_name(world.edge), length.x, length.y, length.z),
        },
        format!("  step        {} s", scenario.dt),
        format!("  seed        {}", scenario.seed),
    ];
    lines.extend(scenario.species.iter().map(species_text));
    lines.push(format!(
        "  at the start, an agent has {:.1} neighbours, found among {:.1} candidates",
        census.neighbours_mean, census.candidates_mean
    ));
    lines.join("\n")
}

fn species_text(species: &Species) -> String {
    let rules = rules(species).filter(|(_, rule)| rule.weight != 0.0);
    let rules: Vec<_> = rules.map(|(name, rule)| format!("{name} {}", rule.radius)).collect();
    let rules = if rules.is_empty() { "no rule is on".to_owned() } else { format!("radii: {}", rules.join(", ")) };
    format!("  {} x {}; {rules}", species.count, species.name)
}

fn summary(scenario: &Scenario, census: Census) -> Value {
    let species = |species: &Species| {
        let rules = rules(species).map(|(name, rule)| {
            let rule = value!({ "weight": rule.weight, "radius": rule.radius, "cos_angle": rule.cos_angle });
            (name.to_owned(), rule)
        });
        let head = [("name".to_owned(), value!(species.name)), ("count".to_owned(), value!(species.count))];
        Value::Object(head.into_iter().chain(rules).collect())
    };
    value!({
        "title": scenario.title,
        "seed": scenario.seed,
        "dt": scenario.dt,
        "dimensions": scenario.dimensions.count(),
        "count": scenario.agent_count(),
        "world": {
            "edge": edge_name(scenario.world.edge),
            "min": scenario.world.min.to_array(),
            "max": scenario.world.max.to_array(),
        },
        "species": scenario.species.iter().map(species).collect::<Vec<_>>(),
        "neighbours_mean": census.neighbours_mean,
        "candidates_mean": census.candidates_mean,
    })
}

fn rules(species: &Species) -> impl Iterator<Item = (&'static str, Rule)> {
    [("separation", species.separation), ("alignment", species.alignment), ("cohesion", species.cohesion)].into_iter()
}

/// As the scenario file has it.
fn edge_name(edge: Edge) -> &'static str {
    match edge {
        Edge::Periodic => "periodic",
        Edge::Reflect => "reflect",
        Edge::Soft { .. } => "soft",
        Edge::SphereWrap { .. } => "sphere_wrap",
        Edge::Open => "open",
    }
}
