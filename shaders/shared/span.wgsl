// Which cells to look at around a place: rows of them, cut to what is near enough.
// Twin of src/rules/span.rs.

struct Span {
    first: i32,
    last: i32,
}

fn span_of(cell: u32, reach: u32, count: u32, wraps: bool) -> Span {
    let first = i32(cell) - i32(reach);
    let last = i32(cell + reach);
    if wraps {
        return Span(first, last);
    }
    return Span(max(first, 0), min(last, i32(count) - 1));
}

fn gap_to(place: f32, own: u32, cell: i32) -> f32 {
    if cell > i32(own) {
        return f32(cell) - place;
    }
    if cell < i32(own) {
        return place - f32(cell + 1);
    }
    return 0.0;
}

fn span_within(span: Span, place: f32, half: f32) -> Span {
    let first = floor(place - half);
    let last = floor(place + half);
    return Span(
        select(span.first, i32(first), first > f32(span.first)),
        select(span.last, i32(last), last < f32(span.last)),
    );
}

struct Wrapped {
    cell: u32,
    periods: f32,
}

fn wrap_cell(cell: i32, count: u32) -> Wrapped {
    let n = i32(count);
    if cell < 0 {
        return Wrapped(u32(cell + n), -1.0);
    }
    if cell >= n {
        return Wrapped(u32(cell - n), 1.0);
    }
    return Wrapped(u32(cell), 0.0);
}
