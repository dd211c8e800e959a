import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'size' | 'icon' | 'asChild' | 'children' | 'shortcut' | 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: LucideIcon;
  shortcut?: string;
  small?: boolean;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

export function IconButton({ label, icon, shortcut, small = false, side, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={side}>
      <Button {...rest} variant={variant} size={small ? 'icon-sm' : 'icon'} icon={icon} aria-label={label} />
    </Tooltip>
  );
}
