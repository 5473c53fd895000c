// One agent, one other.

fn answer_case() {
    let offset = displacement(vector(0u), vector(6u), vector(12u));
    let distance2 = dot3(offset, offset);
    let ahead = dot3(vector(3u), offset);
    let rule = Rule(1.0, number(10u), number(11u), 0.0);
    answer_word(0u, select(0u, 1u, opensteer_sees(rule, number(9u), distance2, sqrt(distance2), ahead)));
}
