//! Counts become starts: an exclusive prefix sum.

/// Replaces each count by the sum of those before it; the last element, beyond all cells, becomes the total.
pub fn scan(starts: &mut [u32]) {
    let mut sum = 0;
    for start in starts {
        let agents = *start;
        *start = sum;
        sum += agents;
    }
}
