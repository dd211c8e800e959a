import { product } from '#shared/product.ts';
import type { Mail } from '#core/platform/email/mailer.ts';
import type { UserRow } from './queries.ts';

type Named = Pick<UserRow, 'username' | 'email'>;
const write = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({ to, subject, text: paragraphs.join('\n\n') });

export const resetEmail = ({ username, email }: Named, link: string): Mail =>
  write(email, `Set a new password for ${product}`, [
    `Hi ${username},`,
    `Open this link within 30 minutes to set a new password:`,
    link,
    `If you didn't ask for this, ignore this email. Your password stays the same.`,
  ]);

export const invitationEmail = ({ username, email }: Named, { link, days }: { link: string; days: number }): Mail =>
  write(email, `You have an account on ${product}`, [
    `Hi ${username},`,
    `An administrator created an account for you. Open this link within ${days} days to set your password:`,
    link,
    `If you don't know what this is about, ignore this email.`,
  ]);

export const passwordChangedEmail = ({ username, email }: Named, origin: string): Mail =>
  write(email, `Your ${product} password was changed`, [
    `Hi ${username},`,
    `The password of your account was just changed, which ended all other sessions and API tokens.`,
    `If that wasn't you, set a new password now:`,
    `${origin}/forgot-password`,
  ]);

export const confirmEmail = ({ username }: Named, { to, link }: { to: string; link: string }): Mail =>
  write(to, `Confirm your email address for ${product}`, [
    `Hi ${username},`,
    `Open this link within 24 hours to confirm that this is the email address of your account:`,
    link,
    `If you didn't ask for this, ignore this email.`,
  ]);

export const emailChangedEmail = ({ username, email }: Named, { now, link }: { now: string; link: string }): Mail =>
  write(email, `The email address of your ${product} account was changed`, [
    `Hi ${username},`,
    `Your account now has the email address ${now}.`,
    `If that wasn't you, open this link within 7 days. It brings this address back, ends all sessions, and lets you set a new password:`,
    link,
  ]);

const signInChanges = {
  on: 'Two-factor sign-in was turned on for your account. From now on, signing in takes a code from your authenticator app.',
  off: 'Two-factor sign-in was turned off for your account. Signing in takes only the password now.',
  reset:
    'An administrator turned off two-factor sign-in for your account and removed its passkeys. Signing in takes only the password now.',
  passkeyAdded:
    "A passkey was added to your account, which signs in without your password. If you don't know it, remove it under Settings → Security.",
  passkeyRemoved: 'A passkey was removed from your account and no longer signs in.',
  recovery: "Someone signed in to your account with one of its recovery codes, which can't be used again.",
};

export const signInChangedEmail = ({ username, email }: Named, change: keyof typeof signInChanges, origin: string): Mail =>
  write(email, `Sign-in to your ${product} account`, [
    `Hi ${username},`,
    signInChanges[change],
    `If that wasn't you, set a new password now:`,
    `${origin}/forgot-password`,
  ]);
