import type { Knex } from 'knex';
import { orderByBytes } from './engine.ts';
import { accounts } from './schema/accounts.ts';
import { ai } from './schema/ai.ts';
import { discovery } from './schema/discovery.ts';
import { inbox } from './schema/inbox.ts';
import { insights } from './schema/insights.ts';
import { instance } from './schema/instance.ts';
import { notifications } from './schema/notifications.ts';
import { platform } from './schema/platform.ts';
import { reddit } from './schema/reddit.ts';
import { replies } from './schema/replies.ts';
import { markStaleDays } from './schema/stale-days.ts';

/** The schema of 1.0.0, one file per room. Times are UTC ms, flags 0 or 1, structures JSON text. */
export async function baseline(db: Knex): Promise<void> {
  for (const room of [platform, accounts, reddit, inbox, discovery, ai, replies, insights, notifications, instance]) await room(db);
  await orderByBytes(db);
  await markStaleDays(db);
}
