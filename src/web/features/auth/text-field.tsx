import type { ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** A larger field, for the forms outside the app shell. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input {...input} className="h-control-lg! px-3!" />
    </Field>
  );
}
