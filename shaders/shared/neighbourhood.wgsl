// Who is a neighbour: OpenSteer's test of a core, a perception radius and a cone of vision.
// Twin of src/rules/neighbourhood.rs.

fn boid_neighborhood(distance2: f32, distance: f32, ahead: f32, core2: f32, radius2: f32, cos_angle: f32) -> bool {
    let coincident = distance2 <= EPS2;
    let in_cone = (cos_angle <= -1.0) | (ahead > cos_angle * distance);
    let near = (distance2 < core2) | (!(distance2 > radius2) & in_cone);
    return (coincident & ((core2 > 0.0) | (radius2 > 0.0))) | (!coincident & near);
}

fn ball_neighborhood(distance2: f32, radius2: f32) -> bool {
    return distance2 <= radius2;
}
