// The parts of the parameters that say where the world ends, and what happens there.

fn answer_case() {
    var params = Params();
    params.edge = word(6u);
    params.world_min = vector(7u);
    params.world_max = vector(10u);
    params.period = vector(13u);
    params.sphere_centre = vector(16u);
    params.sphere_radius = number(19u);
    params.soft_strength = number(20u);
    answer_vector(0u, pushed_in(params, vector(0u)));
    let moved = edge_of_world(params, vector(0u), vector(3u));
    answer_vector(3u, moved.position);
    answer_vector(6u, moved.velocity);
}
