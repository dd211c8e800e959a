import type { GivenRole } from '#shared/auth.ts';
import type { Language, Texts } from '#shared/language.ts';
import { product } from '#shared/product.ts';
import type { Mail } from '#core/platform/email/mailer.ts';
import { textsIn } from '#core/platform/language.ts';
import type { UserRow } from './queries.ts';
import { settingsOf } from './user.ts';

type Named = Pick<UserRow, 'username' | 'email' | 'settings'>;
const write = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({ to, subject, text: paragraphs.join('\n\n') });
const textsOf = (user: Named): Texts => textsIn(settingsOf(user).language);
const greeting = ({ t }: Texts, { username }: Named): string => t('Hi {username},', { username });
const ignore = ({ t }: Texts): string => t("If you didn't ask for this, ignore this email.");
const unknownInvitation = ({ t }: Texts): string => t("If you don't know what this is about, ignore this email.");

export function resetEmail(user: Named, link: string): Mail {
  const texts = textsOf(user);
  const { t } = texts;
  return write(user.email, t('Set a new password for {product}', { product }), [
    greeting(texts, user),
    t('Open this link within 30 minutes to set a new password:'),
    link,
    t("If you didn't ask for this, ignore this email. Your password stays the same."),
  ]);
}

/** `language`: of the admin who invites. */
export function invitationEmail(user: Named, { link, days, language }: { link: string; days: number; language: Language }): Mail {
  const texts = textsIn(settingsOf(user).language ?? language);
  const { t } = texts;
  return write(user.email, t('You have an account on {product}', { product }), [
    greeting(texts, user),
    t('An administrator created an account for you. Open this link within {days} days to set your password:', { days }),
    link,
    unknownInvitation(texts),
  ]);
}

const mayDo = ({ t }: Texts): Record<GivenRole, string> => ({
  admin: t('You can work in it and manage it.'),
  member: t('You can work in it.'),
  viewer: t('You can read everything in it.'),
  client: t('You see its report and the leads chosen for you.'),
});

/** The name of the workspace is somebody's own words, so it stays on its line. */
export function workspaceEmail(
  to: string,
  { workspace, role, link, days, language }: { workspace: string; role: GivenRole; link: string; days: number; language: Language },
): Mail {
  const texts = textsIn(language);
  const { t } = texts;
  return write(to, t('You are invited to a workspace on {product}', { product }), [
    `${t('You are invited to the workspace “{workspace}” on {product}.', { workspace, product })} ${mayDo(texts)[role]}`,
    t('Open this link within {days} days to accept:', { days }),
    link,
    unknownInvitation(texts),
  ]);
}

export function betaEmail(
  { email, name }: { email: string; name: string },
  { link, language }: { link: string; language: Language },
): Mail {
  const { t } = textsIn(language);
  return write(email, t('Your invitation to {product}', { product }), [
    t('Hi {username},', { username: name }),
    t("You're invited to {product}. Open this link within two weeks, then create your account:", { product }),
    link,
  ]);
}

const ended = ({ t }: Texts, isKept: boolean): string =>
  isKept
    ? t('This ended all other sessions. Passkeys, API tokens, and feed addresses were kept.')
    : t('This ended all other sessions, and removed all passkeys, API tokens, and feed addresses.');

/** What takes an account back, from whoever knows its password. */
const takeBack = ({ t }: Texts, origin: string): string[] => [
  t(
    "If that wasn't you, set a new password with a link that only you get. It ends every session and removes passkeys, API tokens, and feed addresses:",
  ),
  `${origin}/forgot-password`,
  t(
    "Then check your email address, two-factor login, Reddit account, and notification channels in the settings: a new password doesn't change them.",
  ),
];

export function passwordChangedEmail(user: Named, { origin, isKept }: { origin: string; isKept: boolean }): Mail {
  const texts = textsOf(user);
  const { t } = texts;
  return write(user.email, t('Your {product} password was changed', { product }), [
    greeting(texts, user),
    `${t('The password of your account was just changed.')} ${ended(texts, isKept)}`,
    ...takeBack(texts, origin),
  ]);
}

