// Writes src/core/scoring/assess/trades.json: the stems of each trade's names and terms, as numbers of a shared list.
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { StoredTrades } from '#core/scoring/assess/trades.ts';
import { stemOf } from '#core/text/stems.ts';

/** Trades by their names, with what their customers talk about, all separated by spaces. */
const trades = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL('./data/trades.json', import.meta.url), 'utf8')));

const numbers = new Map<string, number>();
const numberOf = (word: string): number => {
  const stem = stemOf(word);
  const number = numbers.get(stem) ?? numbers.size;
  numbers.set(stem, number);
  return number;
};
const rows = Object.entries(trades).map(([names, terms]) => {
  const own = new Set(names.split(' ').map(numberOf));
  const all = new Set([...own, ...terms.split(' ').map(numberOf)]);
  return [own.size, ...all].join(' ');
});
const stored: StoredTrades = { stems: [...numbers.keys()].join(' '), trades: rows };
writeFileSync(new URL('../src/core/scoring/assess/trades.json', import.meta.url), `${JSON.stringify(stored, null, 2)}\n`);
console.log(`${rows.length} trades, ${numbers.size} stems`);
