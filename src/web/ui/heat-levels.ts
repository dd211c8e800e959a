import { scaleQuantize } from 'd3-scale';

const levels = [1, 2, 3, 4];

/** 0 for nothing, else 1 to 4 by quarters of the maximum. */
export const levelOf = (value: number, max: number): number =>
  value <= 0 || max <= 0 ? 0 : scaleQuantize().domain([0, max]).range(levels)(value);
