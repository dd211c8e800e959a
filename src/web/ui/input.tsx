import { Search, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';

/** Shared by all text-like controls. */
export const controlBox =
  'field-text rounded-md border border-control bg-surface text-14 text-text placeholder:text-muted hover:border-muted focus:border-ring focus:outline-2 focus:-outline-offset-1 focus:outline-ring aria-invalid:border-bad-mark aria-invalid:focus:outline-bad-mark disabled:border-border disabled:bg-sunken disabled:text-muted disabled:cursor-not-allowed';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useField(props)} className={cx(controlBox, 'h-control w-full min-w-0 px-2.5', className)} />;
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...useField(props)} rows={rows} className={cx(controlBox, 'block w-full min-w-0 resize-y px-2.5 py-2', className)} />;
}

interface IconInputProps extends ComponentProps<'input'> {
  icon: LucideIcon;
  /** A small button or key on the right. */
  end?: ReactNode;
}

export function IconInput({ icon: Icon, end, className, ...props }: IconInputProps) {
  return (
    <div className={cx('relative', className)}>
      <Icon aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 z-1 -translate-y-1/2 text-muted" />
      <Input {...props} className={cx('pl-8', end !== undefined && 'pr-9')} />
      {end === undefined ? null : <span className="absolute top-1/2 right-1 flex -translate-y-1/2">{end}</span>}
    </div>
  );
}

/** Needs a label: `aria-label` or a Field around it. */
export function SearchInput(props: Omit<IconInputProps, 'icon' | 'type'>) {
  return <IconInput icon={Search} type="search" {...props} />;
}
