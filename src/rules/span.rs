//! Which cells to look at around a place: rows of them, cut to what is near enough.

/// First and last cell to look at on one axis; below 0 or from `count` on they lie beyond the seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First cell.
    pub first: i32,
    /// Last cell, looked at too.
    pub last: i32,
}

/// The cells of one axis within reach.
pub fn span_of(cell: u32, reach: u32, count: u32, wraps: bool) -> Span {
    let first = cell as i32 - reach as i32;
    let last = (cell + reach) as i32;
    if wraps {
        return Span { first, last };
    }
    Span { first: first.max(0), last: last.min(count as i32 - 1) }
}

/// Cells between a place, itself measured in cells, and the near face of a cell on one axis; 0 in its own.
///
/// The far face does not count: whoever was clamped into a border cell is beyond it.
pub fn gap_to(place: f32, own: u32, cell: i32) -> f32 {
    if cell > own as i32 {
        return cell as f32 - place;
    }
    if cell < own as i32 {
        return place - (cell + 1) as f32;
    }
    0.0
}

/// The part of a span within `half` cells of a place.
pub fn span_within(span: Span, place: f32, half: f32) -> Span {
    let first = (place - half).floor();
    let last = (place + half).floor();
    Span {
        first: if first > span.first as f32 { first as i32 } else { span.first },
        last: if last < span.last as f32 { last as i32 } else { span.last },
    }
}

/// A cell beyond the seam, brought back, and how many periods its agents are to be moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrapped {
    /// The cell in the grid.
    pub cell: u32,
    /// -1, 0 or 1.
    pub periods: f32,
}

/// Brings a cell of a [`Span`] back into the grid.
pub fn wrap_cell(cell: i32, count: u32) -> Wrapped {
    let n = count as i32;
    if cell < 0 {
        return Wrapped { cell: (cell + n) as u32, periods: -1.0 };
    }
    if cell >= n {
        return Wrapped { cell: (cell - n) as u32, periods: 1.0 };
    }
    Wrapped { cell: cell as u32, periods: 0.0 }
}
