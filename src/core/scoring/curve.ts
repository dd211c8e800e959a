import * as z from 'zod';

/** Points of a function, the first coordinate rising, with straight lines in between. */
export const curveSchema = z.array(z.tuple([z.number(), z.number()])).min(1);
export type Curve = z.infer<typeof curveSchema>;

/** The value of a curve; beyond its ends, that of the last point. */
export function valueOn(curve: Curve, at: number): number {
  const above = curve.findIndex(([from]) => from >= at);
  const [first] = curve;
  const last = curve.at(-1);
  if (!first || !last) throw new Error('A curve has no points');
  if (above === -1) return last[1];
  const [right, rightValue] = curve[above] ?? last;
  const [left, leftValue] = curve[above - 1] ?? first;
  return right === left ? rightValue : leftValue + ((rightValue - leftValue) * (at - left)) / (right - left);
}
