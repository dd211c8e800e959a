import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { authRoutes } from '#shared/auth.ts';
import { minPasswordLength } from '#shared/product.ts';
import { call } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { tSent } from '#web/lib/language.ts';
import { InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { AuthForm, AuthLayout, FootLink } from './auth-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { authTexts, forgotTexts, registerTexts, resetTexts } from './texts.ts';

const loadSchema = async () => (await import('./schemas.ts')).resetRequestSchema;

export function ForgotPage() {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm(loadSchema, async (body) => {
    setAnswer(tSent((await call(authRoutes.forgotPassword, { body })).message));
  });
  return (
    <AuthLayout title={forgotTexts.title} lead={forgotTexts.lead}>
      {answer === null ? (
        <AuthForm form={form} submit={forgotTexts.submit}>
          <InputField large form={form} label={authTexts.email} name="email" type="email" autoComplete="username" />
        </AuthForm>
      ) : (
        <output className="mt-6 block">
          <Note tone="good">{answer}</Note>
        </output>
      )}
      <FootLink to="/login">{authTexts.back}</FootLink>
    </AuthLayout>
  );
}

const loadResetSchema = async () => (await import('./schemas.ts')).passwordResetSchema.pick({ password: true });

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm(loadResetSchema, async ({ password }) => {
    const { message } = await call(authRoutes.resetPassword, { body: { token, password } });
    await navigate('/login', { replace: true, state: { notice: tSent(message) } });
  });
  return (
    <AuthForm form={form} submit={resetTexts.submit}>
      <PasswordField
        form={form}
        large
        label={resetTexts.password}
        hint={registerTexts.passwordHint(minPasswordLength)}
        name="password"
        autoComplete="new-password"
      />
    </AuthForm>
  );
}

export function ResetPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  return (
    <AuthLayout title={resetTexts.title} lead={resetTexts.lead}>
      {token ? (
        <ResetForm token={token} />
      ) : (
        <Note tone="warn" className="mt-6">
          {resetTexts.incomplete}
        </Note>
      )}
      <FootLink to="/forgot-password">{resetTexts.again}</FootLink>
    </AuthLayout>
  );
}
