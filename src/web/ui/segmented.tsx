import type { LucideIcon } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';

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

/** Two to four views of the same thing, one of them on. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const choose = (next: string) => {
    // Pressing the one that is on reports an empty value; one is always on.
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
      className="inline-flex gap-0.5 rounded-md bg-sunken p-0.5"
    >
      {options.map(({ value: option, label: text, icon: Icon }) => (
        <ToggleGroup.Item
          key={option}
          value={option}
          className="inline-flex h-7 items-center gap-1.5 rounded-[5px] px-2.5 text-13 font-medium whitespace-nowrap text-muted hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text data-[state=on]:ring data-[state=on]:ring-border max-md:h-10"
        >
          {Icon ? <Icon aria-hidden className="size-3.5" /> : null}
          {text}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
