import type { Passkey } from '#shared/passkeys.ts';
import type { PasskeysRow } from '../tables.ts';

const iso = (time: number): string => new Date(time).toISOString();

export const passkeyOf = ({ id, name, created_at, last_used_at }: PasskeysRow): Passkey => ({
  id: String(id),
  name,
  createdAt: iso(created_at),
  lastUsedAt: last_used_at === null ? null : iso(last_used_at),
});
