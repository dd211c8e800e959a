import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { authRoutes } from '#shared/auth.ts';
import { minPasswordLength } from '#shared/product.ts';
import { call } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { Note } from '#web/ui/note.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { registerTexts, resetTexts } from './texts.ts';

const loadSchema = async () => (await import('./schemas.ts')).passwordResetSchema.pick({ password: true });

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm(loadSchema, async ({ password }) => {
    const { message } = await call(authRoutes.resetPassword, { body: { token, password } });
    await navigate('/login', { replace: true, state: { notice: message } });
  });
  return (
    <AuthForm form={form} submit={resetTexts.submit}>
      <PasswordField
        large
        label={resetTexts.password}
        hint={registerTexts.passwordHint(minPasswordLength)}
        error={form.errors['password']}
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
      <p className="mt-5 text-13">
        <Link to="/forgot-password" className="font-medium text-primary hover:underline">
          {resetTexts.again}
        </Link>
      </p>
    </AuthLayout>
  );
}
