// The three hashes of an agent at a step, and its random direction.

fn answer_case() {
    let bits = random_bits(word(0u), word(1u), word(2u));
    answer_word(0u, bits.x);
    answer_word(1u, bits.y);
    answer_word(2u, bits.z);
    answer_vector(3u, random_direction(word(0u), word(1u), word(2u), word(3u)));
}
