import { useState } from 'react';
import { Link } from 'react-router-dom';
import { betaRoutes, newApplicationSchema } from '#shared/beta.ts';
import { AuthForm } from '#web/features/auth/auth-form.tsx';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { TextField } from '#web/features/auth/text-field.tsx';
import { call } from '#web/lib/api.ts';
import { useBetaMode } from '#web/lib/beta.tsx';
import { useForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { applyTexts as texts } from './texts.ts';

function ApplicationForm() {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm(newApplicationSchema, async (body) => {
    setAnswer((await call(betaRoutes.apply, { body })).message);
  });
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      {answer === null ? (
        <AuthForm form={form} submit={texts.submit}>
          <TextField label={texts.name} error={form.errors['name']} name="name" autoComplete="name" />
          <TextField label={texts.email} error={form.errors['email']} name="email" type="email" autoComplete="email" />
          <Field label={texts.purpose} error={form.errors['useCase']}>
            <Textarea name="useCase" rows={4} />
          </Field>
        </AuthForm>
      ) : (
        <output className="mt-6 block">
          <Note tone="good">{answer}</Note>
        </output>
      )}
      <p className="mt-5 text-13 text-muted">
        {texts.have}{' '}
        <Link to="/login" className="font-medium text-primary hover:underline">
          {texts.logIn}
        </Link>
      </p>
    </AuthLayout>
  );
}

export function ApplicationPage() {
  const { betaModeEnabled, loading } = useBetaMode();
  if (betaModeEnabled || loading) return <ApplicationForm />;
  return (
    <AuthLayout title={texts.openTitle} lead={texts.openLead}>
      <Button asChild size="lg" className="mt-6 w-full">
        <Link to="/register">{texts.register}</Link>
      </Button>
    </AuthLayout>
  );
}
