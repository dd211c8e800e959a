import { isoTime } from '#core/platform/clock.ts';
import type { Passkey } from '#shared/passkeys.ts';
import type { PasskeysRow } from '../tables.ts';

export const passkeyOf = ({ id, name, created_at, last_used_at }: PasskeysRow): Passkey => ({
  id: String(id),
  name,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});
