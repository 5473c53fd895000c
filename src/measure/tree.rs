//! The neighbour tree: a k-d tree over positions that answers exact neighbour questions for every agent at once.
//!
//! A tree rather than a grid, because a measure must be as quick for a flock in one heap, or with stragglers far away, as for one
//! that fills the world. The agents are halved along the longest side of their box until at most [`LEAF_SIZE`] are left, so
//! the depth does not depend on where they are. Questions are asked for a whole leaf at a time.

use super::gap::{Bounds, Gap};
use crate::flock::Place;
use crate::rules::vector::{displacement, dot3};
use glam::{Vec3, vec3};
use rayon::prelude::*;

/// Most agents in a leaf: the lanes of the inner loop, a multiple of every SIMD width.
const LEAF_SIZE: usize = 16;

/// Groups of fewer agents than this are halved on one thread.
const PARALLEL_SIZE: usize = 8192;

/// A search structure over the positions of a flock.
#[derive(Clone, Debug)]
pub struct NeighbourTree {
    /// Position, and row in what the tree was made from, in the order of the leaves.
    agents: Vec<(Vec3, u32)>,
    /// In heap order: the halves of node `i` are `2 i + 1` and `2 i + 2`; the leaves are the last level.
    nodes: Vec<Node>,
    period: Vec3,
    row_count: usize,
}

/// A run of agents and the box around them.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    start: usize,
    end: usize,
}

impl NeighbourTree {
    /// A tree over these agents. Rows whose position is not finite are nobody's neighbours.
    ///
    /// `period` is the length of a periodic box on each axis, 0 on an open axis; distances are by minimum image, exactly as
    /// [`displacement`] computes them. Positions need not be inside the box.
    pub fn new(places: &[Place], period: Vec3) -> Self {
        let finite = places.iter().map(|place| place.position).zip(0..).filter(|(position, _)| position.is_finite());
        let mut agents: Vec<(Vec3, u32)> = finite.collect();
        let depth = depth(agents.len());
        arrange(&mut agents, depth);
        let nodes = nodes(&agents, depth);
        Self { agents, nodes, period, row_count: places.len() }
    }

    /// The distance from each agent to its nearest neighbour, in world units, in the order of the rows.
    ///
    /// Infinite for an agent with no neighbour at all, and for a row whose position is not finite.
    pub fn nearest_distances(&self) -> Vec<f32> {
        self.per_row(f32::INFINITY, |leaf| self.nearest_squared(leaf).map(f32::sqrt))
    }

    /// How many others are within `radius` (equal is inside) of each agent, in the order of the rows.
    ///
    /// A pair counts when its squared distance is at most `radius * radius`, both as `f32`: the test of the rules. 0 for a
    /// row whose position is not finite, and for a radius below 0 or NaN.
    pub fn counts(&self, radius: f32) -> Vec<u32> {
        if radius.is_nan() || radius < 0.0 {
            return vec![0; self.row_count];
        }
        self.per_row(0, |leaf| self.counts_within(leaf, radius * radius))
    }

    /// One answer for each row, from the answers for each leaf.
    fn per_row<T: Copy + Send>(&self, absent: T, answer: impl Fn(&Node) -> [T; LEAF_SIZE] + Send + Sync) -> Vec<T> {
        let leaves = &self.nodes[self.first_leaf()..];
        let answers: Vec<[T; LEAF_SIZE]> = leaves.par_iter().map(answer).collect();
        let mut rows = vec![absent; self.row_count];
        for (leaf, answers) in leaves.iter().zip(answers) {
            for (&(_, row), answer) in self.agents[leaf.start..leaf.end].iter().zip(answers) {
                rows[row as usize] = answer;
            }
        }
        rows
    }

    fn nearest_squared(&self, leaf: &Node) -> [f32; LEAF_SIZE] {
        let lanes = Lanes::new(&self.agents[leaf.start..leaf.end]);
        let mut best = [f32::INFINITY; LEAF_SIZE];
        let own = Gap::between(&leaf.bounds, &leaf.bounds, self.period);
        for (lane, &(position, _)) in self.agents[leaf.start..leaf.end].iter().enumerate() {
            let mut squared = lanes.squared_distances_to(position, own.shift, self.period);
            // An agent is not its own neighbour.
            squared[lane] = f32::INFINITY;
            keep_least(&mut best, &squared);
        }
        let mut waiting = vec![(0, Gap::between(&leaf.bounds, &self.nodes[0].bounds, self.period))];
        while let Some((index, gap)) = waiting.pop() {
            let node = &self.nodes[index];
            if gap.nearest_squared >= worst(&best, leaf.end - leaf.start)
                || node.start == leaf.start && self.is_leaf(index)
            {
                continue;
            }
            if self.is_leaf(index) {
                for &(position, _) in &self.agents[node.start..node.end] {
                    keep_least(&mut best, &lanes.squared_distances_to(position, gap.shift, self.period));
                }
            } else {
                let [one, other] = [2 * index + 1, 2 * index + 2]
                    .map(|child| (child, Gap::between(&leaf.bounds, &self.nodes[child].bounds, self.period)));
                // The nearer half is taken first, since what is found there rules out most of the farther one.
                let one_is_nearer = one.1.nearest_squared < other.1.nearest_squared;
                waiting.extend(if one_is_nearer { [other, one] } else { [one, other] });
            }
        }
        best
    }

