import { isFields } from '#core/reddit/client/wire.ts';
import { guessMapping, type ImportMapping } from '#shared/import-columns.ts';
import { formatOf } from './columns.ts';
import { type FileOptions, readFileRecords } from './file.ts';
import { recordsIn } from './json-records.ts';

export interface Inspected {
  /** `reddit`, `export`, `mail`: read without a mapping. `columns`: with a mapping. `unreadable`: no record was found. */
  format: 'reddit' | 'export' | 'columns' | 'mail' | 'unreadable';
  columns: string[];
  guess: ImportMapping;
  /** Column → its first value. */
  example: Record<string, string>;
}

const maxRecords = 50;
const maxColumns = 100;
const maxNameLength = 200;
const maxExampleLength = 200;

const exampleOf = (value: unknown): string =>
  (typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value))
    .slice(0, maxExampleLength)
    .toWellFormed();

/** Null for mails. */
async function readSome(options: FileOptions): Promise<Record<string, unknown>[] | null> {
  const found: Record<string, unknown>[] = [];
  try {
    for await (const numbered of readFileRecords(options)) {
      if ('mail' in numbered) return null;
      if ('record' in numbered) found.push(...recordsIn(numbered.record).filter(isFields));
      if (found.length >= maxRecords) break;
    }
  } catch {
    // The beginning of a file is enough, so it may be truncated anywhere.
  }
  return found.slice(0, maxRecords);
}

/** Finds the columns at the beginning of a file. */
export async function inspectFile(options: FileOptions): Promise<Inspected> {
  const records = await readSome(options);
  const nothing = { columns: [], guess: {}, example: {} };
  if (records === null) return { format: 'mail', ...nothing };
  const [first] = records;
  if (!first) return { format: 'unreadable', ...nothing };
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((name) => name.trim() !== '' && name.length <= maxNameLength)
    .slice(0, maxColumns);
  const example = Object.fromEntries(
    columns.map((name) => [name, exampleOf(records.find((record) => exampleOf(record[name]) !== '')?.[name])]),
  );
  return { format: formatOf(first), columns, guess: guessMapping(columns), example };
}
