// The `opensteer` rule set: separation, alignment and cohesion after Reynolds' OpenSteer.
// Twin of src/rules/opensteer.rs.

// Rules that no species uses are dropped when the pipeline is made.
override RULE_SEPARATION: bool = true;
override RULE_ALIGNMENT: bool = true;
override RULE_COHESION: bool = true;

struct OpenSteerSums {
    separation: vec3f,
    separation_count: u32,
    alignment: vec3f,
    alignment_count: u32,
    cohesion: vec3f,
    cohesion_count: u32,
}

struct Viewer {
    forward: vec3f,
    id: u32,
    dimensions: u32,
}

struct Other {
    forward: vec3f,
    id: u32,
    offset: vec3f,
    distance2: f32,
}

fn opensteer_accumulate(sums: ptr<function, OpenSteerSums>, viewer: Viewer, species: Species, other: Other) {
    let distance = sqrt(other.distance2);
    let ahead = dot3(viewer.forward, other.offset);
    if RULE_SEPARATION && opensteer_sees(species.separation, species.core2, other.distance2, distance, ahead) {
        (*sums).separation += opensteer_push(viewer, species, other, distance);
        (*sums).separation_count += 1u;
    }
    if RULE_ALIGNMENT && opensteer_sees(species.alignment, species.core2, other.distance2, distance, ahead) {
        (*sums).alignment += other.forward;
        (*sums).alignment_count += 1u;
    }
    if RULE_COHESION && opensteer_sees(species.cohesion, species.core2, other.distance2, distance, ahead) {
        (*sums).cohesion += other.offset;
        (*sums).cohesion_count += 1u;
    }
}

fn opensteer_sees(rule: Rule, core2: f32, distance2: f32, distance: f32, ahead: f32) -> bool {
    return boid_neighborhood(distance2, distance, ahead, core2, rule.radius2, rule.cos_angle);
}

fn opensteer_push(viewer: Viewer, species: Species, other: Other, distance: f32) -> vec3f {
    let dist_floor = species.dist_floor;
    if distance <= EPS {
        return pair_direction(viewer.id, other.id, viewer.dimensions) / dist_floor;
    }
    let falloff = select(dist_floor, distance, distance > dist_floor);
    return other.offset * (-1.0 / (distance * falloff));
}

fn opensteer_separation(sums: OpenSteerSums) -> vec3f {
    return unit(sums.separation);
}

fn opensteer_alignment(sums: OpenSteerSums, forward: vec3f) -> vec3f {
    if sums.alignment_count == 0u {
        return vec3f();
    }
    return unit(sums.alignment / f32(sums.alignment_count) - forward);
}

fn opensteer_cohesion(sums: OpenSteerSums) -> vec3f {
    if sums.cohesion_count == 0u {
        return vec3f();
    }
    return unit(sums.cohesion / f32(sums.cohesion_count));
}

fn opensteer_force(sums: OpenSteerSums, forward: vec3f, species: Species) -> vec3f {
    let separation = opensteer_separation(sums) * species.separation.weight;
    let alignment = opensteer_alignment(sums, forward) * species.alignment.weight;
    let cohesion = opensteer_cohesion(sums) * species.cohesion.weight;
    return separation + alignment + cohesion;
}
