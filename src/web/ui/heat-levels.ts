import { scaleQuantize } from 'd3-scale';

const levels = [1, 2, 3, 4];

/** 0 for nothing, else 1 to 4 by quarters of the maximum. */
export const levelOf = (value: number, most: number): number =>
  value <= 0 || most <= 0 ? 0 : scaleQuantize().domain([0, most]).range(levels)(value);
