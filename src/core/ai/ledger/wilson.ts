/** Standard normal quantile for a 95% interval. */
const z = 1.96;

/** The 95% Wilson interval of a share: reliable for small samples, and always within 0 to 1. */
export function wilsonInterval(hits: number, samples: number): { low: number; high: number } {
  if (samples === 0) return { low: 0, high: 1 };
  const share = hits / samples;
  const scale = 1 + z ** 2 / samples;
  const middle = (share + z ** 2 / (2 * samples)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / samples + z ** 2 / (4 * samples ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
