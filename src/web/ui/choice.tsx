import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

type BoxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'>;

interface ChoiceProps extends BoxProps {
  /** The label. Without it, pass `aria-label`. */
  children?: ReactNode;
  hint?: ReactNode;
  className?: string;
}

/** A control beside its label and hint. */
export function Choice({
  className,
  hint,
  hintId,
  disabled,
  control,
  children,
}: Omit<ChoiceProps, keyof BoxProps> & { disabled?: boolean; hintId: string; control: ReactNode }) {
  if (!children) return control;
  return (
    <label
      className={cx('inline-flex items-start gap-2 text-14', disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer', className)}
    >
      {control}
      <span className="min-w-0">
        {children}
        {hint ? (
          <span id={hintId} className="mt-0.5 block text-12 text-muted">
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}

export function Checkbox({ children, hint, className, ...box }: ChoiceProps) {
  const hintId = useId();
  const control = (
    <input
      {...box}
      type="checkbox"
      aria-describedby={hint ? hintId : box['aria-describedby']}
      className={cx('check', children ? 'mt-0.5' : null)}
    />
  );
  return (
    <Choice hint={hint} hintId={hintId} className={className} disabled={box.disabled} control={control}>
      {children}
    </Choice>
  );
}

export function Switch({ children, hint, className, ...box }: ChoiceProps) {
  const hintId = useId();
  const control = (
    // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox reports its own state
    <input {...box} type="checkbox" role="switch" aria-describedby={hint ? hintId : box['aria-describedby']} className="switch" />
  );
  return (
    <Choice hint={hint} hintId={hintId} className={className} disabled={box.disabled} control={control}>
      {children}
    </Choice>
  );
}

interface RadioOption<T extends string> {
  value: T;
  label: ReactNode;
  hint?: ReactNode;
}

interface RadioGroupProps<T extends string> {
  label: string;
  options: readonly RadioOption<T>[];
  value: T | null;
  onChange: (value: T) => void;
}

export function RadioGroup<T extends string>({ label, options, value, onChange }: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-13 font-medium">{label}</legend>
      <div className="flex flex-col gap-3">
        {options.map((option) => (
          <Choice
            key={option.value}
            hint={option.hint}
            hintId={`${name}-${option.value}`}
            control={
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                aria-describedby={option.hint ? `${name}-${option.value}` : undefined}
                className="check mt-0.5"
              />
            }
          >
            {option.label}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

interface CheckboxGroupProps<T extends string> {
  label: string;
  hint?: ReactNode;
  options: readonly RadioOption<T>[];
  /** The selected ones. */
  value: readonly T[];
  onChange: (value: T[]) => void;
}

export function CheckboxGroup<T extends string>({ label, hint, options, value, onChange }: CheckboxGroupProps<T>) {
  const hintId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint ? hintId : undefined}>
      <legend className={cx('text-13 font-medium', hint ? 'mb-1' : 'mb-2')}>{label}</legend>
      {hint ? (
        <p id={hintId} className="mb-2 text-12 wrap-anywhere text-muted">
          {hint}
        </p>
      ) : null}
      <div className="flex flex-col gap-3">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            hint={option.hint}
            checked={value.includes(option.value)}
            onChange={({ target }) => onChange(target.checked ? [...value, option.value] : value.filter((other) => other !== option.value))}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
