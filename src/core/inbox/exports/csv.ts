import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/** Lines of CSV (RFC 4180). Cells that a spreadsheet would run as a formula are made text by an apostrophe. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : stringify(
        rows.map((row) => [...row]),
        // By itself the library quotes a cell for the very delimiter alone, and a lone CR or LF would break the row in two.
        { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: 'windows' },
      );
