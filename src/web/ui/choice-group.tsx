import { useId, type ReactNode } from 'react';
import { Checkbox, Choice } from './choice.tsx';
import { cx } from './class-names.ts';

interface RadioOption<T extends string> {
  value: T;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<T extends string> {
  label: string;
  labelHidden?: boolean;
  options: readonly RadioOption<T>[];
  value: T | null;
  onChange: (value: T) => void;
  inline?: boolean;
}

export function RadioGroup<T extends string>({ label, labelHidden = false, options, value, onChange, inline = false }: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={cx('mb-2 text-13 font-medium', labelHidden && 'sr-only')}>{label}</legend>
      <div className={cx('flex', inline ? 'flex-wrap gap-x-4 gap-y-2' : 'flex-col gap-3')}>
        {options.map((option) => (
          <Choice
            key={option.value}
            hint={option.hint}
            hintId={`${name}-${option.value}`}
            disabled={option.disabled}
            control={
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
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
            disabled={option.disabled}
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
