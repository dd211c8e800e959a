import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { cx } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { TriggerStandIn, type TriggerLink } from './lazy-trigger.tsx';
import { MenuParts, type MenuCheckProps, type MenuChoiceProps, type MenuItemProps, type MenuProps, type Parts } from './menu-parts.ts';

const menuBox = 'z-50 min-w-50 max-w-80 animate-fade rounded-lg bg-raised p-1 text-text shadow-float outline-none';
const itemBox =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none max-md:min-h-10 data-[disabled]:cursor-not-allowed data-[disabled]:text-muted data-[highlighted]:bg-float-hover';

type PanelProps = Omit<MenuProps, 'trigger'> & { link: TriggerLink };

/** Not modal: Radix's modal menus inject a style to lock scrolling, which the CSP blocks. */
export function MenuPanel({ link, align = 'start', side = 'bottom', open, onOpenChange, children }: PanelProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <TriggerStandIn link={link} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cx(menuBox, 'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto')}
        >
          <MenuParts value={parts}>{children}</MenuParts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ icon: Icon, shortcut, destructive = false, disabled, onSelect, asChild = false, children }: MenuItemProps) {
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

function Separator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}

function Label({ children }: Parameters<Parts['Label']>[0]) {
  return <Radix.Label className="px-2 py-1 text-12 font-medium text-muted">{children}</Radix.Label>;
}

function Choice<T extends string>({ options, value, onChange }: MenuChoiceProps<T>) {
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

function Tick({ checked, onChange, children }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()} className={itemBox}>
      <span className="min-w-0 flex-1">{children}</span>
      <Radix.ItemIndicator>
        <Check aria-hidden className="text-muted" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

const parts: Parts = { Item, Separator, Label, Choice, Tick };
