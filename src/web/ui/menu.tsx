import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Kbd } from './kbd.tsx';

export const menuBox = 'z-50 min-w-50 max-w-80 animate-fade rounded-lg bg-raised p-1 text-text shadow-float outline-none';
const itemBox =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none max-md:min-h-10 data-[disabled]:cursor-not-allowed data-[disabled]:text-muted data-[highlighted]:bg-float-hover';

interface MenuProps {
  /** One button. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** Actions behind one button. Not modal: Radix's modal menus inject a style to stop scrolling, which the CSP forbids. */
export function Menu({ trigger, align = 'start', side = 'bottom', open, onOpenChange, children }: MenuProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cx(menuBox, 'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto')}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  shortcut?: string;
  destructive?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  /** Gives the looks to the one child, for links. */
  asChild?: boolean;
  children: ReactNode;
}

export function MenuItem({ icon: Icon, shortcut, destructive = false, disabled, onSelect, asChild = false, children }: MenuItemProps) {
  const look = cx(itemBox, destructive && 'text-bad');
  if (asChild) {
    return (
      <Radix.Item asChild disabled={disabled} onSelect={onSelect} className={look}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={look}>
      {Icon ? <Icon aria-hidden className={destructive ? 'text-bad' : 'text-muted'} /> : null}
      <span className="min-w-0 flex-1">{children}</span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-12 font-medium text-muted">{children}</Radix.Label>;
}

interface MenuChoiceProps<T extends string> {
  options: readonly { value: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of several, with a tick at the one that holds. */
export function MenuChoice<T extends string>({ options, value, onChange }: MenuChoiceProps<T>) {
  return (
    <Radix.RadioGroup value={value}>
      {options.map(({ value: option, label, icon: Icon }) => (
        <Radix.RadioItem key={option} value={option} onSelect={() => onChange(option)} className={itemBox}>
          {Icon ? <Icon aria-hidden className="text-muted" /> : null}
          <span className="min-w-0 flex-1">{label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden className="text-muted" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

interface MenuCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** On or off; the menu stays open so that several can be set. */
export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()} className={itemBox}>
      <span className="min-w-0 flex-1">{children}</span>
      <Radix.ItemIndicator>
        <Check aria-hidden className="text-muted" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}
