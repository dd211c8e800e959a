const maxSteps = 120;
const memory = 12;
const close = 1e-9;

const dot = (one: Float64Array, other: Float64Array): number => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
const plus = (one: Float64Array, by: number, other: Float64Array): Float64Array => one.map((value, at) => value + by * (other[at] ?? 0));

/**
 * The lowest point of a smooth function by L-BFGS (Liu and Nocedal, 1989), from zero. `lossAt` returns its value and adds its slope to
 * `slope`.
 */
export function minimize(size: number, lossAt: (at: Float64Array, slope: Float64Array) => number): Float64Array {
  let at: Float64Array = new Float64Array(size);
  let slope: Float64Array = new Float64Array(size);
  let loss = lossAt(at, slope);
  const steps: { moved: Float64Array; turned: Float64Array }[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const way = directionOf(slope, steps);
    for (let length = 1; ; length /= 2) {
      const next = plus(at, -length, way);
      const nextSlope = new Float64Array(size);
      const nextLoss = lossAt(next, nextSlope);
      if (nextLoss > loss - 1e-4 * length * dot(slope, way) && length > 1e-8) continue;
      steps.push({ moved: plus(next, -1, at), turned: plus(nextSlope, -1, slope) });
      if (steps.length > memory) steps.shift();
      const gain = loss - nextLoss;
      [at, slope, loss] = [next, nextSlope, nextLoss];
      if (gain < close) return at;
      break;
    }
  }
  return at;
}

function directionOf(slope: Float64Array, steps: readonly { moved: Float64Array; turned: Float64Array }[]): Float64Array {
  let way: Float64Array = slope.slice();
  const shares: number[] = [];
  for (const { moved, turned } of steps.toReversed()) {
    const share = dot(moved, way) / dot(moved, turned);
    shares.unshift(share);
    way = plus(way, -share, turned);
  }
  const last = steps.at(-1);
  const scale = last ? dot(last.moved, last.turned) / dot(last.turned, last.turned) : 1 / Math.sqrt(dot(slope, slope));
  way = way.map((value) => scale * value);
  for (const [index, { moved, turned }] of steps.entries())
    way = plus(way, (shares[index] ?? 0) - dot(turned, way) / dot(moved, turned), moved);
  return way;
}
