import { Command as Cmdk } from 'cmdk';
import { type LucideIcon, Search, Check, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Popover } from 'radix-ui';
import { t } from '#web/lib/language.ts';
import { cx } from './class-names.ts';
import { controlBox, useField } from './field.tsx';

interface CommandProps {
  /** Accessible name of the list. */
  label: string;
  placeholder: string;
  search?: string;
  onSearchChange?: (search: string) => void;
  /** False when the items are filtered elsewhere, such as on the server. */
  filter?: boolean;
  /** Takes the focus on mount, for a field that replaces a focused element. */
  focused?: boolean;
  /** Shown when nothing matches. */
  empty: string;
  children: ReactNode;
}

/** A search field over a list with keyboard navigation: the body of the command palette and of comboboxes. */
export function Command({ label, placeholder, search, onSearchChange, filter = true, focused = false, empty, children }: CommandProps) {
  return (
    <Cmdk label={label} shouldFilter={filter} loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden className="text-muted" />
        <Cmdk.Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where its owner already has the focus
          autoFocus={focused}
          value={search}
          onValueChange={onSearchChange}
          placeholder={placeholder}
          className="field-text h-10 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
        />
      </div>
      <Cmdk.List label={label} className="max-h-80 min-h-0 overflow-y-auto p-1">
        <Cmdk.Empty className="px-2 py-6 text-center text-13 text-muted">{empty}</Cmdk.Empty>
        {children}
      </Cmdk.List>
    </Cmdk>
  );
}

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Cmdk.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Cmdk.Group>
  );
}

interface CommandItemProps {
  /** The item's key; also searched. */
  value: string;
  /** More search terms. */
  keywords?: string[];
  icon?: LucideIcon;
  /** A muted detail on the right. */
  aside?: ReactNode;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function CommandItem({ value, keywords, icon: Icon, aside, disabled, onSelect, children }: CommandItemProps) {
  return (
    <Cmdk.Item
      value={value}
      keywords={keywords}
      disabled={disabled}
      onSelect={onSelect}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 select-none data-[disabled=true]:cursor-not-allowed data-[disabled=true]:text-muted data-[selected=true]:bg-float-hover max-md:min-h-10"
    >
      {Icon ? <Icon aria-hidden className="text-muted" /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside ? <span className="text-12 text-muted">{aside}</span> : null}
    </Cmdk.Item>
  );
}

interface ComboboxOption {
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
