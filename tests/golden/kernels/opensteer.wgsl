// One agent, its others in a list; all three rules have the neighbourhood of the case, and all three answer.

fn answer_case() {
    let position = vector(0u);
    let viewer = Viewer(vector(3u), word(6u), word(7u));
    let period = vector(8u);
    var species = Species();
    species.core2 = number(11u);
    species.perception2 = number(12u);
    species.dist_floor = number(13u);
    species.separation = Rule(1.0, number(14u), number(15u), 0.0);
    species.alignment = species.separation;
    species.cohesion = species.separation;
    var sums = Sums();
    for (var k = 17u; k < 17u + 7u * word(16u); k += 7u) {
        let offset = displacement(position, vector(k + 1u), period);
        let distance2 = dot3(offset, offset);
        if word(k) != viewer.id && distance2 <= species.perception2 {
            opensteer_accumulate(&sums, viewer, species, Other(vector(k + 4u), word(k), offset, distance2));
        }
    }
    answer_vector(0u, opensteer_separation(sums));
    answer_word(3u, sums.separation_count);
    answer_vector(4u, opensteer_alignment(sums, viewer.forward));
    answer_word(7u, sums.alignment_count);
    answer_vector(8u, opensteer_cohesion(sums));
    answer_word(11u, sums.cohesion_count);
}
