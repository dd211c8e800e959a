import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode } from 'react';

export interface MenuProps {
  /** One button. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

export interface MenuItemProps {
  icon?: LucideIcon;
  shortcut?: string;
  destructive?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  /** Gives the looks to the one child, for links. */
  asChild?: boolean;
  children: ReactNode;
}
export interface MenuChoiceProps<T extends string> {
  options: readonly { value: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
}
export interface MenuCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** What stands in a menu, as the panel brings it along: pages name it before the library is there. */
export interface Parts {
  Item: (props: MenuItemProps) => ReactNode;
  Separator: () => ReactNode;
  Label: (props: { children: ReactNode }) => ReactNode;
  Choice: <T extends string>(props: MenuChoiceProps<T>) => ReactNode;
  Tick: (props: MenuCheckProps) => ReactNode;
}
export const MenuParts = createContext<Parts | null>(null);
