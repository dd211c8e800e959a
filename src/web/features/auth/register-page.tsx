import { useLocation } from 'react-router-dom';
import { minPasswordLength } from '#shared/product.ts';
import { useBetaMode, usePublicSettings } from '#web/lib/public-settings.tsx';
import { useForm } from '#web/lib/form.ts';
import { useAuth } from '#web/lib/session.tsx';
import { TextLink } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { AuthForm, AuthLayout } from './auth-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { authTexts, registerTexts } from './texts.ts';

const loadSchema = async () => (await import('./schemas.ts')).registrationSchema;

function HaveOne() {
  const { state } = useLocation();
  return (
    <p className="mt-5 text-13 text-muted">
      {registerTexts.haveOne}{' '}
      <TextLink to="/login" state={state}>
        {registerTexts.logIn}
      </TextLink>
    </p>
  );
}

/** Passed on by the page that confirmed the invitation. */
function invitationOf(state: unknown): { invited?: string; invitation?: string } {
  const given = (state ?? {}) as { invited?: unknown; invitation?: unknown };
  return typeof given.invited === 'string' && typeof given.invitation === 'string'
    ? { invited: given.invited, invitation: given.invitation }
    : {};
}

function RegisterForm({ first, needsSetUpCode }: { first: boolean; needsSetUpCode: boolean }) {
  const { register } = useAuth();
  const { betaModeEnabled, loading } = useBetaMode();
  const { state } = useLocation();
  const { invited, invitation } = invitationOf(state);
  const form = useForm(loadSchema, async (values) => {
    await register({ ...values, ...(invitation !== undefined && { invitation }) });
  });
  return (
    <AuthLayout title={first ? registerTexts.firstTitle : registerTexts.title} lead={first ? registerTexts.firstLead : registerTexts.lead}>
      {betaModeEnabled && !loading && !first && invitation === undefined ? (
        <Note className="mt-6">
          {registerTexts.betaNote} <TextLink to="/beta-application">{registerTexts.apply}</TextLink>
        </Note>
      ) : null}
      <AuthForm form={form} submit={registerTexts.submit}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and this is its first field */}
        <InputField large form={form} autoFocus label={authTexts.username} name="username" autoComplete="nickname" />
        <InputField large form={form} label={authTexts.email} name="email" type="email" autoComplete="username" defaultValue={invited} />
        <PasswordField
          form={form}
          large
          label={authTexts.password}
          hint={registerTexts.passwordHint(minPasswordLength)}
          name="password"
          autoComplete="new-password"
        />
        {needsSetUpCode ? (
          <InputField
            large
            form={form}
            label={registerTexts.setUpCode}
            hint={registerTexts.setUpCodeHint}
            name="setUpCode"
            autoComplete="off"
          />
        ) : null}
      </AuthForm>
      {first ? null : (
        <>
          <SingleSignOn />
          <HaveOne />
        </>
      )}
    </AuthLayout>
  );
}

export function RegisterPage() {
  const { data } = usePublicSettings();
  if (data && !data.registrationOpen && !data.firstRun) {
    return (
      <AuthLayout title={registerTexts.closedTitle} lead={registerTexts.closed}>
        <SingleSignOn />
        <HaveOne />
      </AuthLayout>
    );
  }
  return <RegisterForm first={data?.firstRun ?? false} needsSetUpCode={data?.needsSetUpCode ?? false} />;
}
