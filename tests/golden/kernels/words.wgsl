// A golden case is a row of words, and so is its answer; the kernel of a behaviour defines `answer_case`.

override ROW: u32 = 1u;
const ANSWER: u32 = 16u;

@group(0) @binding(0) var<storage, read> cases: array<u32>;
@group(0) @binding(1) var<storage, read_write> answers: array<u32>;

var<private> case_index: u32;

@compute @workgroup_size(1)
fn golden(@builtin(workgroup_id) workgroup: vec3u) {
    case_index = workgroup.x;
    answer_case();
}

fn word(k: u32) -> u32 {
    return cases[case_index * ROW + k];
}

fn number(k: u32) -> f32 {
    return bitcast<f32>(word(k));
}

fn vector(k: u32) -> vec3f {
    return vec3f(number(k), number(k + 1u), number(k + 2u));
}

fn answer_word(k: u32, answer: u32) {
    answers[case_index * ANSWER + k] = answer;
}

fn answer_vector(k: u32, answer: vec3f) {
    let words = bitcast<vec3u>(answer);
    answer_word(k, words.x);
    answer_word(k + 1u, words.y);
    answer_word(k + 2u, words.z);
}
