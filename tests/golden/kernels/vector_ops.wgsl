// The operations, numbered as in the list of the Rust side.

fn answer_case() {
    let a = vector(1u);
    let b = vector(4u);
    let x = number(7u);
    switch word(0u) {
        case 0u: {
            answer_vector(0u, unit(a));
        }
        case 1u: {
            answer_vector(0u, limit(a, number(8u)));
        }
        case 2u: {
            answer_vector(0u, perpendicular(a, b));
        }
        case 3u: {
            answer_vector(0u, parallel_component(a, b));
        }
        case 4u: {
            answer_word(0u, bitcast<u32>(interval_comparison(x, number(9u), number(10u))));
        }
        case 5u: {
            answer_vector(0u, predict_position(a, b, x));
        }
        case 6u: {
            answer_vector(0u, displacement(a, b, vector(11u)));
        }
        default: {
            answer_vector(0u, pair_direction(word(14u), word(15u), word(16u)));
        }
    }
}
