import { type ReactNode, useState } from 'react';
import { useSearchParams, useNavigate } from 'react-router-dom';
import { authRoutes } from '#shared/auth.ts';
import { minPasswordLength } from '#shared/product.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { useForm } from '#web/lib/form.ts';
import { useAuth } from '#web/lib/session.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { ActionPage, AuthForm, AuthLayout, FootLink } from './auth-layout.tsx';
import { PasswordField } from './password-field.tsx';
import { authTexts, emailLinkTexts as texts, forgotTexts, registerTexts, resetTexts } from './texts.ts';

/** Loads the app anew: an open session has the old address. */
function Next({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild size="lg" variant="outline" className="mt-6 w-full">
      <a href={`${basePath}${to}`}>{children}</a>
    </Button>
  );
}

function Incomplete({ title }: { title: string }) {
  return (
    <AuthLayout title={title} lead="">
      <Note tone="bad" className="mt-6">
        {texts.incomplete}
      </Note>
    </AuthLayout>
  );
}

const asksForPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ path }) => path === 'currentPassword');

const loadConfirmSchema = async () => (await import('./schemas.ts')).emailConfirmationSchema.pick({ currentPassword: true });

/** Needs a click: email scanners open every link. Asks for the password unless the account is signed in. */
function Confirm({ token }: { token: string }) {
  const { title, lead, action } = texts.confirm;
  const [done, setDone] = useState<string | null>(null);
  const isAnonymous = useAuth().status === 'anonymous';
  // Also where another account is signed in.
  const [isAsked, setAsked] = useState(false);
  const needsPassword = isAnonymous || isAsked;
  const form = useForm(loadConfirmSchema, async (given) => {
    try {
      setDone((await call(authRoutes.confirmEmail, { body: { token, ...given } })).message);
    } catch (error) {
      if (needsPassword || !asksForPassword(error)) throw error;
      setAsked(true);
    }
  });
  if (done !== null) {
    return (
      <AuthLayout title={title} lead={done}>
        <Next to="/dashboard">{texts.open}</Next>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={title} lead={needsPassword ? texts.passwordLead : lead}>
      <AuthForm form={form} submit={action}>
        {needsPassword ? (
          <PasswordField form={form} large label={authTexts.password} name="currentPassword" autoComplete="current-password" />
        ) : null}
      </AuthForm>
    </AuthLayout>
  );
}

function Undo({ token }: { token: string }) {
  const { title, lead, action } = texts.undo;
  const { status, forget } = useAuth();
  const [done, setDone] = useState<{ message: string; resetToken: string } | null>(null);
  const undo = async () => {
    setDone(await call(authRoutes.undoEmailChange, { body: { token } }));
    // A session in this browser has ended, and the page that sets a password is for people who aren't logged in.
    if (status !== 'anonymous') forget();
  };
  if (done === null) return <ActionPage title={title} lead={lead} action={action} onAct={undo} />;
  return (
    <AuthLayout title={title} lead={tSent(done.message)}>
      <ButtonLink size="lg" className="mt-6 w-full" to={`/reset-password?token=${done.resetToken}`}>
        {texts.setPassword}
      </ButtonLink>
    </AuthLayout>
  );
}

export function ConfirmEmailPage() {
  const token = useSearchParams()[0].get('token');
  return token ? <Confirm token={token} /> : <Incomplete title={texts.confirm.title} />;
}

export function UndoEmailChangePage() {
  const token = useSearchParams()[0].get('token');
  return token ? <Undo token={token} /> : <Incomplete title={texts.undo.title} />;
}

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
