#!/usr/bin/env python3
# Runs what is measured, prints tables in Markdown and draws plots as SVG. Called by scripts/figures.

import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
import time

BINARIES = sys.argv[1]
PARTS = sys.argv[2:] or ["peers", "sizes", "presets", "start"]
SIZES = [65536, 262144, 1048576, 4194304, 8388608]  # the last is what a binding of 128 MiB holds
INK, PAPER, OURS = "#333333", "#ffffff", "#1b6ca8"


def command(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def bench(*words):
    out = command(f"{BINARIES}/flockwork", "bench", "--adapter", "software", "--quiet", "--json", *words)
    return json.loads(out)["rows"]


def svg(name, width, height, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
    with open(f"docs/{name}.svg", "w") as file:
        file.write("\n".join([head, f'<rect width="{width}" height="{height}" fill="{PAPER}"/>', *parts, "</svg>\n"]))


def text(x, y, words, anchor="start", size=13):
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def bars(name, title, rows):
    """Horizontal bars: how many times as fast, with a line at 1."""
    scale = 420 / max(value for _, value in rows)
    parts = [text(20, 26, title, size=15)]
    for i, (label, value) in enumerate(rows):
        y = 46 + 30 * i
        parts.append(text(190, y + 15, label, "end"))
        parts.append(f'<rect x="200" y="{y}" width="{value * scale:.1f}" height="20" fill="{OURS}"/>')
        parts.append(text(206 + value * scale, y + 15, f"{value:.2f}"))
    bottom = 46 + 30 * len(rows)
    parts.append(f'<line x1="{200 + scale:.1f}" y1="40" x2="{200 + scale:.1f}" y2="{bottom}" stroke="{INK}" stroke-dasharray="4 3"/>')
    parts.append(text(200 + scale, bottom + 16, "as fast as the yardstick", "middle", 11))
    svg(name, 700, bottom + 28, parts)


def lines(name, title, series):
    """Milliseconds of a step by agents, both logarithmic, so that linear in n is a slope of one."""
    points = [point for _, row in series for point in row]
    low_x, high_x = math.log10(min(x for x, _ in points)), math.log10(max(x for x, _ in points))
    low_y, high_y = math.floor(math.log10(min(y for _, y in points))), math.ceil(math.log10(max(y for _, y in points)))
    at_x = lambda x: 80 + 560 * (math.log10(x) - low_x) / (high_x - low_x)
    at_y = lambda y: 350 - 300 * (math.log10(y) - low_y) / (high_y - low_y)
    parts = [text(20, 26, title, size=15)]
    for power in range(low_y, high_y + 1):
        y = at_y(10**power)
        parts.append(f'<line x1="80" y1="{y:.1f}" x2="640" y2="{y:.1f}" stroke="#dddddd"/>')
        parts.append(text(72, y + 4, f"{10**power:g} ms", "end", 11))
    for x, _ in series[0][1]:
        parts.append(text(at_x(x), 370, f"{x:,}", "middle", 11))
    for (label, row), colour in zip(series, [OURS, "#c0561a"]):
        path = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in row)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="4" fill="{colour}"/>' for x, y in row]
        x, y = row[-1]
        parts.append(text(at_x(x) - 4, at_y(y) - 10, label, "end"))
    svg(name, 700, 386, parts)


def peers():
    out = command(f"{BINARIES}/flockwork-peers")
    print(out)
    rows = re.findall(r"^\| (\dd-\S+(?: late)?) \| (\d+) \| ([\d.]+) \| \d+ \| [\d.]+ \| [\d.]+ \| ([\d.]+) \|$", out, re.M)
    seen = {}
    for name, agents, k, ratio in rows:
        seen.setdefault(name, (f"{name[:2].upper()}, {int(agents):,}, k {float(k):.3g}{', later' * name.endswith('late')}", float(ratio)))
    bars("performance-yardstick", "Times as fast as a plain pipeline, same adapter, same places", list(seen.values()))


def sizes():
    print("| engine | agents | neighbours | candidates | ms a step | agent-steps/s | ns a pair test | bytes an agent |")
    print("|---|---|---|---|---|---|---|---|")
    series = []
    for engine in ["cpu", "gpu"]:
        points = []
        for count in SIZES:
            words = ["--steps", "3", "--warm-up", "2", "--repeats", "1", "--batch", "1"]
            row = bench("murmuration", "--engine", engine, "--counts", str(count), *words)[0]
            assert row["invalid"] is None, row
            cost = row["median_ms"] * 1e6 / count / row["candidates_mean"]
            points.append((count, row["median_ms"]))
            print(
                f"| {engine} | {count:,} | {row['neighbours_mean']:.1f} | {row['candidates_mean']:.0f} | {row['median_ms']:.1f} "
                f"| {row['agent_steps_per_second'] / 1e6:.2f} M | {cost:.2f} | {row['bytes_per_agent']:.0f} |",
                flush=True,
            )
        series.append((f"{engine}{' on llvmpipe' * (engine == 'gpu')}, murmuration", points))
    lines("performance-sizes", "Time of a step by agents at one density", series)


def presets():
    print("\n| preset | agents | engine | step | neighbours | candidates | ms a step | agent-steps/s |")
    print("|---|---|---|---|---|---|---|---|")
    names = ["murmuration", "school", "flatland", "opensteer"]
    for step, words in [(0, []), (2000, ["--warm-up", "2000", "--repeats", "1"])]:
        for row in bench(*names, "--engine", "cpu,gpu", *words):
            print(
                f"| {row['scenario']} | {row['count']:,} | {row['engine']} | {step:,} | {row['neighbours_mean']:.1f} "
                f"| {row['candidates_mean']:.0f} | {row['median_ms']:.2f} | {row['agent_steps_per_second'] / 1e6:.2f} M |",
                flush=True,
            )


def start():
    def seconds(*words):
        times = []
        for _ in range(7):
            with tempfile.TemporaryDirectory() as folder:
                began = time.monotonic()
                subprocess.run([f"{BINARIES}/flockwork", *words], check=True, capture_output=True, cwd=folder)
                times.append(time.monotonic() - began)
        return statistics.median(times)

    print("\n| command | ms |\n|---|---|")
    for words in [["--help"], ["run", "murmuration", "--steps", "1", "--engine", "cpu"],
                  ["run", "murmuration", "--steps", "1", "--adapter", "software"]]:
        print(f"| `flockwork {' '.join(words)}` | {seconds(*words) * 1e3:.0f} |", flush=True)


for part in PARTS:
    {"peers": peers, "sizes": sizes, "presets": presets, "start": start}[part]()
