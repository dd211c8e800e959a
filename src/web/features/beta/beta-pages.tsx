import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { betaRoutes, newApplicationSchema } from '#shared/beta.ts';
import { product } from '#shared/product.ts';
import { ActionPage, AuthForm, AuthLayout, FootLink } from '#web/features/auth/auth-layout.tsx';
import { call } from '#web/lib/api.ts';
import { useBetaMode } from '#web/lib/public-settings.tsx';
import { useForm } from '#web/lib/form.ts';
import { tSent, t } from '#web/lib/language.ts';
import { ButtonLink, TextLink } from '#web/ui/button.tsx';
import { Field, Textarea, InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

const applyTexts = {
  title: t('Apply for the beta'),
  lead: t("This {product} invites a few people at a time. Tell us who you are and what you'd use it for.", { product }),
  name: t('Name'),
  email: t('Email'),
  purpose: t('What would you use it for?'),
  submit: t('Send application'),
  openTitle: t('No application needed'),
  openLead: t('Registration is open: you can create your account right away.'),
  register: t('Create account'),
  have: t('Already have an account?'),
  logIn: t('Log in'),
};

const verifyTexts = {
  title: t('Your invitation'),
  lead: t('Confirm your invitation, then create your account.'),
  confirm: t('Confirm invitation'),
  doneLead: (email: string) => t('You can now create an account with {email}. Use exactly this address.', { email }),
  register: t('Create your account'),
  again: t('Apply again'),
};

function ApplicationForm() {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm(newApplicationSchema, async (body) => {
    setAnswer(tSent((await call(betaRoutes.apply, { body })).message));
  });
  return (
    <AuthLayout title={applyTexts.title} lead={applyTexts.lead}>
      {answer === null ? (
        <AuthForm form={form} submit={applyTexts.submit}>
          <InputField large form={form} label={applyTexts.name} name="name" autoComplete="name" />
          <InputField large form={form} label={applyTexts.email} name="email" type="email" autoComplete="email" />
          <Field label={applyTexts.purpose} error={form.errors['useCase']}>
            <Textarea name="useCase" rows={4} />
          </Field>
        </AuthForm>
      ) : (
        <output className="mt-6 block">
          <Note tone="good">{answer}</Note>
        </output>
      )}
      <p className="mt-5 text-13 text-muted">
        {applyTexts.have} <TextLink to="/login">{applyTexts.logIn}</TextLink>
      </p>
    </AuthLayout>
  );
}

export function ApplicationPage() {
  const { betaModeEnabled, loading } = useBetaMode();
  if (betaModeEnabled || loading) return <ApplicationForm />;
  return (
    <AuthLayout title={applyTexts.openTitle} lead={applyTexts.openLead}>
      <ButtonLink size="lg" className="mt-6 w-full" to="/register">
        {applyTexts.register}
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
