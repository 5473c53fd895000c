//! Counts: how many agents each species has, and how a total typed on the command line is shared among them.

use super::meaning::Context;
use super::report::{At, Fault, Texts};
use super::{Shape, Species};

/// Gives the species `total` agents together, in the proportions they have, by largest remainder.
pub(super) fn share(species: &mut [Species], total: u32, texts: &mut Texts) -> Result<(), Fault> {
    let argument = format!("--count {total}");
    let span = "--count ".len()..argument.len();
    let at = At { text: texts.add("--count".to_owned(), argument), span };
    let counts: Vec<u32> = species.iter().map(|one| one.count).collect();
    let Some(shares) = shares(&counts, total) else {
        return Err(Fault::new("every species has `count = 0`, so there are no shares to keep", &at)
            .help("give the species counts in the scenario, or with `--set species.NAME.count=N`"));
    };
    for (one, share) in species.iter_mut().zip(shares) {
        if let Shape::Agents(starts) = &one.spawn.shape
            && starts.len() != share as usize
        {
            let title =
                format!("species `{}` starts as {} explicit agents; it cannot have {share}", one.name, starts.len());
            return Err(Fault::new(title, &at).help("leave `--count` out, or let the species start in another shape"));
        }
        one.count = share;
    }
    Ok(())
}

/// Refuses more agents than there are ids.
pub(super) fn check(species: &[Species], context: &Context<'_>) -> Result<(), Fault> {
    let total: u64 = species.iter().map(|one| u64::from(one.count)).sum();
    if total > u64::from(u32::MAX) {
        let at = context.tree.at(&format!("species.{}.count", species.len() - 1));
        return Err(Fault::new(
            format!("all species together must have at most {} agents, not {total}", u32::MAX),
            &at,
        )
        .label("this is the number of agents at the start"));
    }
    Ok(())
}

/// `total` in the proportions of `counts`: whole parts first, then one more for the largest remainders, the earlier species
/// first among equals. `None` when there are no proportions: several counts, all 0.
fn shares(counts: &[u32], total: u32) -> Option<Vec<u32>> {
    let sum: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if counts.len() == 1 || total == 0 {
        return Some(vec![total; counts.len()]);
    }
    if sum == 0 {
        return None;
    }
    // 2^32 x 2^37 at most: wider than 64 bits.
    let parts: Vec<(u128, u128)> = counts
        .iter()
        .map(|&count| u128::from(count) * u128::from(total))
        .map(|product| (product / u128::from(sum), product % u128::from(sum)))
        .collect();
    let given: u128 = parts.iter().map(|part| part.0).sum();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(parts[index].1));
    let mut shares: Vec<u32> = parts.iter().map(|part| part.0 as u32).collect();
    let left = (u128::from(total) - given) as usize;
    order.iter().take(left).for_each(|&index| shares[index] += 1);
    Some(shares)
}

#[cfg(test)]
mod tests {
    use super::shares;
    use proptest::prelude::*;

    #[test]
    fn one_species_takes_the_whole_total() {
        assert_eq!(shares(&[0], 7), Some(vec![7]));
        assert_eq!(shares(&[5], 0), Some(vec![0]));
    }

    #[test]
    fn the_largest_remainder_gets_the_agent_left_over() {
        // 10 in the proportions 1 : 1 : 1 is 3.33 each; the first among equals gets the one left over.
        assert_eq!(shares(&[1, 1, 1], 10), Some(vec![4, 3, 3]));
        // 0.9, 9.1: the first has the larger remainder.
        assert_eq!(shares(&[9, 91], 10), Some(vec![1, 9]));
    }

    #[test]
    fn nothing_has_no_proportions() {
        assert_eq!(shares(&[0, 0], 5), None);
    }

    proptest! {
        #[test]
        fn shares_sum_to_the_total_and_stay_within_one_of_their_part(
            counts in prop::collection::vec(any::<u32>(), 1..33),
            total in any::<u32>(),
        ) {
            prop_assume!(counts.iter().any(|&count| count > 0));
            let shares = shares(&counts, total).expect("there are proportions");
            prop_assert_eq!(shares.iter().map(|&share| u64::from(share)).sum::<u64>(), u64::from(total));
            let sum: f64 = counts.iter().map(|&count| f64::from(count)).sum();
            for (&count, &share) in counts.iter().zip(&shares) {
                let part = f64::from(count) / sum * f64::from(total);
                prop_assert!(counts.len() == 1 || (f64::from(share) - part).abs() < 1.001);
            }
        }
    }
}
