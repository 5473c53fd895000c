//! The command line: what was typed, one file per verb, and what it sets in motion.

pub(crate) mod bug;
pub(crate) mod console;

mod adapters;
mod args;
mod bare;
mod bench;
mod check;
mod compare;
mod completions;
mod drive;
mod engines;
mod failure;
mod man;
mod outputs;
mod painter;
mod progress;
mod recording;
mod render;
mod repeat;
mod run;
mod scenarios;
mod schema;
pub(crate) mod signals;
mod words;

use failure::Failure;

/// Shown at the end of `--help`.
const EXAMPLES: &str = "\
SCENARIO is a TOML file or the name of a preset (`flockwork scenarios` lists them).

Examples:
  flockwork                                          a flock of starlings, to ./flockwork-out
  flockwork run school --steps 1000 --out school     numbers: metrics.csv, final.npz, run.json
  flockwork render school --steps 500 --out school.png
  flockwork run flatland --steps 100 --count 50000 --set world.edge=open --json
  flockwork compare opensteer --steps 100 --left cpu --right reference
  flockwork bench murmuration --engine cpu,gpu --counts 10000,100000
  flockwork scenarios school > my-school.toml        a scenario of your own to begin with
  flockwork check my-school.toml

Exit codes: 0 done, 2 usage or scenario, 3 device or adapter, 4 output, 5 a difference was found,
70 a bug in flockwork, 130 stopped by Ctrl-C, 143 by SIGTERM.";

/// Simulate very large flocks on any GPU or none, with the same numbers every time
#[derive(Debug, clap::Parser)]
#[command(name = "flockwork", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    bare: bare::Args,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Run(run::Args),
    Render(render::Args),
    Compare(compare::Args),
    Bench(bench::Args),
    Check(check::Args),
    Scenarios(scenarios::Args),
    Schema(schema::Args),
    Adapters(adapters::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Does what was typed.
pub(crate) fn run(typed: Cli) -> Result<(), Failure> {
    match typed.verb {
        None => bare::run(&typed.bare),
        Some(Verb::Run(args)) => run::run(&args),
        Some(Verb::Render(args)) => render::run(&args),
        Some(Verb::Compare(args)) => compare::run(&args),
        Some(Verb::Bench(args)) => bench::run(&args),
        Some(Verb::Check(args)) => check::run(&args),
        Some(Verb::Scenarios(args)) => scenarios::run(&args),
        Some(Verb::Schema(args)) => schema::run(&args),
        Some(Verb::Adapters(args)) => adapters::run(&args),
        Some(Verb::Completions(args)) => completions::run(&args),
        Some(Verb::Man(args)) => man::run(&args),
    }
}
