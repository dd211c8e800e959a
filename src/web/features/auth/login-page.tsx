import { useLocation, Link, useNavigate } from 'react-router-dom';
import { useForm } from '#web/lib/form.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { useAuth } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { demoCode } from './demo-code.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';
import { authTexts, loginTexts } from './texts.ts';
import { useEffect, useRef, useState } from 'react';
import { demoRoutes } from '#shared/demo.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { sessionTexts } from '#web/lib/session-texts.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';

const loadSchema = async () => (await import('./schemas.ts')).credentialsSchema;

/** A message passed on by another page, such as after a password reset. */
const noticeOf = (state: unknown): string | null => {
  const notice = (state as { notice?: unknown } | null)?.notice;
  return typeof notice === 'string' ? notice : null;
};

function Registration() {
  const { data } = usePublicSettings();
  const { state } = useLocation();
  if (data?.firstRun) {
    return (
      <Note className="mt-6">
        {loginTexts.firstRun}{' '}
        <Link to="/register" state={state} className="font-medium text-primary hover:underline">
          {loginTexts.createFirst}
        </Link>
      </Note>
    );
  }
  if (!data?.registrationOpen) return null;
  return (
    <p className="mt-5 text-13 text-muted">
      {loginTexts.newHere}{' '}
      <Link to="/register" state={state} className="font-medium text-primary hover:underline">
        {loginTexts.register}
      </Link>
    </p>
  );
}

const asksForCode = (error: unknown): boolean => error instanceof ApiError && error.details.some(({ path }) => path === 'code');

/** The password first, then the code if the account has two-factor sign-in. The password is sent again with the code. */
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

function CodeStep({ error, onBack }: { error: string | undefined; onBack: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <TextField
        ref={input}
        label={loginTexts.code}
        hint={loginTexts.codeHint}
        error={error}
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

function LoginForm() {
  const { form, needsCode, back } = useLogin();
  const { state } = useLocation();
  const notice = noticeOf(state);
  return (
    <AuthLayout title={loginTexts.title} lead={needsCode ? loginTexts.codeLead : loginTexts.lead}>
      {notice && !form.failure ? (
        <Note tone="good" className="mt-6">
          {notice}
        </Note>
      ) : null}
      <AuthForm form={form} submit={loginTexts.submit}>
        <div hidden={needsCode} className="flex flex-col gap-4 [[hidden]]:hidden">
          <TextField label={authTexts.email} error={form.errors['email']} name="email" type="email" autoComplete="username" />
          <PasswordField
            large
            label={authTexts.password}
            error={form.errors['password']}
            name="password"
            autoComplete="current-password"
            aside={
              <Button asChild variant="link">
                <Link to="/forgot-password">{loginTexts.forgot}</Link>
              </Button>
            }
          />
        </div>
        {needsCode ? <CodeStep error={form.errors['code']} onBack={back} /> : null}
      </AuthForm>
      <PasskeyButton />
      {needsCode ? null : <Registration />}
    </AuthLayout>
  );
}

export function LoginPage() {
  const code = demoCode(useLocation().hash);
  return code ? <DemoSignIn code={code} /> : <LoginForm />;
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
