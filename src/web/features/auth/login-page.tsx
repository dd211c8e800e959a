import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { demoRoutes } from '#shared/demo.ts';
import { callbackPath } from '#shared/single-sign-on.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { type Form, useForm } from '#web/lib/form.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { sessionTexts } from '#web/lib/session-store.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { LoadingScreen } from '#web/shell/guards.tsx';
import { Button, TextLink } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { AuthForm, AuthLayout } from './auth-layout.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { SingleSignOn, SingleSignOnCallback } from './single-sign-on.tsx';
import { authTexts, loginTexts } from './texts.ts';

/** The one-time code of a demo link, `/login#demo=…`. It is in the fragment so that it never reaches a server log. */
export const demoCode = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('demo');

const loadSchema = async () => (await import('./schemas.ts')).credentialsSchema;

/** A message passed on by another page, such as after a password reset, or a login elsewhere that failed. */
const passedOn = (state: unknown, key: 'notice' | 'failure'): string | null => {
  const text = (state as Partial<Record<string, unknown>> | null)?.[key];
  return typeof text === 'string' ? text : null;
};

function Registration() {
  const { data } = usePublicSettings();
  const { state } = useLocation();
  if (data?.firstRun) {
    return (
      <Note className="mt-6">
        {loginTexts.firstRun}{' '}
        <TextLink to="/register" state={state}>
          {loginTexts.createFirst}
        </TextLink>
      </Note>
    );
  }
  if (!data?.registrationOpen) return null;
  return (
    <p className="mt-5 text-13 text-muted">
      {loginTexts.newHere}{' '}
      <TextLink to="/register" state={state}>
        {loginTexts.register}
      </TextLink>
    </p>
  );
}

const asksForCode = (error: unknown): boolean => error instanceof ApiError && error.details.some(({ path }) => path === 'code');

/** The password first, then the code if the account has two-factor login. The password is sent again with the code. */
function useLogin() {
  const { login } = useAuth();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm(loadSchema, async (credentials) => {
    try {
      await login(credentials);
    } catch (error) {
      if (needsCode || !asksForCode(error)) throw error;
      setNeedsCode(true);
    }
  });
  return { form, needsCode, back: () => setNeedsCode(false) };
}

function CodeStep({ form, onBack }: { form: Form; onBack: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <InputField
        large
        form={form}
        ref={input}
        label={loginTexts.code}
        hint={loginTexts.codeHint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <Button variant="link" onClick={onBack}>
          {loginTexts.otherAccount}
        </Button>
      </div>
    </>
  );
}

function PassedOn() {
  const { state } = useLocation();
  const failure = passedOn(state, 'failure');
  const text = failure ?? passedOn(state, 'notice');
  if (text === null) return null;
  return (
    <Note tone={failure === null ? 'good' : 'bad'} className="mt-6">
      {text}
    </Note>
  );
}

function PasswordLogin() {
  const { form, needsCode, back } = useLogin();
  return (
    <AuthLayout title={loginTexts.title} lead={needsCode ? loginTexts.codeLead : loginTexts.lead}>
      {form.failure ? null : <PassedOn />}
      <AuthForm form={form} submit={loginTexts.submit}>
        <div hidden={needsCode} className="flex flex-col gap-4 [[hidden]]:hidden">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose, and this is its first field */}
          <InputField large form={form} autoFocus label={authTexts.email} name="email" type="email" autoComplete="username" />
          <PasswordField form={form} large label={authTexts.password} name="password" autoComplete="current-password" />
        </div>
        {needsCode ? <CodeStep form={form} onBack={back} /> : null}
      </AuthForm>
      <PasskeyButton />
      {needsCode ? null : (
        <>
          <SingleSignOn />
          <Registration />
          <p className="mt-3 text-13">
            <TextLink to="/forgot-password">{loginTexts.forgot}</TextLink>
          </p>
        </>
      )}
    </AuthLayout>
  );
}

/** Goes on by itself, unless somebody has just logged out or failed. */
function OtherLogin() {
  const { left } = useAuth();
  const { state } = useLocation();
  return (
    <AuthLayout title={loginTexts.title} lead={loginTexts.otherWayOnly}>
      <PassedOn />
      <SingleSignOn isOnly={!left && passedOn(state, 'failure') === null} />
    </AuthLayout>
  );
}

export function LoginPage() {
  const { data } = usePublicSettings();
  const { pathname, hash } = useLocation();
  const code = demoCode(hash);
  if (pathname === callbackPath) return <SingleSignOnCallback />;
  if (code) return <DemoSignIn code={code} />;
  return data && !data.firstRun && (data.logIn.proxy || !data.logIn.password) ? <OtherLogin /> : <PasswordLogin />;
}

/** Exchanges the code of a demo link for a session; the route guard then redirects to the dashboard. */
function DemoSignIn({ code }: { code: string }) {
  const { adopt } = useAuth();
  const navigate = useNavigate();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // The code works once, and React runs effects twice in development.
    if (asked.current === code) return;
    asked.current = code;
    call(demoRoutes.exchange, { body: { code } })
      .then((result) => {
        adopt(result);
        showToast.success(sessionTexts.welcomeBack(result.user.username));
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        showToast.error(error.message);
        void navigate('/login', { replace: true });
      });
  }, [code, adopt, navigate]);
  return <LoadingScreen />;
}
