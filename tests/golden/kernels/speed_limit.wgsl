// A velocity between two limits.

fn answer_case() {
    answer_vector(0u, speed_limit(vector(0u), vector(3u), number(6u), number(7u)));
}
