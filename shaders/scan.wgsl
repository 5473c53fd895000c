// Counts become starts: an exclusive prefix sum in three dispatches, blocks of 4,096 cells. Twin of src/passes/scan.rs.
//
// Reduce, scan the sums in one workgroup, then scan each block: nobody waits for another workgroup.

const SCAN_THREADS: u32 = 256u;
const SCAN_BLOCK: u32 = 4096u;
// Cells of a thread.
const SCAN_RUN: u32 = 16u;

struct ScanStatus {
    steps_done: u32,
    candidates_max: u32,
    cell_agents_max: atomic<u32>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> grid: Grid;
@group(0) @binding(10) var<storage, read_write> starts: array<u32>;
@group(0) @binding(11) var<storage, read_write> block_sums: array<u32>;
@group(0) @binding(16) var<storage, read_write> status: ScanStatus;

var<workgroup> partial: array<u32, SCAN_THREADS>;
var<workgroup> most: atomic<u32>;

// Exclusive prefix sum of one number per thread; `partial[255]` holds the total afterwards.
fn scan_workgroup(local: u32, own: u32) -> u32 {
    partial[local] = own;
    workgroupBarrier();
    for (var step = 1u; step < SCAN_THREADS; step = step << 1u) {
        var left = 0u;
        if local >= step {
            left = partial[local - step];
        }
        workgroupBarrier();
        partial[local] += left;
        workgroupBarrier();
    }
    return partial[local] - own;
}

@compute @workgroup_size(SCAN_THREADS)
fn scan_reduce(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) local: u32) {
    // There is room for more cells than most grids have.
    if workgroup.x * SCAN_BLOCK >= grid.cell_count {
        return;
    }
    if local == 0u {
        atomicStore(&most, 0u);
    }
    workgroupBarrier();
    let first = workgroup.x * SCAN_BLOCK + local * SCAN_RUN;
    let end = min(first + SCAN_RUN, grid.cell_count);
    var sum = 0u;
    var most_here = 0u;
    for (var k = first; k < end; k++) {
        sum += starts[k];
        most_here = max(most_here, starts[k]);
    }
    atomicMax(&most, most_here);
    scan_workgroup(local, sum);
    if local == 0u {
        block_sums[workgroup.x] = partial[SCAN_THREADS - 1u];
        atomicMax(&status.cell_agents_max, atomicLoad(&most));
    }
}

@compute @workgroup_size(SCAN_THREADS)
fn scan_sums(@builtin(local_invocation_index) local: u32) {
    let blocks = (grid.cell_count + SCAN_BLOCK - 1u) / SCAN_BLOCK;
    var carry = 0u;
    for (var base = 0u; base < blocks; base += SCAN_THREADS) {
        let b = base + local;
        var own = 0u;
        if b < blocks {
            own = block_sums[b];
        }
        let before = scan_workgroup(local, own);
        if b < blocks {
            block_sums[b] = carry + before;
        }
        carry += partial[SCAN_THREADS - 1u];
        workgroupBarrier();
    }
}

@compute @workgroup_size(SCAN_THREADS)
fn scan_apply(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) local: u32) {
    if workgroup.x * SCAN_BLOCK >= grid.cell_count {
        return;
    }
    let first = workgroup.x * SCAN_BLOCK + local * SCAN_RUN;
    let end = min(first + SCAN_RUN, grid.cell_count);
    var sum = 0u;
    for (var k = first; k < end; k++) {
        sum += starts[k];
    }
    var start = block_sums[workgroup.x] + scan_workgroup(local, sum);
    for (var k = first; k < end; k++) {
        let agents = starts[k];
        starts[k] = start;
        start += agents;
    }
    if workgroup.x == 0u && local == 0u {
        starts[grid.cell_count] = params.agent_count;
    }
}
