import { setFlagsFromString } from 'node:v8';
import * as z from 'zod';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { AppError } from '#core/platform/errors.ts';
import { unknownTime } from '#core/platform/item.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { BestOfDay } from '#core/scoring/best-of-day.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { readFileItems, type FileEntry } from '#core/sources/files/file.ts';
import { type Shared, toolsOf } from '../command.ts';
import { readCampaign, requireFile } from '../file-input.ts';
import { counted, type Output, startProgress } from '../output.ts';
import { openReading, type Reading } from '../open-reading.ts';
import { Best, foundOf, type Found, createWriter, type Form } from './writers.ts';

/** A campaign file: the fields of the API; only the offering is required. */
const campaignFileSchema = campaignInputSchema.partial({ name: true }).extend({ id: z.string().max(100).default('scan') });
const campaignOfFile = ({ id, name = '', ...fields }: z.output<typeof campaignFileSchema>): ScoringCampaign =>
  scoringOf(id, { name, ...fields });

const columnsOf = (campaign: ScoringCampaign) =>
  campaign.rules.flatMap(({ text }, index) =>
    checkRules(text).map(({ column, message }) => ({ path: `rules.${index}`, message: `Column ${column}: ${message}` })),
  );

/** Throws `invalid` with every problem of the file, and the column of rule errors. */
function readCampaignFile(path: string): ScoringCampaign {
  const parsed = campaignOfFile(readCampaign(path, campaignFileSchema).fields);
  const faults = columnsOf(parsed);
  if (faults.length > 0) throw new AppError('invalid', `${path} has invalid rules`, { details: faults });
  return parsed;
}

/** A campaign with only a description: without rules, it is matched by relevance alone. */
function describedCampaign(text: string): ScoringCampaign {
  return campaignOfFile({ ...campaignFileSchema.parse({ offering: text }), description: text });
}

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
  bad: { file: string; message: string }[];
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
  reading: Reading;
  all: boolean;
  tally: Tally;
  take: (found: Found) => Promise<void>;
  /** Of a campaign that calls the best of a day: which of those with a date is a lead is known at the end. */
  day: BestOfDay<Found> | null;
}

async function scanEntry(entry: FileEntry, file: string, { reading, all, tally, take, day }: Work): Promise<void> {
  if ('bad' in entry) {
    const { line, message, count = 1 } = entry.bad;
    tally.badCount += count;
    if (tally.bad.length < shownBad) tally.bad.push({ file: line === null ? file : `${file}:${line}`, message });
    return;
  }
  tally.read += 1;
  const result = await reading.score(entry.item);
  if (!result) return;
  if (result.reason) tally.filtered.set(result.reason, (tally.filtered.get(result.reason) ?? 0) + 1);
  const isLead = result.decision === 'lead';
  if (result.decision !== 'none') tally.posts += 1;
  if (!all && !isLead) return;
  const found = foundOf(entry.item, result);
  if (!isLead || !day || entry.item.createdAt === unknownTime) {
    if (isLead) tally.leads += 1;
    return take(found);
  }
  const author = entry.item.author?.toLowerCase() ?? entry.item.fullname;
  const dropped = day.add(found, { at: entry.item.createdAt, author, merit: result.merit ?? 0 });
  return takePosts(dropped, { all, take });
}

/** What could have been a lead, but isn't one of the best of its day. */
async function takePosts(dropped: readonly Found[], { all, take }: Pick<Work, 'all' | 'take'>): Promise<void> {
  if (all) for (const found of dropped) await take({ ...found, decision: 'post' });
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
  for (const { file, message } of tally.bad) out.say(`  ${file}: ${message}`);
  if (tally.badCount > tally.bad.length && tally.bad.length === shownBad) out.say(`  and ${tally.badCount - tally.bad.length} more`);
}

/** Reads files, scores every item, and prints leads, in constant memory: the `textLimit` best as text, and all in other formats. */
export async function runScan(options: ScanOptions, textLimit: number): Promise<void> {
  // Little memory is needed for any file size, but the engine would use all of the machine's before collecting garbage.
  setFlagsFromString('--optimize-for-size');
  const form = formOf(options);
  const { out, config } = toolsOf(options);
  const campaign = campaignOf(options);
  for (const file of options.input) if (file !== '-') requireFile(file);
  const languageOf = await openLanguageOf([campaign]);
  const scoring = {
    campaigns: [campaign],
    now: null,
    assessAll: options.all === true,
    duplicates: new NearDuplicates(nearby),
    ...(languageOf ? { languageOf } : {}),
  };
  const reading = openReading(scoring, config);
  const tally: Tally = { read: 0, leads: 0, posts: 0, bad: [], badCount: 0, filtered: new Map() };
  const writer = createWriter(form, process.stdout);
  const limit = options.limit ?? (form === 'text' && !options.all ? textLimit : null);
  const best = limit === null ? null : new Best(limit);
  const take = best ? (found: Found) => Promise.resolve(best.add(found)) : (found: Found) => writer.write(found);
  const day = campaign.leadThreshold === null ? new BestOfDay<Found>(campaign.leadsPerDay) : null;
  const work: Work = { reading, all: options.all === true, tally, take, day };
  for (const file of options.input) await scanFile(file, work);
  const { best: leads, others } = day?.end() ?? { best: [], others: [] };
  tally.leads += leads.length;
  for (const found of leads) await take(found);
  await takePosts(others, work);
  for (const found of best?.list() ?? []) await writer.write(found);
  await writer.end();
  if (best && tally.leads > (limit ?? 0) && !options.all)
    out.say(`Showing the best ${limit} of ${tally.leads} leads. Use --limit to show more.`);
  sayTally(out, tally);
  await reading.close(out);
}