    fn counts_within(&self, leaf: &Node, radius_squared: f32) -> [u32; LEAF_SIZE] {
        let lanes = Lanes::new(&self.agents[leaf.start..leaf.end]);
        let mut counts = [0; LEAF_SIZE];
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            let node = &self.nodes[index];
            let gap = Gap::between(&leaf.bounds, &node.bounds, self.period);
            if gap.nearest_squared > radius_squared {
                continue;
            }
            if gap.farthest_squared <= radius_squared {
                counts = counts.map(|count| count + (node.end - node.start) as u32);
            } else if self.is_leaf(index) {
                for &(position, _) in &self.agents[node.start..node.end] {
                    let squared = lanes.squared_distances_to(position, gap.shift, self.period);
                    for (count, squared) in counts.iter_mut().zip(squared) {
                        *count += u32::from(squared <= radius_squared);
                    }
                }
            } else {
                waiting.extend([2 * index + 1, 2 * index + 2]);
            }
        }
        // Each has counted itself, at distance 0.
        counts.map(|count| count.saturating_sub(1))
    }

    fn first_leaf(&self) -> usize {
        self.nodes.len() / 2
    }

    fn is_leaf(&self, index: usize) -> bool {
        index >= self.first_leaf()
    }
}

/// The agents of one leaf, side by side, so that the compiler measures several distances at once.
struct Lanes {
    x: [f32; LEAF_SIZE],
    y: [f32; LEAF_SIZE],
    z: [f32; LEAF_SIZE],
}

impl Lanes {
    fn new(agents: &[(Vec3, u32)]) -> Self {
        // Lanes without an agent measure NaN, which is neither near nor inside.
        let mut lanes = Self { x: [f32::NAN; LEAF_SIZE], y: [f32::NAN; LEAF_SIZE], z: [f32::NAN; LEAF_SIZE] };
        for (lane, &(position, _)) in agents.iter().enumerate() {
            (lanes.x[lane], lanes.y[lane], lanes.z[lane]) = position.into();
        }
        lanes
    }

    /// From each lane to `position`, the same bits as `dot3(d, d)` of `d = displacement(lane, position, period)`.
    // Inlined, so that each caller's loop works on registers: a third faster for 1,000,000 agents.
    #[inline(always)]
    fn squared_distances_to(&self, position: Vec3, shift: Option<Vec3>, period: Vec3) -> [f32; LEAF_SIZE] {
        match shift {
            Some(shift) => self.squared(|from| (position - from) - shift),
            None => self.squared(|from| displacement(from, position, period)),
        }
    }

    #[inline(always)]
    fn squared(&self, displacement: impl Fn(Vec3) -> Vec3) -> [f32; LEAF_SIZE] {
        std::array::from_fn(|lane| {
            let d = displacement(vec3(self.x[lane], self.y[lane], self.z[lane]));
            dot3(d, d)
        })
    }
}

fn keep_least(best: &mut [f32; LEAF_SIZE], squared: &[f32; LEAF_SIZE]) {
    for (best, &squared) in best.iter_mut().zip(squared) {
        *best = if squared < *best { squared } else { *best };
    }
}

fn worst(best: &[f32; LEAF_SIZE], count: usize) -> f32 {
    best[..count].iter().fold(0.0, |worst, &squared| if squared > worst { squared } else { worst })
}

/// Halvings until every group fits a leaf.
fn depth(count: usize) -> u32 {
    let mut depth = 0;
    while count.div_ceil(1 << depth) > LEAF_SIZE {
        depth += 1;
    }
    depth
}

/// Puts the agents into the order of the leaves: smaller coordinates in the first half, `depth` times over.
fn arrange(agents: &mut [(Vec3, u32)], depth: u32) {
    if depth == 0 {
        return;
    }
    let bounds = Bounds::of(agents.iter().map(|&(position, _)| position));
    let size = bounds.max - bounds.min;
    let axis = size.max_position();
    let middle = agents.len() / 2;
    if size[axis] > 0.0 {
        agents.select_nth_unstable_by(middle, |a, b| a.0[axis].total_cmp(&b.0[axis]));
    }
    let parallel = agents.len() >= PARALLEL_SIZE;
    let (first, second) = agents.split_at_mut(middle);
    if parallel {
        rayon::join(|| arrange(first, depth - 1), || arrange(second, depth - 1));
    } else {
        arrange(first, depth - 1);
        arrange(second, depth - 1);
    }
}

/// The runs from the root down, split as [`arrange`] splits; then the boxes from the leaves up.
fn nodes(agents: &[(Vec3, u32)], depth: u32) -> Vec<Node> {
    let first_leaf = (1 << depth) - 1;
    let mut nodes = vec![Node { bounds: Bounds::EMPTY, start: 0, end: agents.len() }; 2 * first_leaf + 1];
    for index in 0..first_leaf {
        let Node { start, end, .. } = nodes[index];
        let middle = start + (end - start) / 2;
        (nodes[2 * index + 1].start, nodes[2 * index + 1].end) = (start, middle);
        (nodes[2 * index + 2].start, nodes[2 * index + 2].end) = (middle, end);
    }
    for index in (0..nodes.len()).rev() {
        nodes[index].bounds = if index >= first_leaf {
            Bounds::of(agents[nodes[index].start..nodes[index].end].iter().map(|&(position, _)| position))
        } else {
            nodes[2 * index + 1].bounds.union(nodes[2 * index + 2].bounds)
        };
    }
    nodes
}
