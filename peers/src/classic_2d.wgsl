// The classic pipeline, as a yardstick for speed: what most GPU boids programs do, done cleanly. Ours, free to copy.
// Cell edge >= radius, order inside a cell left to the atomics (so not reproducible), 3 rows of 3 cells, periodic square: the 2D form of classic.wgsl.
// Passes in order, after clearing `count`: bin, scan1, scan2 (one workgroup), scan3, scatter, flock.
// scan1 and scan3: ceil(ncell / 1024) workgroups; the others ceil(n / 64), folded over x and y past 65,535.
// vel.w returns the number of neighbours: compare its mean with yours before you compare times.
struct P { n:u32, m:u32, ncell:u32, pad:u32, l:f32, inv_c:f32, r2:f32, rs2:f32, ws:f32, wa:f32, wc:f32, dt:f32, vmin:f32, vmax:f32, amax:f32, pad2:f32 };
@group(0) @binding(0) var<uniform> p: P;
@group(0) @binding(1) var<storage,read_write> pos: array<vec4f>;
@group(0) @binding(2) var<storage,read_write> vel: array<vec4f>;
@group(0) @binding(3) var<storage,read_write> spos: array<vec4f>;
@group(0) @binding(4) var<storage,read_write> svel: array<vec4f>;
@group(0) @binding(5) var<storage,read_write> count: array<atomic<u32>>;
@group(0) @binding(6) var<storage,read_write> start: array<u32>;
@group(0) @binding(7) var<storage,read_write> rank: array<u32>;
@group(0) @binding(8) var<storage,read_write> sums: array<u32>;
fn cell(q: vec3f)->vec3u { return vec3u(min(vec2u(q.xy*p.inv_c), vec2u(p.m-1u)), 0u); }
fn flat(c: vec3u)->u32 { return c.y*p.m + c.x; }
@compute @workgroup_size(64) fn bin(@builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) nw: vec3u) {
  let i = g.x + g.y*nw.x*64u; if (i>=p.n) {return;}
  rank[i] = atomicAdd(&count[flat(cell(pos[i].xyz))], 1u);
}
var<workgroup> sh: array<u32,256>;
@compute @workgroup_size(256) fn scan1(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) t: u32) {
  let b = w.x*1024u + t*4u;
  var v: array<u32,4>; var s=0u;
  for (var k=0u;k<4u;k++){ v[k]=s; if (b+k<p.ncell){ s += atomicLoad(&count[b+k]); } }
  sh[t]=s; workgroupBarrier();
  for (var o=1u;o<256u;o=o<<1u){ var x=0u; if (t>=o){x=sh[t-o];} workgroupBarrier(); sh[t]+=x; workgroupBarrier(); }
  let e = sh[t]-s;
  for (var k=0u;k<4u;k++){ if (b+k<p.ncell){ start[b+k]=v[k]+e; } }
  if (t==255u){ sums[w.x]=sh[255]; }
}
@compute @workgroup_size(256) fn scan2(@builtin(local_invocation_index) t: u32) {
  let nb=(p.ncell+1023u)/1024u; var carry=0u;
  for (var b=0u;b<nb;b+=256u){
    var s=0u; if (b+t<nb){ s=sums[b+t]; }
    sh[t]=s; workgroupBarrier();
    for (var o=1u;o<256u;o=o<<1u){ var x=0u; if (t>=o){x=sh[t-o];} workgroupBarrier(); sh[t]+=x; workgroupBarrier(); }
    if (b+t<nb){ sums[b+t]=carry+sh[t]-s; }
    carry += sh[255]; workgroupBarrier();
  }
}
@compute @workgroup_size(256) fn scan3(@builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) t: u32) {
  let b = w.x*1024u + t*4u; let a=sums[w.x];
  for (var k=0u;k<4u;k++){ if (b+k<p.ncell){ start[b+k]+=a; } }
  if (w.x==0u && t==0u){ start[p.ncell]=p.n; }
}
@compute @workgroup_size(64) fn scatter(@builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) nw: vec3u) {
  let i = g.x + g.y*nw.x*64u; if (i>=p.n) {return;}
  let j = start[flat(cell(pos[i].xyz))]+rank[i];
  spos[j]=pos[i]; svel[j]=vel[i];
}
@compute @workgroup_size(64) fn flock(@builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) nw: vec3u) {
  let i = g.x + g.y*nw.x*64u; if (i>=p.n) {return;}
  let x = spos[i].xyz; let v = svel[i].xyz; let c = vec3i(cell(x)); let m=i32(p.m);
  var sep=vec3f(); var sv=vec3f(); var sc=vec3f(); var nn=0.0;
  let half=0.5*p.l;
  for (var dy=-1;dy<=1;dy++){ var cy=c.y+dy; var oy=0.0; if(cy<0){cy+=m;oy=-p.l;} if(cy>=m){cy-=m;oy=p.l;}
    let row=u32(cy*m);
    // up to 2 x segments
    var a0=c.x-1; var a1=c.x+2; 
    var seg=0;
    var lo=array<i32,2>(max(a0,0), 0); var hi=array<i32,2>(min(a1,m),0); var ox=array<f32,2>(0.0,0.0); var ns=1;
    if (a0<0){ lo[1]=m-1; hi[1]=m; ox[1]=-p.l; ns=2; } else if (a1>m){ lo[1]=0; hi[1]=1; ox[1]=p.l; ns=2; }
    for (var s=0;s<ns;s++){
      let off=vec3f(ox[s],oy,0.0)-x;
      let e=start[row+u32(hi[s])];
      for (var j=start[row+u32(lo[s])]; j<e; j++){
        let d=spos[j].xyz+off; let d2=dot(d,d);
        if (d2<p.r2 && j!=i){
          nn+=1.0; sc+=d; sv+=svel[j].xyz;
          if (d2<p.rs2){ sep-=d/max(d2,1e-12); }
        }
      }
    }
  }
  var acc=vec3f();
  if (nn>0.0){ acc = p.ws*sep + p.wa*(sv/nn-v) + p.wc*(sc/nn); }
  let al=length(acc); if (al>p.amax){ acc*=p.amax/al; }
  var v2=v+acc*p.dt; let sp=length(v2); v2*=clamp(sp,p.vmin,p.vmax)/max(sp,1e-9);
  var x2=x+v2*p.dt; x2-=vec3f(floor(x2.xy/p.l)*p.l,0.0);
  pos[i]=vec4f(x2,spos[i].w); vel[i]=vec4f(v2,nn);
}
