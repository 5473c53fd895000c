//! The way to repeat a run: a command that gives the same bits, and a hash of what it starts from.

use super::args::ScenarioArgs;
use super::words::quoted;
use flockwork::params::Plan;
use flockwork::{Flock, Scenario};
use xxhash_rust::xxh3::Xxh3;

/// What of a run decides its bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeat<'a> {
    /// The scenario as typed.
    pub(crate) source: &'a str,
    /// The changes as typed.
    pub(crate) changes: &'a ScenarioArgs,
    /// Steps done.
    pub(crate) steps: u64,
    /// The seed that was used.
    pub(crate) seed: u32,
    /// The engine that ran.
    pub(crate) engine: &'a str,
    /// The adapter as typed.
    pub(crate) adapter: Option<&'a str>,
}

impl Repeat<'_> {
    /// The command, ready for a shell.
    pub(crate) fn command(&self) -> String {
        let Self { source, changes, steps, seed, engine, adapter } = self;
        let mut command = format!("flockwork run {} --steps {steps} --engine {engine}", quoted(source));
        if let Some(adapter) = adapter.filter(|_| *engine == "gpu") {
            command += &format!(" --adapter {}", quoted(adapter));
        }
        command += &format!(" --seed {seed}");
        if let Some(count) = changes.count {
            command += &format!(" --count {count}");
        }
        for change in &changes.set {
            command += &format!(" --set {}", quoted(change));
        }
        command
    }
}

/// Hash of the numbers that the step reads and of the flock it starts from; 16 hexadecimal digits.
///
/// It is the same whatever the scenario is called and however it is written.
pub(crate) fn scenario_hash(scenario: &Scenario, start: &Flock) -> String {
    let plan = Plan::new(scenario);
    let mut hasher = Xxh3::new();
    hasher.update(bytemuck::bytes_of(&plan.params));
    hasher.update(bytemuck::bytes_of(&plan.table));
    hasher.update(&start.hash().to_le_bytes());
    format!("{:016x}", hasher.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_all_that_decides_the_bits_and_a_shell_can_read_it() {
        let changes = ScenarioArgs { count: Some(9), seed: None, set: vec!["title=It's mine".into()] };
        let mut repeat = Repeat {
            source: "my flock.toml",
            changes: &changes,
            steps: 5,
            seed: 42,
            engine: "gpu",
            adapter: Some("llvmpipe"),
        };
        assert_eq!(
            repeat.command(),
            r"flockwork run 'my flock.toml' --steps 5 --engine gpu --adapter llvmpipe --seed 42 --count 9 --set 'title=It'\''s mine'"
        );
        repeat.engine = "cpu";
        assert!(!repeat.command().contains("--adapter"));
    }
}
