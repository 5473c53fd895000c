// Who is a neighbour: OpenSteer's test of a core, a perception radius and a cone of vision.
// Twin of src/rules/neighbourhood.rs.

fn boid_neighborhood(distance2: f32, distance: f32, ahead: f32, core2: f32, radius2: f32, cos_angle: f32) -> bool {
    if distance <= EPS {
        return core2 > 0.0 || radius2 > 0.0;
    }
    if distance2 < core2 {
        return true;
    }
    if distance2 > radius2 {
        return false;
    }
    return cos_angle <= -1.0 || ahead > cos_angle * distance;
}
