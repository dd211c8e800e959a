import type { Knex } from 'knex';
import { baseline } from './2026-11-22-baseline.ts';
import { clock } from './2026-11-22-clock.ts';
import { complaintsBesideAlternatives } from './2026-11-22-complaints-beside-alternatives.ts';
import { otherSources } from './2026-11-23-other-sources.ts';
import { pendingImports } from './2026-11-22-pending-imports.ts';
import { plainColumnNames } from './2026-11-22-plain-column-names.ts';
import { servers } from './2026-11-23-servers.ts';
import { sessions } from './2026-11-23-sessions.ts';
import { unseenCandidates } from './2026-11-22-unseen-candidates.ts';
import { tokenTools } from './2026-11-22-token-tools.ts';
import { feedChanges } from './2026-11-22-feed-changes.ts';
import { onePostForAnId } from './2026-11-23-one-post-for-an-id.ts';
import { emailProofs } from './2026-11-23-email-proofs.ts';
import { importMappings } from './2026-11-23-import-mappings.ts';
import { connections } from './2026-11-23-connections.ts';
import { passkeys } from './2026-11-23-passkeys.ts';
import { reportMessages } from './2026-11-23-report-messages.ts';
import { twoFactor } from './2026-11-23-two-factor.ts';
import { lastNumbered, upgradeFrom0015 } from './upgrade-from-0015.ts';

export interface Migration {
  /** The date it was written, and what it does. */
  name: string;
  up(db: Knex): Promise<void>;
}

/** In order, append-only. */
export const migrations: readonly [Migration, ...Migration[]] = [
  { name: '2026-11-22-baseline', up: baseline },
  { name: '2026-11-22-unseen-candidates', up: unseenCandidates },
  { name: '2026-11-22-plain-column-names', up: plainColumnNames },
  { name: '2026-11-22-pending-imports', up: pendingImports },
  { name: '2026-11-22-clock', up: clock },
  { name: '2026-11-22-complaints-beside-alternatives', up: complaintsBesideAlternatives },
  { name: '2026-11-22-token-tools', up: tokenTools },
  { name: '2026-11-22-feed-changes', up: feedChanges },
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
];

/** Replaces the first migration on a database from before the baseline. */
export const upgrade = { from: lastNumbered, up: upgradeFrom0015 };
