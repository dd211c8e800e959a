import { lazy, use, type ReactNode } from 'react';
import { LazyTrigger } from './lazy-trigger.tsx';
import { MenuParts, type MenuCheckProps, type MenuChoiceProps, type MenuItemProps, type MenuProps, type Parts } from './menu-parts.ts';

const Panel = lazy(async () => ({ default: (await import('./menu-panel.tsx')).MenuPanel }));
const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false, 'data-state': 'closed' };

export function Menu({ trigger, ...panel }: MenuProps) {
  return (
    <LazyTrigger trigger={trigger} attributes={closed} open={panel.open}>
      {(link) => <Panel link={link} {...panel} />}
    </LazyTrigger>
  );
}

function useParts(): Parts {
  const parts = use(MenuParts);
  if (!parts) throw new Error('What stands in a menu must be used within a Menu');
  return parts;
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label>{children}</Label>;
}

/** A radio item with a check mark on the selected one. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  const { Choice } = useParts();
  return <Choice {...props} />;
}

/** A checkbox item; the menu stays open so that several can be set. */
export function MenuCheck(props: MenuCheckProps) {
  const { Tick } = useParts();
  return <Tick {...props} />;
}
