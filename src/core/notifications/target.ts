import type * as z from 'zod';
import { checkAgainst } from '#shared/issue-messages.ts';
import { type ChannelKind, type ChannelTarget, channelTargets } from '#shared/notify.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import { newSecret } from '#core/accounts/tokens/secret.ts';

const sealContextOf = (userId: number): string => `notification_channels:target:${userId}`;

/** Throws `invalid` with the field when the target isn't valid for this kind. */
export function parseTarget<K extends ChannelKind>(kind: K, given: unknown): ChannelTarget<K> {
  const parsed = checkAgainst<z.ZodType>(channelTargets[kind], given);
  if ('data' in parsed) return parsed.data as ChannelTarget<K>;
  const details = parsed.details.map(({ path, message }) => ({ path: `target.${path}`, message }));
  throw new AppError('invalid', details[0]?.message ?? 'Invalid address', { details });
}

/** Adds a signing secret to a webhook that has none, and returns the new secret to be shown once. */
export function withSecret<K extends ChannelKind>(kind: K, target: ChannelTarget<K>): { target: ChannelTarget<K>; made: string | null } {
  if (kind !== 'webhook' || ('secret' in target && target.secret)) return { target, made: null };
  const secret = newSecret();
  return { target: { ...target, secret }, made: secret };
}

export const sealTarget = (secrets: Secrets, userId: number, target: unknown): string =>
  secrets.seal(JSON.stringify(target), sealContextOf(userId));

/** Throws `unavailable` if this server's key has changed. */
export const unsealTarget = <K extends ChannelKind>(
  secrets: Secrets,
  { kind, user_id, target_sealed }: { kind: K; user_id: number; target_sealed: string },
): ChannelTarget<K> => parseTarget(kind, JSON.parse(secrets.unseal(target_sealed, sealContextOf(user_id))));
