import { createHash } from 'node:crypto';
import type { ImportColumns, ImportMapping } from '#shared/imports.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { findMapping, saveMapping } from './pending-import-queries.ts';
import { inspectFile } from '#core/sources/files/file.ts';

/** Decompressed bytes; the beginning is enough to find the columns. */
const inspectedBytes = 64 * 1024 ** 2;
/** Users whose last inspection is kept; it holds at most 100 names. */
const maxInspected = 100;

const keyOf = (columns: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(columns.toSorted())).digest('base64url').slice(0, 22);

/** The columns of the last file that each user inspected, which is most likely the one that is imported next. */
function createInspected() {
  const columnsOf = new Map<string, readonly string[]>();
  return {
    note(userId: string, columns: readonly string[]): void {
      columnsOf.delete(userId);
      columnsOf.set(userId, columns);
      const [oldest] = columnsOf.keys();
      if (columnsOf.size > maxInspected && oldest !== undefined) columnsOf.delete(oldest);
    },
    /** Undefined if the mapping is one of other columns. */
    find(userId: string, mapping: ImportMapping): readonly string[] | undefined {
      const columns = columnsOf.get(userId);
      return columns && Object.values(mapping).every((column) => columns.includes(column)) ? columns : undefined;
    },
  };
}

/** Users' mappings of file columns to fields. */
export function createColumnMappings({ db, now }: { db: Db; now: Now }) {
  const inspected = createInspected();
  return {
    /** The columns found at the beginning of a file, and the field that each is mapped to by default. */
    async inspect(actor: Actor, path: string): Promise<ImportColumns> {
      const { guess, ...seen } = await inspectFile({ input: path, maxUnpackedBytes: inspectedBytes });
      const userId = ownerOf(actor);
      if (userId !== null) inspected.note(userId, seen.columns);
      const known = userId === null ? null : await findMapping(db, Number(userId), keyOf(seen.columns));
      return { ...seen, mapping: known ?? guess, remembered: known !== null };
    },

    /** Stores the mapping for the next file with the same columns. Reads the file only if the user didn't inspect it before. */
    async remember(actor: Actor, path: string, mapping: ImportMapping): Promise<void> {
      const userId = ownerOf(actor);
      if (userId === null) return;
      const columns = inspected.find(userId, mapping) ?? (await inspectFile({ input: path, maxUnpackedBytes: inspectedBytes })).columns;
      await saveMapping(db, { userId: Number(userId), columnsKey: keyOf(columns), mapping, now: now() });
    },
  };
}
