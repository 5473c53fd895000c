//! Scenarios that are right: presets, overrides and the schema.

use flockwork::scenario::{Overrides, load, preset_infos};

#[test]
fn every_preset_loads() {
    for info in preset_infos().unwrap() {
        println!("{info:?}");
        println!("{:#?}", load(info.name, &Overrides::default()).unwrap().species[0]);
    }
}
#[test]
fn probe() {
    println!("{}", flockwork::scenario::schema());
    for t in [
        "",
        "[[species]]\nname='a'\ncount=1e3",
        "[[species]]\nname='a'\ncount='1000'",
        "[[species]]\nname='a'\nradius=1",
        "[[species]]\nname='a'\ncount=3\n[species.separation]\nradius = -1.0\n",
        "[[species]]\nname='a'\ncount=3\nname='b'",
        "sede=3\n",
        "seed=nan",
        "seed=3\n[[species]]\n",
        "seed = ",
        "x\n\n",
        "[[obstacle]]\nshape='sphere'",
        "[[species]]\nname='a'\ncount=3\nrules='parker'",
        "[[species]]\nname='a'\ncount=3\nrules='opnsteer'",
        "[world]\nedge='soft'\nmin=[1,2,3]\nmax=[1,4,5]\n[[species]]\nname='a'\ncount=3\n",
        "[world]\nedge='soft'\nmin=[1,2,[3]]\nmax=[1,4,5]\n[[species]]\nname='a'\ncount=3\n",
        "[species]\nname='a'",
    ] {
        println!("=====\n{t}\n-----");
        println!("error: {}", flockwork::scenario::from_text("flock.toml", t, &Overrides::default()).unwrap_err());
    }
    for o in [
        "species.cuont=5",
        "species.0.count=-5",
        "spceies.count=3",
        "species.7.count=3",
        "dt=nan",
        "dt",
        "world.edge=opne",
        "species.boid.separation.radius=[1]",
        "species.boyd.count=5",
    ] {
        println!("error: {}", load("opensteer", &Overrides { set: vec![o.into()], ..Default::default() }).unwrap_err());
    }
    println!("error: {}", load("opensteerr", &Overrides::default()).unwrap_err());
    println!("error: {}", load("nope.toml", &Overrides::default()).unwrap_err());
}
