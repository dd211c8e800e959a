import { ChevronsUpDown, CircleAlert, type LucideIcon, Search, TriangleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type CSSProperties, type ReactNode, use, useId, useMemo, type Ref } from 'react';
import type { Form } from '#web/lib/form.ts';
import { cx } from './class-names.ts';
import { Note } from './note.tsx';

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
  /** Shown to the right of the label. */
  aside?: ReactNode;
  className?: string;
  /** One form control: Input, Textarea, Select, Combobox, ChipInput, Slider, DateTimeInput. */
  children: ReactNode;
}

/** Label above, control, message below. */
export function Field({ label, hint, error, warning, aside, className, children }: FieldProps) {
  const id = useId();
  const messages = [hint ? `${id}-hint` : '', warning ? `${id}-warning` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const invalid = Boolean(error);
  const wiring = useMemo(() => ({ id, describedBy: messages || undefined, invalid }), [id, messages, invalid]);
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="text-13 font-medium">
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

interface SelectOption<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'defaultValue' | 'onChange' | 'size' | 'multiple'
> {
  options: readonly SelectOption<T>[];
  value: T | '';
  onChange: (value: T) => void;
  /** Shown while nothing is selected. */
  placeholder?: string;
  small?: boolean;
  /** As wide as its container; by default as wide as its longest option. */
  full?: boolean;
}

/** A native select: it handles keyboards, screen readers and phones. */
export function Select<T extends string>({
  options,
  value,
  onChange,
  placeholder,
  small = false,
  full = false,
  className,
  ...rest
}: SelectProps<T>) {
  const chosen = (text: string) => options.find((option) => option.value === text)?.value;
  return (
    <span className={cx('relative inline-flex min-w-0 max-w-full', full && 'w-full', className)}>
      <select
        {...useField(rest)}
        value={value}
        onChange={(event) => {
          const next = chosen(event.target.value);
          if (next !== undefined) onChange(next);
        }}
        className={cx(
          controlBox,
          'select min-w-0 truncate pr-8 pl-2.5 text-13 font-medium',
          full && 'w-full',
          small ? 'h-control-sm' : 'h-control',
        )}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown aria-hidden className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted" />
    </span>
  );
}

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
}

/** Needs a label: `aria-label`, an outer `<label htmlFor>` or a Field around it. */
export function Slider({ value, onChange, min = 0, max = 100, className, ...rest }: SliderProps) {
  const filled: CSSProperties & Record<'--filled', string> = { '--filled': `${((value - min) / (max - min)) * 100}%` };
  return (
    <input
      {...useField(rest)}
      type="range"
      min={min}
      max={max}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={filled}
      className={cx('slider', className)}
    />
  );
}

/** The error of a form when no field is to blame. */
export function FormFailure({ form: { failure }, className }: { form: Pick<Form, 'failure'>; className?: string }) {
  return failure ? (
    <Note tone="bad" className={className}>
      {failure}
    </Note>
  ) : null;
}

interface FailureAlertProps {
  failure: string | null;
  action?: ReactNode;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** The same, announced when it appears. */
export function FailureAlert({ failure, action, className, ref }: FailureAlertProps) {
  return (
    <div ref={ref} role="alert" className={className ? `${className} empty:hidden` : 'empty:hidden'}>
      {failure === null ? null : (
        <Note tone="bad" action={action}>
          {failure}
        </Note>
      )}
    </div>
  );
}

interface InputFieldProps extends Omit<ComponentProps<'input'>, 'form'> {
  form: Pick<Form, 'errors'>;
  name: string;
  label: string;
  hint?: string | undefined;
  /** For the forms outside the app shell. */
  large?: boolean;
  /** Of the field around the input. */
  fieldClassName?: string;
}

/** A labeled input with its error. */
export function InputField({ form, label, hint, large = false, fieldClassName, className, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.errors[input.name]} className={fieldClassName}>
      <Input {...input} className={large ? 'h-control-lg! px-3!' : className} />
    </Field>
  );
}
