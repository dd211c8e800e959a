import { setFlagsFromString } from 'node:v8';
import { AppError } from '#core/platform/errors.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { openLanguageOf } from '#core/scoring/text/language.ts';
import { createScorer, type Scorer } from '#core/scoring/scorer.ts';
import { readFileItems, type FileEntry } from '#core/discovery/sources/file.ts';
import type { Shared } from '../command.ts';
import { requireFile } from '../file-input.ts';
import { counted, createOutput, type Output } from '../output.ts';
import { describedCampaign, readCampaignFile } from './campaign.ts';
import { Best, foundOf, type Found } from './found.ts';
import { startProgress } from './progress.ts';
import { textLimit } from './text-limit.ts';
import { createWriter, type Form } from './writers.ts';

export interface ScanOptions extends Shared {
  campaign?: string;
  describe?: string;
  input: string[];
  all?: boolean;
  limit?: number;
  jsonl?: boolean;
  csv?: boolean;
}

interface Tally {
  read: number;
  leads: number;
  posts: number;
  bad: { file: string; line: number; message: string }[];
  badCount: number;
  filtered: Map<string, number>;
}

const shownBad = 5;
/** Near-duplicates are close together in a file; number of previous texts to compare with. */
const nearby = 10_000;

const formOf = ({ json, jsonl, csv }: ScanOptions): Form => (jsonl ? 'jsonl' : csv ? 'csv' : json ? 'json' : 'text');

function campaignOf({ campaign, describe }: ScanOptions): ScoringCampaign {
  if (campaign !== undefined && describe === undefined) return readCampaignFile(campaign);
  if (describe !== undefined && campaign === undefined && describe.trim() !== '') return describedCampaign(describe);
  throw new AppError('invalid', 'Either `--campaign FILE` or `--describe TEXT` is required');
}

interface Work {
  scorer: Scorer;
  all: boolean;
  tally: Tally;
  take: (found: Found) => Promise<void>;
}

async function scanEntry(entry: FileEntry, file: string, { scorer, all, tally, take }: Work): Promise<void> {
  if ('bad' in entry) {
    tally.badCount += 1;
    if (tally.bad.length < shownBad) tally.bad.push({ file, ...entry.bad });
    return;
  }
  tally.read += 1;
  const [result] = scorer.score(entry.item);
  if (!result) return;
  if (result.reason) tally.filtered.set(result.reason, (tally.filtered.get(result.reason) ?? 0) + 1);
  if (result.decision === 'lead') tally.leads += 1;
  if (result.decision !== 'none') tally.posts += 1;
  if (all || result.decision === 'lead') await take(foundOf(entry.item, result));
}

async function scanFile(file: string, work: Work): Promise<void> {
  const progress = startProgress(file, () => work.tally.read);
  const input = file === '-' ? process.stdin : file;
  try {
    for await (const entry of readFileItems({ input, onBytes: (bytes) => progress.at(bytes) })) await scanEntry(entry, file, work);
  } finally {
    progress.stop();
  }
}

function sayTally(out: Output, tally: Tally): void {
  const filtered = [...tally.filtered].map(([reason, count]) => `${count} ${reason}`).join(', ');
  out.say(
    `${tally.read} read, ${counted(tally.posts, 'match', 'matches')}, ${counted(tally.leads, 'lead')}${filtered ? `; filtered: ${filtered}` : ''}.`,
  );
  if (tally.badCount === 0) return;
  out.say(`${counted(tally.badCount, 'line')} couldn't be read:`);
  for (const { file, line, message } of tally.bad) out.say(`  ${file}:${line}: ${message}`);
  if (tally.badCount > tally.bad.length) out.say(`  and ${tally.badCount - tally.bad.length} more`);
}

/** Reads files, scores every item, and prints leads, in constant memory. */
export async function runScan(options: ScanOptions): Promise<void> {
  // Little memory is needed for any file size, but the engine would use all of the machine's before collecting garbage.
  setFlagsFromString('--optimize-for-size');
  const form = formOf(options);
  const out = createOutput(options.json === true);
  const campaign = campaignOf(options);
  for (const file of options.input) if (file !== '-') requireFile(file);
  const languageOf = await openLanguageOf([campaign]);
  const scorer = createScorer({
    campaigns: [campaign],
    now: null,
    assessAll: options.all === true,
    duplicates: new NearDuplicates(nearby),
    ...(languageOf ? { languageOf } : {}),
  });
  const tally: Tally = { read: 0, leads: 0, posts: 0, bad: [], badCount: 0, filtered: new Map() };
  const writer = createWriter(form, process.stdout);
  const limit = options.limit ?? (form === 'text' && !options.all ? textLimit : null);
  const best = limit === null ? null : new Best(limit);
  const take = best ? (found: Found) => Promise.resolve(best.add(found)) : (found: Found) => writer.write(found);
  for (const file of options.input) await scanFile(file, { scorer, all: options.all === true, tally, take });
  for (const found of best?.list() ?? []) await writer.write(found);
  await writer.end();
  if (best && tally.leads > (limit ?? 0) && !options.all)
    out.say(`Showing the best ${limit} of ${tally.leads} leads. Use --limit to show more.`);
  sayTally(out, tally);
}
