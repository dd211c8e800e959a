import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { betaRoutes, newApplicationSchema } from '#shared/beta.ts';
import { ActionPage, AuthForm, AuthLayout, FootLink } from '#web/features/auth/auth-layout.tsx';
import { call } from '#web/lib/api.ts';
import { useBetaMode } from '#web/lib/public-settings.tsx';
import { useForm } from '#web/lib/form.ts';
import { tSent } from '#web/lib/language.ts';
import { ButtonLink, TextLink } from '#web/ui/button.tsx';
import { Field, Textarea, InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { applyTexts as texts, verifyTexts } from './texts.ts';

function ApplicationForm() {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm(newApplicationSchema, async (body) => {
    setAnswer(tSent((await call(betaRoutes.apply, { body })).message));
  });
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      {answer === null ? (
        <AuthForm form={form} submit={texts.submit}>
          <InputField large form={form} label={texts.name} name="name" autoComplete="name" />
          <InputField large form={form} label={texts.email} name="email" type="email" autoComplete="email" />
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
        {texts.have} <TextLink to="/login">{texts.logIn}</TextLink>
      </p>
    </AuthLayout>
  );
}

export function ApplicationPage() {
  const { betaModeEnabled, loading } = useBetaMode();
  if (betaModeEnabled || loading) return <ApplicationForm />;
  return (
    <AuthLayout title={texts.openTitle} lead={texts.openLead}>
      <ButtonLink size="lg" className="mt-6 w-full" to="/register">
        {texts.register}
      </ButtonLink>
    </AuthLayout>
  );
}

export function VerificationPage() {
  const { token = '' } = useParams();
  const [email, setEmail] = useState<string | null>(null);
  const confirm = async () => setEmail((await call(betaRoutes.verify, { body: { token } })).email);
  if (email === null)
    return (
      <ActionPage title={verifyTexts.title} lead={verifyTexts.lead} action={verifyTexts.confirm} onAct={confirm}>
        <FootLink to="/beta-application">{verifyTexts.again}</FootLink>
      </ActionPage>
    );
  return (
    <AuthLayout title={verifyTexts.title} lead={verifyTexts.doneLead(email)}>
      <ButtonLink size="lg" className="mt-6 w-full" to="/register" state={{ invited: email, invitation: token }}>
        {verifyTexts.register}
      </ButtonLink>
    </AuthLayout>
  );
}
