import { firstDay } from './2026-11-22.ts';
import { otherSources } from './2026-11-23-other-sources.ts';
import { fetchParts } from './2026-11-23-fetch-parts.ts';
import { servers } from './2026-11-23-servers.ts';
import { sessions } from './2026-11-23-sessions.ts';
import { onePostForAnId } from './2026-11-23-one-post-for-an-id.ts';
import { emailProofs } from './2026-11-23-email-proofs.ts';
import { importMappings } from './2026-11-23-import-mappings.ts';
import { connections } from './2026-11-23-connections.ts';
import { passkeys } from './2026-11-23-passkeys.ts';
import { followUpKeys } from './2026-11-23-follow-up-keys.ts';
import { itemsBySource } from './2026-11-23-items-by-source.ts';
import { itemsByCheck } from './2026-11-23-items-by-check.ts';
import { itemsOfLeads } from './2026-11-23-items-of-leads.ts';
import { leadsBySubreddit } from './2026-11-23-leads-by-subreddit.ts';
import { postsByItem } from './2026-11-24-posts-by-item.ts';
import { reportMessages } from './2026-11-23-report-messages.ts';
import { twoFactor } from './2026-11-23-two-factor.ts';
import type { Migration } from './migration.ts';
import { lastNumbered, upgradeFrom0015 } from './upgrade-from-0015.ts';

/** In order, append-only. */
export const migrations: readonly [Migration, ...Migration[]] = [
  ...firstDay,
  { name: '2026-11-23-one-post-for-an-id', up: onePostForAnId },
  { name: '2026-11-23-sessions', up: sessions },
  { name: '2026-11-23-other-sources', up: otherSources },
  { name: '2026-11-23-email-proofs', up: emailProofs },
  { name: '2026-11-23-import-mappings', up: importMappings },
  { name: '2026-11-23-connections', up: connections },
  { name: '2026-11-23-two-factor', up: twoFactor },
  { name: '2026-11-23-passkeys', up: passkeys },
  { name: '2026-11-23-servers', up: servers },
  { name: '2026-11-23-report-messages', up: reportMessages },
  { name: '2026-11-23-items-by-source', up: itemsBySource },
  { name: '2026-11-23-leads-by-subreddit', up: leadsBySubreddit },
  { name: '2026-11-23-follow-up-keys', up: followUpKeys },
  { name: '2026-11-23-fetch-parts', up: fetchParts },
  { name: '2026-11-23-items-by-check', up: itemsByCheck },
  { name: '2026-11-23-items-of-leads', up: itemsOfLeads },
  { name: '2026-11-24-posts-by-item', up: postsByItem },
];

/** Replaces the first migration on a database from before the baseline. */
export const upgrade = { from: lastNumbered, up: upgradeFrom0015 };
