import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

interface WishFormProps {
  label: string;
  hint: string;
  error: string | null;
  isBusy: boolean;
  onSubmit: () => void;
  /** The control in the field. */
  children: ReactNode;
  /** Between the field and the button. */
  below?: ReactNode;
  /** Of the button. */
  action: string;
  /** On a page with no other purpose. */
  isLarge?: boolean;
  /** It has been used, and something else is the next step. */
  isDone?: boolean;
}

/** Asks what a campaign is to be made from. */
export function WishForm({
  label,
  hint,
  error,
  isBusy,
  onSubmit,
  children,
  below,
  action,
  isLarge = false,
  isDone = false,
}: WishFormProps) {
  return (
    <form
      noValidate
      className="flex max-w-160 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    >
      <Field label={label} hint={hint} error={error}>
        {children}
      </Field>
      {below}
      <Button
        type="submit"
        size={isLarge ? 'lg' : 'default'}
        variant={isDone ? 'outline' : 'default'}
        className={isLarge ? 'self-start max-md:w-full' : 'self-start'}
        busy={isBusy}
      >
        {action}
      </Button>
    </form>
  );
}
