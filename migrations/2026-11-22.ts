import { baseline } from './2026-11-22-baseline.ts';
import { clock } from './2026-11-22-clock.ts';
import { complaintsBesideAlternatives } from './2026-11-22-complaints-beside-alternatives.ts';
import { pendingImports } from './2026-11-22-pending-imports.ts';
import { plainColumnNames } from './2026-11-22-plain-column-names.ts';
import { unseenCandidates } from './2026-11-22-unseen-candidates.ts';
import { tokenTools } from './2026-11-22-token-tools.ts';
import { feedChanges } from './2026-11-22-feed-changes.ts';
import type { Migration } from './migration.ts';

/** The migrations of the first day. */
export const firstDay: readonly [Migration, ...Migration[]] = [
  { name: '2026-11-22-baseline', up: baseline },
  { name: '2026-11-22-unseen-candidates', up: unseenCandidates },
  { name: '2026-11-22-plain-column-names', up: plainColumnNames },
  { name: '2026-11-22-pending-imports', up: pendingImports },
  { name: '2026-11-22-clock', up: clock },
  { name: '2026-11-22-complaints-beside-alternatives', up: complaintsBesideAlternatives },
  { name: '2026-11-22-token-tools', up: tokenTools },
  { name: '2026-11-22-feed-changes', up: feedChanges },
];
