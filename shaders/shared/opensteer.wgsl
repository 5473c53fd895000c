// The `opensteer` rule set: separation, alignment and cohesion after Reynolds' OpenSteer.
// Twin of src/rules/opensteer.rs.

// Rules that no species uses are dropped when the pipeline is made.
override RULE_SEPARATION: bool = true;
override RULE_ALIGNMENT: bool = true;
override RULE_COHESION: bool = true;
// Where nobody has a cone of vision or a core, a neighbour is who is near enough.
override CONES: bool = true;
// Whether agents at one point push each other; else they are only reported, and the step is to be taken again.
override APART: bool = true;

var<private> coincident: bool = false;

fn opensteer_accumulate(sums: ptr<function, Sums>, viewer: Viewer, species: Species, other: Other) {
    if RULE_SEPARATION && opensteer_sees(viewer, species.core2, species.separation, other) {
        (*sums).separation += opensteer_push(viewer, species.dist_floor, other);
        (*sums).separation_count += 1u;
    }
    if RULE_ALIGNMENT && opensteer_sees(viewer, species.core2, species.alignment, other) {
        (*sums).alignment += other.forward;
        (*sums).alignment_count += 1u;
    }
    if RULE_COHESION && opensteer_sees(viewer, species.core2, species.cohesion, other) {
        (*sums).cohesion += other.offset;
        (*sums).cohesion_count += 1u;
    }
}

fn opensteer_sees(viewer: Viewer, core2: f32, rule: Rule, other: Other) -> bool {
    if !CONES {
        return ball_neighborhood(other.distance2, rule.radius2);
    }
    let ahead = dot3(viewer.forward, other.offset);
    return boid_neighborhood(other.distance2, sqrt(other.distance2), ahead, core2, rule.radius2, rule.cos_angle);
}

fn opensteer_push(viewer: Viewer, dist_floor: f32, other: Other) -> vec3f {
    let distance = sqrt(other.distance2);
    if distance <= EPS {
        coincident = true;
        if APART {
            return pair_direction(viewer.id, other.id, viewer.dimensions) / dist_floor;
        }
    }
    let falloff = select(dist_floor, distance, distance > dist_floor);
    return other.offset * (-1.0 / (distance * falloff));
}

fn opensteer_separation(sums: Sums) -> vec3f {
    return unit(sums.separation);
}

fn opensteer_alignment(sums: Sums, forward: vec3f) -> vec3f {
    if sums.alignment_count == 0u {
        return vec3f();
    }
    return unit(sums.alignment / f32(sums.alignment_count) - forward);
}

fn opensteer_cohesion(sums: Sums) -> vec3f {
    if sums.cohesion_count == 0u {
        return vec3f();
    }
    return unit(sums.cohesion / f32(sums.cohesion_count));
}

fn opensteer_force(sums: Sums, forward: vec3f, species: Species) -> vec3f {
    let separation = opensteer_separation(sums) * species.separation.weight;
    let alignment = opensteer_alignment(sums, forward) * species.alignment.weight;
    let cohesion = opensteer_cohesion(sums) * species.cohesion.weight;
    return separation + alignment + cohesion;
}
