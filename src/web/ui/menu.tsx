import { lazy } from 'react';
import { LazyTrigger } from './lazy.tsx';
import type * as Parts from './menu-panel.tsx';

/** Loaded with the first menu that opens; what stands in a menu is rendered in its panel only. */
let parts: typeof Parts;
const Panel = lazy(async () => {
  parts = await import('./menu-panel.tsx');
  return { default: parts.MenuPanel };
});
const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false, 'data-state': 'closed' };

export function Menu({ trigger, ...panel }: Parts.MenuProps) {
  return (
    <LazyTrigger trigger={trigger} attributes={closed} open={panel.open}>
      {(link) => <Panel link={link} {...panel} />}
    </LazyTrigger>
  );
}

export const MenuItem = (props: Parts.MenuItemProps) => <parts.MenuItem {...props} />;
export const MenuSeparator = () => <parts.MenuSeparator />;

/** A radio item with a check mark on the selected one. */
export const MenuChoice = <T extends string>(props: Parts.MenuChoiceProps<T>) => <parts.MenuChoice {...props} />;
