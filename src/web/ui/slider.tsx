import type { ComponentProps, CSSProperties } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
}

/** Needs a label: `aria-label`, an outer `<label htmlFor>` or a Field around it. */
export function Slider({ value, onChange, min = 0, max = 100, className, ...rest }: SliderProps) {
  const filled: CSSProperties & Record<'--filled', string> = { '--filled': `${((value - min) / (max - min)) * 100}%` };
  return (
    <input
      {...useField(rest)}
      type="range"
      min={min}
      max={max}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={filled}
      className={cx('slider', className)}
    />
  );
}
