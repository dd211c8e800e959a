import { product } from '#shared/product.ts';
import { t } from '#web/lib/language.ts';

export const applyTexts = {
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

export const verifyTexts = {
  title: t('Your invitation'),
  lead: t('Confirm your invitation, then create your account.'),
  confirm: t('Confirm invitation'),
  doneLead: (email: string) => t('You can now create an account with {email}. Use exactly this address.', { email }),
  register: t('Create your account'),
  again: t('Apply again'),
};
