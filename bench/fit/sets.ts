import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseCampaign } from './campaign.ts';
import { publicPosts, readPosts, readText } from './posts.ts';
import {
  evaluation,
  inventedAsks,
  inventedComments,
  inventedLanguages,
  type Labeled,
  readLabeled,
  secondEvaluation,
  thirdEvaluation,
} from './rated.ts';
import { readFields, readOffered, readRows, titleItem } from './title-fields.ts';

export interface LabeledSet {
  /** For the command line. */
  id: string;
  about: string;
  read: () => Labeled[];
}

/** As in training/reader/pairs.py. */
const isApart = (campaign: string, every: number): boolean =>
  BigInt(`0x${createHash('sha256').update(campaign).digest('hex')}`) % BigInt(every) === 0n;

const rounds = { 1: 8, 2: 5 };
const campaignList = z.array(z.looseObject({ id: z.string() }));
const streamRow = z.object({
  campaign: z.string(),
  id: z.string(),
  subreddit: z.string(),
  title: z.string(),
  body: z.string(),
  grade: z.number(),
});

const folderOf = (round: keyof typeof rounds): URL => new URL(`../../training/data/streams/${round}/`, import.meta.url);

/** The campaigns of a round over whole streams that are kept apart. */
function readCampaigns(round: keyof typeof rounds): Map<string, Labeled['campaign']> {
  const fields = new Map(readFields().map((field) => [field.id, field]));
  const own = campaignList.parse(JSON.parse(readText(new URL('campaigns.json', folderOf(round)))));
  return new Map(
    own
      .filter(({ id }) => isApart(id, rounds[round]))
      .map((campaign) => [campaign.id, parseCampaign({ ...fields.get(campaign.id), ...campaign })]),
  );
}

function readStream(round: keyof typeof rounds): Labeled[] {
  const campaigns = readCampaigns(round);
  return readRows(new URL('rows.jsonl.gz', folderOf(round)), streamRow).flatMap((row) => {
    const campaign = campaigns.get(row.campaign);
    const item = { ...titleItem(`t3_${row.id}`, row.subreddit, row.title), body: row.body };
    return campaign ? [{ campaign, item, label: row.grade, kind: null }] : [];
  });
}

/** In the order in which they are printed. */
export const labeledSets: readonly LabeledSet[] = [
  { id: 'lead-eval', about: 'real posts, fitted and trained on', read: () => readLabeled(evaluation) },
  { id: 'lead-eval-2', about: 'real posts, calibrated and trained on', read: () => readLabeled(secondEvaluation) },
  {
    id: 'lead-eval-3',
    about: 'real posts where few need the offering',
    read: () => readLabeled(thirdEvaluation).filter(({ campaign }) => isApart(campaign.id, 8)),
  },
  { id: 'comments', about: 'invented comments', read: () => readLabeled(inventedComments, 'test') },
  { id: 'short-asks', about: 'invented titles that ask', read: () => readLabeled(inventedAsks, 'test') },
  { id: 'titles', about: 'real titles beside invented fields', read: () => readOffered('test') },
  { id: 'languages', about: 'invented posts in five languages, which the model leaves out', read: () => readLabeled(inventedLanguages) },
  { id: 'streams-1', about: 'whole streams, first round', read: () => readStream(1) },
  { id: 'streams-2', about: 'whole streams, second round', read: () => readStream(2) },
];

const lockedRow = z.object({ campaign: z.string(), line: z.number(), grade: z.number() });

/** Every reading is a use and must stand in log.md beside it. */
export function readLocked(folder: URL): Labeled[] {
  const campaigns = readCampaigns(2);
  const posts = readPosts(publicPosts);
  return readRows(new URL('posts.jsonl', folder), lockedRow).map(({ campaign: id, line, grade }) => {
    const [campaign, item] = [campaigns.get(id), posts[line]];
    if (!campaign || !item) throw new Error(`Line ${line} for ${id} isn't of a campaign and post that exist`);
    return { campaign, item, label: grade, kind: null };
  });
}
