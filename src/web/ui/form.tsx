import type { ComponentProps, ReactNode, Ref } from 'react';
import type { Form } from '#web/lib/form.ts';
import { Field, Input } from './field.tsx';
import { Note } from './note.tsx';

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
