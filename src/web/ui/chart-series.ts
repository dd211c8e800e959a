export interface ChartRow {
  /** Label on the axis, such as "23 Oct". */
  label: string;
  /** One per series; null when unknown. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** `bar`: side by side. `overlap`: each series is part of the previous one. `stack`: they add up. */
  kind: 'bar' | 'overlap' | 'stack' | 'line';
  /** Name of the chart and of its table. */
  caption: string;
  /** What the labels are, such as "Day": the first column header of the table. */
  axis: string;
  series: readonly string[];
  rows: readonly ChartRow[];
  /** Formats the figures. */
  format?: (value: number) => string;
  /** Pixels. */
  height?: number;
}

const looks = {
  primary: { fill: 'fill-primary', stroke: 'stroke-primary', swatch: 'bg-primary' },
  text: { fill: 'fill-text', stroke: 'stroke-text', swatch: 'bg-text' },
  control: { fill: 'fill-control', stroke: 'stroke-control', swatch: 'bg-control' },
  border: { fill: 'fill-border', stroke: 'stroke-border', swatch: 'bg-border' },
  line: { fill: 'fill-primary-line', stroke: 'stroke-primary-line', swatch: 'bg-primary-line' },
};
const lines = [looks.primary, looks.text, looks.control, looks.line];
const bars = [looks.primary, looks.control, looks.line, looks.text, looks.border];

/**
 * Style of a series by position: the first has the accent color; of two that overlap, the part has the accent color and the total
 * behind it is pale.
 */
export function seriesLook(kind: ChartProps['kind'], index: number, count: number) {
  if (kind === 'overlap' && count === 2) return index === 0 ? looks.border : looks.primary;
  const order = kind === 'line' ? lines : bars;
  return order[index % order.length] ?? looks.primary;
}
