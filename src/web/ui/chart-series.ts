import type { ChartProps } from './chart.tsx';

const looks = {
  primary: { fill: 'fill-primary', stroke: 'stroke-primary', swatch: 'bg-primary' },
  text: { fill: 'fill-text', stroke: 'stroke-text', swatch: 'bg-text' },
  control: { fill: 'fill-control', stroke: 'stroke-control', swatch: 'bg-control' },
  border: { fill: 'fill-border', stroke: 'stroke-border', swatch: 'bg-border' },
  line: { fill: 'fill-primary-line', stroke: 'stroke-primary-line', swatch: 'bg-primary-line' },
};
const lines = [looks.primary, looks.text, looks.control, looks.line];
const bars = [looks.primary, looks.control, looks.line, looks.text, looks.border];

/** The style of a series by position: the first in the accent; of two that overlap, the part in the accent and the total behind it pale. */
export function seriesLook(kind: ChartProps['kind'], index: number, count: number) {
  if (kind === 'overlap' && count === 2) return index === 0 ? looks.border : looks.primary;
  const order = kind === 'line' ? lines : bars;
  return order[index % order.length] ?? looks.primary;
}
