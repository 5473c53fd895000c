//! The progress bar: steps, agent-steps a second, time left.

use super::console::Console;
use super::words::short;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Without colours, so that there is nothing for `NO_COLOR` to take away.
const TEMPLATE: &str = "{bar:30} {pos}/{len} steps  {msg}  {eta} left";

/// A bar on stderr where that is a terminal; else nothing at all.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for so many steps.
    pub(crate) fn new(steps: u64, console: Console) -> Self {
        if !console.shows_progress() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
        // A template that indicatif does not take shows its own bar instead.
        let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        Self(bar)
    }

    /// Shows how far the run is, and how fast.
    pub(crate) fn show(&self, steps_done: u64, agent_steps_per_second: f64) {
        self.0.set_message(format!("{} agent-steps/s", short(agent_steps_per_second)));
        self.0.set_position(steps_done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
