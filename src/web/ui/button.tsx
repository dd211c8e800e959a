import type { LucideIcon } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

const base =
  'relative inline-flex items-center justify-center gap-1.5 border font-medium whitespace-nowrap select-none no-underline transition-colors active:translate-y-[.5px] disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const variants = {
  default: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover disabled:bg-sunken disabled:text-muted',
  destructive: 'border-transparent bg-bad-fill text-bad-foreground hover:bg-bad-fill-hover disabled:bg-sunken disabled:text-muted',
  outline:
    'border-border bg-surface text-text hover:border-control hover:bg-hover disabled:border-transparent disabled:bg-sunken disabled:text-muted',
  secondary: 'border-transparent bg-sunken text-text hover:bg-border disabled:bg-sunken disabled:text-muted',
  ghost:
    'border-transparent bg-transparent text-soft-text hover:bg-float-hover hover:text-text disabled:bg-transparent disabled:text-muted',
  link: 'border-transparent bg-transparent text-primary underline-offset-3 hover:underline disabled:text-muted disabled:no-underline',
};

const sizes = {
  default: 'h-control rounded-md px-3 text-13',
  sm: 'h-control-sm rounded-md px-2 text-13',
  lg: 'h-control-lg rounded-lg px-4 text-14',
  icon: 'size-control rounded-md p-0',
  'icon-sm': 'size-control-sm rounded-md p-0',
};
const linkSizes: Record<keyof typeof sizes, string> = {
  ...sizes,
  default: 'rounded-sm p-0 text-13 max-md:min-h-10 max-md:min-w-10',
  sm: 'rounded-sm p-0 text-13 max-md:min-h-10 max-md:min-w-10',
  lg: 'rounded-sm p-0 text-14 max-md:min-h-10 max-md:min-w-10',
};

export type ButtonVariant = keyof typeof variants;

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: keyof typeof sizes;
  icon?: LucideIcon;
  /** Shows a spinner and ignores clicks; keeps the width and the focus. */
  busy?: boolean;
  /** The keyboard shortcut, shown inside. */
  shortcut?: string;
  /** Applies the styles to the only child, for links: `<Button asChild><Link to="…">…</Link></Button>`. */
  asChild?: boolean;
}

/** One filled (`default`) button per view; `outline` beside it, `ghost` in toolbars, `link` in headings, `destructive` to confirm a deletion. */
export function Button({
  variant = 'default',
  size = 'default',
  icon: Icon,
  busy = false,
  shortcut,
  asChild = false,
  ...props
}: ButtonProps) {
  const { className, children, onClick, type = 'button', ...rest } = props;
  const Root = asChild ? Slot.Root : 'button';
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  const iconClass = size === 'sm' || size === 'icon-sm' ? 'size-3.5' : undefined;
  const covered = busy && !Icon;
  return (
    <Root
      {...rest}
      {...(asChild ? {} : { type })}
      className={cx(base, variants[variant], (variant === 'link' ? linkSizes : sizes)[size], className)}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
    >
      {busy ? <Spinner className={cx(covered && 'absolute', iconClass)} /> : null}
      {Icon && !busy ? <Icon aria-hidden className={iconClass} /> : null}
      {asChild ? <Slot.Slottable>{children}</Slot.Slottable> : <span className={covered ? 'opacity-0' : 'contents'}>{children}</span>}
      {shortcut ? (
        <span aria-hidden className="-mr-1 ml-0.5 inline-flex max-md:hidden">
          <Kbd look="inherit">{shortcut}</Kbd>
        </span>
      ) : null}
    </Root>
  );
}

interface ButtonLinkProps extends Omit<LinkProps, 'children'>, Pick<ButtonProps, 'variant' | 'size' | 'icon'> {
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...link }: ButtonLinkProps) {
  return (
    <Button asChild variant={variant} size={size} icon={icon} className={className}>
      <Link {...link}>{children}</Link>
    </Button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'size' | 'icon' | 'asChild' | 'children' | 'shortcut' | 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: LucideIcon;
  shortcut?: string;
  small?: boolean;
}

export function IconButton({ label, icon, shortcut, small = false, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <Button {...rest} variant={variant} size={small ? 'icon-sm' : 'icon'} icon={icon} aria-label={label} />
    </Tooltip>
  );
}

/** A link in a text. */
export function TextLink(link: Omit<LinkProps, 'className'>) {
  return <Link {...link} className="font-medium text-primary hover:underline" />;
}
