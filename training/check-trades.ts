// Counts what the rules of the trades match in a corpus of posts (JSON Lines with subreddit, title, and body, as .gz):
//   node training/check-trades.ts CORPUS.jsonl.gz
// Prints every rule that matches nothing, or more than 2 in 100 texts. Of other languages, prints the trades that English doesn't
// have, and rules that don't parse or would match everyday talk. Fails if there is any.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { textOnly } from '#core/platform/item.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { fieldCount, readField, readTradesIn, tradeLanguages } from '#core/trades/trades.ts';
import { faultsOfTrades } from '#test/support/trade-rules.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Which corpus?');
const maxShare = 0.02;
const textSchema = z.object({ subreddit: z.string(), title: z.string(), body: z.string() });

const trades = (await Promise.all(Array.from({ length: fieldCount }, (_, field) => readField(field)))).flat();
const rules = trades.flatMap(({ id, rules: own }) => own.map((text) => ({ id, text })));
const matcher = compileMatcher(rules.map(({ text }, at) => ({ id: String(at), rules: [{ text }] })));
const matches = new Uint32Array(rules.length);
const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
for (const line of lines) {
  const { subreddit, title, body } = textSchema.parse(JSON.parse(line));
  const item = { ...textOnly, fullname: 't3_x', kind: 'post' as const, subreddit, author: null, title, body, createdAt: 0 };
  for (const { campaignId } of matcher.match(item)) matches[Number(campaignId)] = (matches[Number(campaignId)] ?? 0) + 1;
}
const faults = rules.flatMap(({ id, text }, at) => {
  const count = matches[at] ?? 0;
  const share = count / lines.length;
  return count === 0 || share > maxShare ? [`${id}: ${text} matches ${count} (${(100 * share).toFixed(2)} %)`] : [];
});
const known = new Set(trades.map(({ id }) => id));
for (const language of tradeLanguages) faults.push(...faultsOfTrades(language, await readTradesIn(language), known));
for (const fault of faults) console.log(fault);
console.log(`${trades.length} trades, ${rules.length} rules, ${lines.length} texts, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
