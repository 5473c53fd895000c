// One agent, one other.

fn answer_case() {
    let offset = displacement(vector(0u), vector(6u), vector(12u));
    let distance2 = dot3(offset, offset);
    let ahead = dot3(vector(3u), offset);
    let inside = boid_neighborhood(distance2, sqrt(distance2), ahead, number(9u), number(10u), number(11u));
    answer_word(0u, select(0u, 1u, inside));
}
