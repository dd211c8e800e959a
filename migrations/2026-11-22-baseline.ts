import type { Knex } from 'knex';
import { accounts } from './baseline/accounts.ts';
import { ai } from './baseline/ai.ts';
import { discovery } from './baseline/discovery.ts';
import { inbox } from './baseline/inbox.ts';
import { insights } from './baseline/insights.ts';
import { instance } from './baseline/instance.ts';
import { notifications } from './baseline/notifications.ts';
import { platform } from './baseline/platform.ts';
import { reddit } from './baseline/reddit.ts';
import { replies } from './baseline/replies.ts';

/** The whole schema, one file per room. Times are UTC ms, flags 0 or 1, structures JSON text. */
export async function baseline(db: Knex): Promise<void> {
  for (const room of [platform, accounts, reddit, inbox, discovery, ai, replies, insights, notifications, instance]) await room(db);
}
