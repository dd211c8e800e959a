import { Link, useLocation, useNavigate } from 'react-router-dom';
import { minPasswordLength } from '#shared/product.ts';
import { useBetaMode } from '#web/lib/beta.tsx';
import { useForm } from '#web/lib/form.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { useAuth } from '#web/lib/session.tsx';
import { Note } from '#web/ui/note.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';
import { authTexts, registerTexts } from './texts.ts';

const connectStep = { pathname: '/dashboard/admin', search: '?tab=connections&first=1', hash: '' };
const loadSchema = async () => (await import('./schemas.ts')).registrationSchema;

function HaveOne() {
  const { state } = useLocation();
  return (
    <p className="mt-5 text-13 text-muted">
      {registerTexts.haveOne}{' '}
      <Link to="/login" state={state} className="font-medium text-primary hover:underline">
        {registerTexts.logIn}
      </Link>
    </p>
  );
}

/** Passed on by the page that confirmed the invitation. */
const invitedAddress = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'invited' in state && typeof state.invited === 'string' ? state.invited : undefined;

function RegisterForm({ first }: { first: boolean }) {
  const { register } = useAuth();
  const { betaModeEnabled, loading } = useBetaMode();
  const { state } = useLocation();
  const navigate = useNavigate();
  const form = useForm(loadSchema, async (values) => {
    // Where the first admin goes once signed in.
    if (first) await navigate('/register', { replace: true, state: { from: connectStep } });
    await register(values);
  });
  return (
    <AuthLayout title={first ? registerTexts.firstTitle : registerTexts.title} lead={first ? registerTexts.firstLead : registerTexts.lead}>
      {betaModeEnabled && !loading && !first ? (
        <Note className="mt-6">
          {registerTexts.betaNote}{' '}
          <Link to="/beta-application" className="font-medium text-primary hover:underline">
            {registerTexts.apply}
          </Link>
        </Note>
      ) : null}
      <AuthForm form={form} submit={registerTexts.submit}>
        <TextField label={authTexts.username} error={form.errors['username']} name="username" autoComplete="nickname" />
        <TextField
          label={authTexts.email}
          error={form.errors['email']}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={invitedAddress(state)}
        />
        <PasswordField
          large
          label={authTexts.password}
          hint={registerTexts.passwordHint(minPasswordLength)}
          error={form.errors['password']}
          name="password"
          autoComplete="new-password"
        />
      </AuthForm>
      {first ? null : <HaveOne />}
    </AuthLayout>
  );
}

export function RegisterPage() {
  const { data } = usePublicSettings();
  if (data && !data.registrationOpen && !data.firstRun) {
    return (
      <AuthLayout title={registerTexts.closedTitle} lead={registerTexts.closed}>
        <HaveOne />
      </AuthLayout>
    );
  }
  return <RegisterForm first={data?.firstRun ?? false} />;
}
