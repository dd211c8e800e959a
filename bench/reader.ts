// The shipped scorer without and with the built-in model, on campaigns that the model was not trained on.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { exactScoreOf } from '#core/scoring/arithmetic.ts';
import { assess } from '#core/scoring/assess/assess.ts';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { readModel } from '#core/scoring/assess/model.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { readBackground } from '#core/scoring/background.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { type Odds, openReader, type PairReader } from '#core/scoring/reader/reader.ts';
import { aboutOf } from '#core/scoring/scorer.ts';
import { ranksOf } from '#core/scoring/best-of-day.ts';
import { usualLeadsPerDay, defaultWeights, leadMinimum, type SpeakerRole, usualLeadThreshold } from '#shared/scoring.ts';
import { parseCampaign } from './fit/campaign.ts';
import { measure } from './fit/measure.ts';
import { inventedAsks, inventedComments, readRated, thirdEvaluation } from './fit/rated.ts';
import { readFields, readOfferedTitles } from './fit/title-fields.ts';
import type { Figure } from './generated-data.ts';

interface Graded {
  campaign: string;
  item: FetchedItem;
  label: number;
  profile: Profile;
  reading: Reading;
}

/** As in training/reader/pairs.py. */
const isApart = (campaign: string, every: number): boolean =>
  BigInt(`0x${createHash('sha256').update(campaign).digest('hex')}`) % BigInt(every) === 0n;

const streamRow = z.object({
  campaign: z.string(),
  id: z.string(),
  subreddit: z.string(),
  title: z.string(),
  body: z.string(),
  grade: z.number(),
});
const campaignList = z.array(z.looseObject({ id: z.string() }));

/** Graded texts of a round over whole streams, of the campaigns kept apart. */
function readStream(round: number, every: number): Graded[] {
  const at = (name: string): Buffer => readFileSync(new URL(`../training/data/streams/${round}/${name}`, import.meta.url));
  const fields = new Map(readFields().map((field) => [field.id, field]));
  const campaigns = new Map(campaignList.parse(JSON.parse(at('campaigns.json').toString())).map((own) => [own.id, own]));
  const language = createLanguage(readBackground());
  const profiles = new Map<string, Profile>();
  const profileOf = (id: string): Profile => {
    const profile = profiles.get(id) ?? compileProfile(parseCampaign({ ...fields.get(id), ...campaigns.get(id) }), language);
    profiles.set(id, profile);
    return profile;
  };
  const lines = gunzipSync(at('rows.jsonl.gz')).toString().trim().split('\n');
  return lines
    .map((line) => streamRow.parse(JSON.parse(line)))
    .filter(({ campaign }) => isApart(campaign, every))
    .map(({ campaign, id, subreddit, title, body, grade }) => {
      const times = { createdAt: 0, score: null, numComments: null };
      const item: FetchedItem = { ...textOnly, ...times, fullname: `t3_${id}`, kind: 'post', author: null, subreddit, title, body };
      return { campaign, item, label: grade, profile: profileOf(campaign), reading: language.reader.read(item) };
    });
}

interface Judged {
  campaign: string;
  label: number;
  score: number;
  isLead: boolean;
  role: SpeakerRole;
}

const model = readModel();

function judge({ campaign, label, profile, reading }: Graded, odds: Odds | undefined): Judged {
  const assessment = assess(profile, reading, { model, now: null, odds });
  const score = exactScoreOf(assessment.components, defaultWeights, assessment) ?? 0;
  return { campaign, label, score, role: assessment.role, isLead: Math.round(score) >= usualLeadThreshold && assessment.role !== 'seller' };
}

const isGood = ({ label }: Pick<Judged, 'label'>): boolean => label >= 2;
const two = (value: number): string => value.toFixed(2);

/** Average precision over campaigns with leads, and precision and recall of what is called a lead. */
function quality(judged: readonly Judged[]): string {
  const campaigns = [...Map.groupBy(judged, ({ campaign }) => campaign).values()].filter((own) => own.some(isGood));
  const ap = campaigns.reduce((sum, own) => sum + measure(own).precision, 0) / campaigns.length;
  const called = judged.filter(({ isLead }) => isLead);
  const right = called.filter(isGood).length;
  return `AP ${two(ap)}; ${right} of ${called.length} called right, ${two(right / judged.filter(isGood).length)} found`;
}

/**
 * What campaigns call over their graded texts, the best of a whole stream, as if a day had brought them all: the hardest day for the
 * number of leads a day, of which the minimum leaves fewer on others.
 */
function bestOfDay(judged: readonly Judged[], least: number): string {
  const entrants = judged.filter(({ score, role }) => Math.round(score) >= least && role !== 'seller');
  const called = [...Map.groupBy(entrants, ({ campaign }) => campaign).values()].flatMap((own) => {
    const places = [...ranksOf(own.map((one, n) => ({ at: 0, author: String(n), merit: one.score, one })))];
    return places.flatMap(([{ one }, place]) => (place <= usualLeadsPerDay ? [one] : []));
  });
  const right = called.filter(isGood).length;
  const onTopic = called.filter(({ label }) => label >= 1).length;
  return `${right} of ${called.length} called right, ${onTopic} on topic, ${two(right / judged.filter(isGood).length)} found`;
}

/** A campaign's best few a day, above a minimum, beside everything from 70 on. */
function callings(judged: readonly Judged[]): Figure[] {
  const yardstick = quality(judged);
  return [35, 40, 45, 50, 55, leadMinimum, 65].map((least) => ({
    figure: `streams: the best ${usualLeadsPerDay} of a day from ${least} on`,
    ours: bestOfDay(judged, least),
    yardstick,
    ratio: '',
    target: '',
  }));
}

async function compare(name: string, graded: readonly Graded[], reader: PairReader): Promise<{ figure: Figure; judged: Judged[] }> {
  const pairs = graded.map(({ item, profile: { campaign } }) => ({ about: aboutOf(campaign), item }));
  const odds = await reader.read(pairs);
  const rows = new Set(graded.map(({ campaign }) => campaign));
  const judged = graded.map((one, at) => judge(one, odds[at] ?? undefined));
  const figure = {
    figure: `${name}: ${rows.size} campaigns, ${graded.length} texts`,
    ours: quality(judged),
    yardstick: quality(graded.map((one) => judge(one, undefined))),
    ratio: '',
    target: '',
  };
  return { figure, judged };
}

export async function run(): Promise<Figure[]> {
  const reader = await openReader();
  const sets: [string, Graded[]][] = [
    ['posts (lead-eval-3)', readRated(thirdEvaluation).filter(({ campaign }) => isApart(campaign, 8))],
    ['comments', readRated(inventedComments, 'test')],
    ['titles that ask', readRated(inventedAsks, 'test')],
    ['real titles beside invented fields', readOfferedTitles('test')],
    ['whole streams, first round', readStream(1, 8)],
    ['whole streams, second round', readStream(2, 5)],
  ];
  const compared: Awaited<ReturnType<typeof compare>>[] = [];
  for (const [name, graded] of sets) compared.push(await compare(name, graded, reader));
  await reader.close();
  return [...compared.map(({ figure }) => figure), ...callings(compared.slice(-2).flatMap(({ judged }) => judged))];
}

if (import.meta.main) console.table(await run());
