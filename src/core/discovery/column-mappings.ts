import { createHash } from 'node:crypto';
import type { ImportColumns, ImportMapping } from '#shared/import-columns.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { findMapping, saveMapping } from './mapping-queries.ts';
import { inspectFile } from './sources/inspect.ts';

/** Unpacked; the beginning shows the columns. */
const inspectedBytes = 64 * 1024 ** 2;

const keyOf = (columns: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(columns.toSorted())).digest('base64url').slice(0, 22);

/** What the columns of files hold, as their users say. */
export function createColumnMappings({ db, now }: { db: Db; now: Now }) {
  return {
    /** What the beginning of a file shows: its columns, and what each is taken for unless the user says otherwise. */
    async inspect(actor: Actor, path: string): Promise<ImportColumns> {
      const { guess, ...seen } = await inspectFile({ input: path, maxUnpackedBytes: inspectedBytes });
      const userId = ownerOf(actor);
      const known = userId === null ? null : await findMapping(db, Number(userId), keyOf(seen.columns));
      return { ...seen, mapping: known ?? guess, remembered: known !== null };
    },

    /** For the next file with the same columns. */
    async remember(actor: Actor, path: string, mapping: ImportMapping): Promise<void> {
      const userId = ownerOf(actor);
      if (userId === null) return;
      const { columns } = await inspectFile({ input: path, maxUnpackedBytes: inspectedBytes });
      await saveMapping(db, { userId: Number(userId), columnsKey: keyOf(columns), mapping, now: now() });
    },
  };
}
