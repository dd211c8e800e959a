import { pipeline, Readable } from 'node:stream';
import type { Info } from 'csv-parse';
import type { Bytes } from './bytes.ts';
import { namesOf } from './columns.ts';
import type { Numbered } from './json-records.ts';

const maxRecordBytes = 1024 * 1024;

/** The rows of a CSV file as records, by the names in its first row. */
export async function* csvRecords(bytes: Bytes, delimiter: string): AsyncGenerator<Numbered> {
  const { CsvError, parse: parseCsv } = await import('csv-parse');
  const skipped: Numbered[] = [];
  const parser = parseCsv({
    bom: true,
    columns: namesOf,
    delimiter,
    info: true,
    max_record_size: maxRecordBytes,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : 0;
      skipped.push({ line, problem: 'Not a CSV row' });
    },
  });
  const records: AsyncIterable<{ record: unknown; info: Info }> = pipeline(Readable.from(bytes), parser, () => undefined);
  for await (const { record, info } of records) {
    yield* skipped.splice(0);
    yield { line: info.lines, record };
  }
  yield* skipped;
}

/** Spreadsheets in many European locales use semicolons; the header shows which. */
export function delimiterOf(text: string): string {
  const header = text.split('\n', 1)[0] ?? '';
  const count = (mark: string) => header.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
