import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { type TriggerLink, TriggerStandIn } from './lazy.tsx';

const menuBox = 'z-50 min-w-50 max-w-80 animate-fade rounded-lg bg-raised p-1 text-text shadow-float outline-none';
const itemBox =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none max-md:min-h-10 data-[disabled]:cursor-not-allowed data-[disabled]:text-muted data-[highlighted]:bg-float-hover';

export interface MenuProps {
  /** One button. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

export interface MenuItemProps {
  icon?: LucideIcon;
  destructive?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}

export interface MenuChoiceProps<T extends string> {
  options: readonly { value: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
}

type PanelProps = Omit<MenuProps, 'trigger'> & { link: TriggerLink };

/** Not modal: Radix's modal menus inject a style to lock scrolling, which the CSP blocks. */
export function MenuPanel({ link, align = 'start', open, onOpenChange, children }: PanelProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <TriggerStandIn link={link} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
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

export function MenuItem({ icon: Icon, destructive = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item onSelect={onSelect} className={cx(itemBox, destructive && 'text-bad')}>
      {Icon ? <Icon aria-hidden className={destructive ? 'text-bad' : 'text-muted'} /> : null}
      <span className="min-w-0 flex-1">{children}</span>
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}

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
