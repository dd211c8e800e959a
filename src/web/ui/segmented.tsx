import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';

export interface Segment<T extends string = string> {
  value: T;
  label: string;
  icon?: LucideIcon;
}

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** Two to four views of the same thing, as a radio group. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex gap-0.5 rounded-md bg-sunken p-0.5">
      {options.map(({ value: option, label: text, icon: Icon }) => (
        <label
          key={option}
          className="relative inline-flex h-7 items-center gap-1.5 rounded-[5px] px-2.5 text-13 font-medium whitespace-nowrap text-muted hover:text-text has-checked:bg-surface has-checked:text-text has-checked:ring has-checked:ring-border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring max-md:h-10"
        >
          {/* Above the label, so that the pointer hits the input itself. */}
          <input
            type="radio"
            name={group}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {Icon ? <Icon aria-hidden className="size-3.5" /> : null}
          {text}
        </label>
      ))}
    </div>
  );
}
