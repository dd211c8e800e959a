import * as z from 'zod';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { findSetting, upsertSetting } from '../queries.ts';

/** Settings that admins can change at runtime, with their defaults. */
const schemas = {
  betaModeEnabled: z.boolean().default(false),
};
type Values = { [K in keyof typeof schemas]: z.output<(typeof schemas)[K]> };

export function createSettings({ db, now, writeAudit }: { db: Db; now: Now; writeAudit: WriteAudit }) {
  return {
    async get<K extends keyof Values>(key: K): Promise<Values[K]> {
      const text = await findSetting(db, key);
      return schemas[key].parse(text === undefined ? undefined : JSON.parse(text));
    },
    wasChanged: async (key: keyof Values): Promise<boolean> => (await findSetting(db, key)) !== undefined,
    /** Throws `forbidden` unless the caller is an admin. */
    async set<K extends keyof Values>(actor: Actor, key: K, value: Values[K]): Promise<void> {
      requireAdmin(actor);
      await upsertSetting(db, { key, value: JSON.stringify(schemas[key].parse(value)), updated_at: now() });
      await writeAudit(actor, { action: 'setting-changed', target: `setting:${key}`, details: { value } });
    },
  };
}
export type Settings = ReturnType<typeof createSettings>;