export function confirmEmail(user: Named, { to, link }: { to: string; link: string }): Mail {
  const texts = textsOf(user);
  const { t } = texts;
  return write(to, t('Confirm your email address for {product}', { product }), [
    greeting(texts, user),
    t('Open this link within 24 hours to confirm that this is the email address of your account:'),
    link,
    ignore(texts),
  ]);
}

export function emailChangeAskedEmail(user: Named, { wanted, link }: { wanted: string; link: string }): Mail {
  const texts = textsOf(user);
  const { t } = texts;
  return write(user.email, t('Someone wants to change the email address of your {product} account', { product }), [
    greeting(texts, user),
    t('Someone asked to change the email address of your account to {wanted}. It changes once a link sent there is opened.', { wanted }),
    t(
      "If that wasn't you, someone knows your password. Open this link within 7 days. It keeps this address, ends all sessions, and lets you set a new password:",
    ),
    link,
  ]);
}

export function emailChangedEmail(user: Named, { now, link }: { now: string; link: string }): Mail {
  const texts = textsOf(user);
  const { t } = texts;
  return write(user.email, t('The email address of your {product} account was changed', { product }), [
    greeting(texts, user),
    t('The email address of your account is now {now}.', { now }),
    t("If that wasn't you, open this link within 7 days. It restores this address, ends all sessions, and lets you set a new password:"),
    link,
  ]);
}

interface NewDevice {
  /** Empty if it is unknown. */
  device: string;
  address: string;
  at: number;
  origin: string;
}

export function newDeviceEmail(user: Named, { device, address, at, origin }: NewDevice): Mail {
  const texts = textsOf(user);
  const { t } = texts;
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 16).split('T');
  const facts = { device: device === '' ? t('unknown') : texts.sent(device), address, day, time };
  return write(user.email, t('New login to your {product} account', { product }), [
    greeting(texts, user),
    address === ''
      ? t('Someone logged in to your account from a new device: {device}, on {day} at {time} UTC.', facts)
      : t('Someone logged in to your account from a new device: {device}, IP address {address}, on {day} at {time} UTC.', facts),
    t('If that was you, ignore this email.'),
    ...takeBack(texts, origin),
  ]);
}

type SignInChange = 'on' | 'onKept' | 'off' | 'reset' | 'passkeyAdded' | 'passkeyRemoved' | 'identityLinked' | 'recovery';

function changeText(texts: Texts, change: SignInChange): string {
  const { t } = texts;
  const turnedOn = t(
    'Two-factor login was turned on for your account. From now on, you also need a code from your authenticator app to log in.',
  );
  const changes: Record<SignInChange, string> = {
    on: `${turnedOn} ${ended(texts, false)}`,
    onKept: `${turnedOn} ${ended(texts, true)}`,
    off: t('Two-factor login was turned off for your account. You now log in with your password only.'),
    reset: t(
      'An administrator turned off two-factor login for your account and removed its passkeys. You now log in with your password only.',
    ),
    passkeyAdded: t('A passkey was added to your account. It logs in without your password and code.'),
    passkeyRemoved: t('A passkey was removed from your account and can no longer log in.'),
    identityLinked: t(
      'Your account was linked to single sign-on, which now logs in to it. If its address had never been confirmed, its old password, passkeys, and two-factor login were removed.',
    ),
    recovery: t("Someone logged in to your account with one of its recovery codes. That code can't be used again."),
  };
  return changes[change];
}

export function signInChangedEmail(user: Named, change: SignInChange, origin: string): Mail {
  const texts = textsOf(user);
  return write(user.email, texts.t('Login to your {product} account', { product }), [
    greeting(texts, user),
    changeText(texts, change),
    ...takeBack(texts, origin),
  ]);
}
