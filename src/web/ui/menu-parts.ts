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
  /** Applies the styles to the only child, for links. */
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

/** The parts of a menu as a context, so that pages can use them before the library is loaded. */
export interface Parts {
  Item: (props: MenuItemProps) => ReactNode;
  Separator: () => ReactNode;
  Label: (props: { children: ReactNode }) => ReactNode;
  Choice: <T extends string>(props: MenuChoiceProps<T>) => ReactNode;
  Tick: (props: MenuCheckProps) => ReactNode;
}
export const MenuParts = createContext<Parts | null>(null);
