import { CircleAlert, TriangleAlert } from 'lucide-react';
import { createContext, use, useId, useMemo, type ReactNode } from 'react';
import { cx } from './class-names.ts';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}
const FieldContext = createContext<FieldWiring | null>(null);

interface Wired {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/** Connects a control to the field around it: id, description and invalid state. Explicit props win. */
export function useField<T extends Wired>(props: T): T {
  const field = use(FieldContext);
  if (!field) return props;
  return { 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined, ...props, id: props.id ?? field.id };
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to fix it. Empty or undefined: valid. */
  error?: string | null | undefined;
  warning?: string | null | undefined;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  /** Shown to the right of the label. */
  aside?: ReactNode;
  className?: string;
  /** One form control: Input, Textarea, Select, Combobox, ChipInput, Slider, DateTimeInput. */
  children: ReactNode;
}

/** Label above, control, message below. */
export function Field({ label, hint, error, warning, labelHidden = false, aside, className, children }: FieldProps) {
  const id = useId();
  const messages = [hint ? `${id}-hint` : '', warning ? `${id}-warning` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const invalid = Boolean(error);
  const wiring = useMemo(() => ({ id, describedBy: messages || undefined, invalid }), [id, messages, invalid]);
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline gap-2', labelHidden && !aside && 'sr-only')}>
        <label htmlFor={id} className={cx('text-13 font-medium', labelHidden && 'sr-only')}>
          {label}
        </label>
        {aside ? <span className="ml-auto text-12 text-muted">{aside}</span> : null}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error ? (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-12 font-medium text-bad">
          <CircleAlert aria-hidden className="mt-px size-3.5" />
          <span>{error}</span>
        </p>
      ) : null}
      {warning ? (
        <p id={`${id}-warning`} className="flex gap-1.5 text-12 font-medium text-warn">
          <TriangleAlert aria-hidden className="mt-px size-3.5" />
          <span>{warning}</span>
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
