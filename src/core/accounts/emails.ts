import type { GivenRole } from '#shared/auth.ts';
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

const roleTexts: Record<GivenRole, string> = {
  admin: 'work in it and manage it',
  member: 'work in it',
  viewer: 'read everything in it',
};

/** The name of the workspace is somebody's own words, so it stays on its line. */
export const workspaceEmail = (
  to: string,
  { workspace, role, link, days }: { workspace: string; role: GivenRole; link: string; days: number },
): Mail =>
  write(to, `You are invited to a workspace on ${product}`, [
    `You are invited to the workspace “${workspace}” on ${product}. You can ${roleTexts[role]}.`,
    `Open this link within ${days} days to accept:`,
    link,
    `If you don't know what this is about, ignore this email.`,
  ]);

const ended = (isKept: boolean): string =>
  isKept
    ? 'This ended all other sessions. Passkeys, API tokens, and feed addresses were kept.'
    : 'This ended all other sessions, and removed all passkeys, API tokens, and feed addresses.';

/** What takes an account back, from whoever knows its password. */
const takeBack = (origin: string): string[] => [
  "If that wasn't you, set a new password with a link that only you get. It ends every session and removes passkeys, API tokens, and feed addresses:",
  `${origin}/forgot-password`,
  "Then check your email address, two-factor login, Reddit account, and notification channels in the settings: a new password doesn't change them.",
];

export const passwordChangedEmail = ({ username, email }: Named, { origin, isKept }: { origin: string; isKept: boolean }): Mail =>
  write(email, `Your ${product} password was changed`, [
    `Hi ${username},`,
    `The password of your account was just changed. ${ended(isKept)}`,
    ...takeBack(origin),
  ]);

export const confirmEmail = ({ username }: Named, { to, link }: { to: string; link: string }): Mail =>
  write(to, `Confirm your email address for ${product}`, [
    `Hi ${username},`,
    `Open this link within 24 hours to confirm that this is the email address of your account:`,
    link,
    `If you didn't ask for this, ignore this email.`,
  ]);

export const emailChangeAskedEmail = ({ username, email }: Named, { wanted, link }: { wanted: string; link: string }): Mail =>
  write(email, `Someone wants to change the email address of your ${product} account`, [
    `Hi ${username},`,
    `Someone asked to change the email address of your account to ${wanted}. It changes once a link sent there is opened.`,
    `If that wasn't you, someone knows your password. Open this link within 7 days. It keeps this address, ends all sessions, and lets you set a new password:`,
    link,
  ]);

export const emailChangedEmail = ({ username, email }: Named, { now, link }: { now: string; link: string }): Mail =>
  write(email, `The email address of your ${product} account was changed`, [
    `Hi ${username},`,
    `The email address of your account is now ${now}.`,
    `If that wasn't you, open this link within 7 days. It restores this address, ends all sessions, and lets you set a new password:`,
    link,
  ]);

interface NewDevice {
  /** Empty if it is unknown. */
  device: string;
  address: string;
  at: number;
  origin: string;
}

export const newDeviceEmail = ({ username, email }: Named, { device, address, at, origin }: NewDevice): Mail =>
  write(email, `New login to your ${product} account`, [
    `Hi ${username},`,
    `Someone logged in to your account from a new device: ${device || 'unknown'}${address === '' ? '' : `, IP address ${address}`}, on ${new Date(at).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    'If that was you, ignore this email.',
    ...takeBack(origin),
  ]);

const signInChanges = {
  on: `Two-factor login was turned on for your account. From now on, you also need a code from your authenticator app to log in. ${ended(false)}`,
  onKept: `Two-factor login was turned on for your account. From now on, you also need a code from your authenticator app to log in. ${ended(true)}`,
  off: 'Two-factor login was turned off for your account. You now log in with your password only.',
  reset: 'An administrator turned off two-factor login for your account and removed its passkeys. You now log in with your password only.',
  passkeyAdded: 'A passkey was added to your account. It logs in without your password and code.',
  passkeyRemoved: 'A passkey was removed from your account and can no longer log in.',
  identityLinked:
    'Your account was linked to single sign-on, which now logs in to it. If its address had never been confirmed, its old password, passkeys, and two-factor login were removed.',
  recovery: "Someone logged in to your account with one of its recovery codes. That code can't be used again.",
};

export const signInChangedEmail = ({ username, email }: Named, change: keyof typeof signInChanges, origin: string): Mail =>
  write(email, `Login to your ${product} account`, [`Hi ${username},`, signInChanges[change], ...takeBack(origin)]);
