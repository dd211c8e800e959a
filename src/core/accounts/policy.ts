import type { Config, PlanConfig } from '#core/platform/config.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { hasAdmin, type UserRow } from './queries.ts';

export const hasIssuer = ({ auth }: Pick<Config, 'auth'>): boolean => auth.oidc.issuer !== '' && auth.oidc.clientId !== '';

/** Only where there is another way to log in, so that the setting locks nobody out. */
export const isPasswordOff = ({ auth }: Pick<Config, 'auth'>): boolean =>
  auth.password === 'off' && (hasIssuer({ auth }) || auth.proxyHeader !== '');

export const logInWays = (config: Pick<Config, 'auth'>) => ({
  password: !isPasswordOff(config),
  issuer: hasIssuer(config) ? config.auth.oidc.name : null,
});

/** Throws `forbidden` where the instance leaves logging in to others. */
export function requirePasswordWay(config: Pick<Config, 'auth'>): void {
  if (!isPasswordOff(config)) return;
  const way = hasIssuer(config) ? `“Continue with ${config.auth.oidc.name}”` : 'your proxy';
  throw new AppError('forbidden', `Passwords and passkeys are turned off on this instance. Log in with ${way}.`);
}

/** Throws `forbidden` unless registration is open. The first account is exempt from beta mode. */
export function requireOpenRegistration(
  { registration }: Pick<Config, 'registration'>,
  { isFirst, needsInvitation }: { isFirst: boolean; needsInvitation: boolean },
): void {
  if (registration === 'closed' || (registration === 'first' && !isFirst))
    throw new AppError('forbidden', 'Registration is closed on this instance. Ask its administrator for an account.');
  if (needsInvitation && !isFirst)
    throw new AppError('forbidden', 'Earshot is in beta, so you need an invitation to register. Open the link in yours, or apply for one.');
}

/** Throws `conflict` if no enabled admin remains. */
export async function requireAnAdmin(db: Db | Trx, { self }: { self: boolean }): Promise<void> {
  if (!(await hasAdmin(db)))
    throw new AppError('conflict', `${self ? 'You are' : 'This is'} the only admin. Make another user an admin first.`);
}

/** Throws `conflict` for the only admin of the instance, who can't delete their account. */
export async function requireOtherAdmin(db: Db | Trx, user: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  if (user.role === 'admin' && !(await hasAdmin(db, { except: user.id })))
    throw new AppError('conflict', 'You are the only admin. Make another user an admin first.');
}

interface SharedPlan {
  payerId: number;
  limits: Pick<PlanConfig['limits'], 'seats'>;
}

/** Throws `conflict` for a user on someone else's plan, `forbidden` if all seats are taken. */
export function requireFreeSeat({ payerId, limits }: SharedPlan, { userId, taken }: { userId: number; taken: number }): void {
  if (payerId !== userId) throw new AppError('conflict', "You use another account's plan, so you can't offer seats.");
  if (limits.seats === null || taken < limits.seats) return;
  const message =
    limits.seats === 1
      ? 'Your plan includes one seat, which is yours. Upgrade it to add people.'
      : `All ${limits.seats} seats of your plan are taken. Remove one or upgrade your plan.`;
  throw new AppError('forbidden', message, { details: [{ path: 'plan.seats', message }] });
}

/** Without email, an address counts as its user's unless they changed it themselves. */
export const isOwnAddress = (user: Pick<UserRow, 'email_confirmed_at' | 'email_changed_at'>, canConfirm: boolean): boolean =>
  user.email_confirmed_at !== null || (!canConfirm && user.email_changed_at === null);

/** Throws `conflict` for an address that may be somebody else's. */
export function requireOwnAddress(user: Pick<UserRow, 'email_confirmed_at' | 'email_changed_at'>, canConfirm: boolean): void {
  if (isOwnAddress(user, canConfirm)) return;
  throw new AppError(
    'conflict',
    canConfirm
      ? 'Confirm your email address first, under Settings → Profile.'
      : "You changed your email address yourself, so this instance can't tell that it is yours. Ask its administrator for an account with this address.",
  );
}
