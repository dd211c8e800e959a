import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';
import { Command, CommandItem } from './command.tsx';
import { controlBox, useField } from './field.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  keywords?: string[];
}

interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string) => void;
  /** Accessible name of the list, such as "Campaigns". */
  label: string;
  placeholder?: string;
  searchPlaceholder?: string;
  empty?: string;
}

/** A searchable select. */
export function Combobox({
  options,
  value,
  onChange,
  label,
  placeholder = t('Choose'),
  searchPlaceholder = t('Search'),
  empty = t('Nothing found.'),
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const chosen = options.find((option) => option.value === value);
  const choose = (next: string) => {
    onChange(next);
    setSearch('');
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        {...useField<{ id?: string }>({})}
        className={cx(controlBox, 'inline-flex h-control w-full min-w-0 items-center gap-2 pr-2 pl-2.5 text-left text-13 font-medium')}
      >
        <span className={cx('min-w-0 flex-1 truncate', !chosen && 'font-normal text-muted')}>{chosen?.label ?? placeholder}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) min-w-60 animate-fade flex-col rounded-lg bg-raised text-text shadow-float outline-none"
        >
          <Command label={label} placeholder={searchPlaceholder} search={search} onSearchChange={setSearch} empty={empty}>
            {options.map((option) => (
              <CommandItem
                key={option.value}
                value={option.value}
                keywords={[option.label, ...(option.keywords ?? [])]}
                icon={option.value === value ? Check : undefined}
                onSelect={() => choose(option.value)}
              >
                {option.label}
              </CommandItem>
            ))}
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
