import type { ReactNode } from 'react';
import type { Form } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';

interface AuthFormProps {
  form: Form;
  submit: string;
  children: ReactNode;
}

/** A column of fields with the form-level error above them. */
export function AuthForm({ form, submit, children }: AuthFormProps) {
  return (
    <form {...form.props} className="mt-6 flex flex-col gap-4">
      <div role="alert" className="empty:hidden">
        {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      </div>
      {children}
      <Button type="submit" size="lg" busy={form.busy} className="mt-2 w-full">
        {submit}
      </Button>
    </form>
  );
}
