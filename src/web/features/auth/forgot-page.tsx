import { useState } from 'react';
import { Link } from 'react-router-dom';
import { authRoutes } from '#shared/auth.ts';
import { call } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { Note } from '#web/ui/note.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { TextField } from './text-field.tsx';
import { authTexts, forgotTexts } from './texts.ts';

const loadSchema = async () => (await import('./schemas.ts')).resetRequestSchema;

export function ForgotPage() {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm(loadSchema, async (body) => {
    setAnswer((await call(authRoutes.forgotPassword, { body })).message);
  });
  return (
    <AuthLayout title={forgotTexts.title} lead={forgotTexts.lead}>
      {answer === null ? (
        <AuthForm form={form} submit={forgotTexts.submit}>
          <TextField label={authTexts.email} error={form.errors['email']} name="email" type="email" autoComplete="username" />
        </AuthForm>
      ) : (
        <output className="mt-6 block">
          <Note tone="good">{answer}</Note>
        </output>
      )}
      <p className="mt-5 text-13">
        <Link to="/login" className="font-medium text-primary hover:underline">
          {authTexts.back}
        </Link>
      </p>
    </AuthLayout>
  );
}
