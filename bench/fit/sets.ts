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

const campaignList = z.array(z.looseObject({ id: z.string() }));
const textRow = z.object({
  campaign: z.string(),
  id: z.string(),
  kind: z.enum(['post', 'comment']).default('post'),
  subreddit: z.string(),
  title: z.string(),
  body: z.string(),
  grade: z.number(),
});
type Campaigns = ReadonlyMap<string, Labeled['campaign']>;

/** Of what training reads: a round over whole streams, or what writers invented. One campaign in so many is kept apart. */
const rounds = { 'streams/1': 8, 'streams/2': 5, 'streams/3': 8, 'streams/4': 8, 'streams/5': 8, written: 8, languages: 4 };
const folderOf = (round: keyof typeof rounds): URL => new URL(`../../training/data/${round}/`, import.meta.url);

function readCampaigns(round: keyof typeof rounds): Campaigns {
  const fields = new Map(readFields().map((field) => [field.id, field]));
  // Later rounds rank texts for the campaigns of what writers invented.
  const from = ['streams/3', 'streams/4', 'streams/5'].includes(round) ? 'written' : round;
  const own = campaignList.parse(JSON.parse(readText(new URL('campaigns.json', folderOf(from)))));
  return new Map(own.map((campaign) => [campaign.id, parseCampaign({ ...fields.get(campaign.id), ...campaign })]));
}

const readTexts = (file: URL, campaigns: Campaigns): Labeled[] =>
  readRows(file, textRow).flatMap(({ campaign: id, kind, subreddit, title, body, ...row }) => {
    const campaign = campaigns.get(id);
    const item = { ...titleItem(`${kind === 'post' ? 't3' : 't1'}_${row.id}`, subreddit, title), kind, body };
    return campaign ? [{ campaign, item, label: row.grade, kind: null }] : [];
  });

const readRound = (round: keyof typeof rounds, apart = true): Labeled[] =>
  readTexts(
    new URL('rows.jsonl.gz', folderOf(round)),
    new Map([...readCampaigns(round)].filter(([id]) => isApart(id, rounds[round]) === apart)),
  );

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
  { id: 'written', about: 'invented posts and comments of 2026', read: () => readRound('written') },
  { id: 'languages', about: 'invented posts in five languages', read: () => readLabeled(inventedLanguages) },
  { id: 'languages-2026', about: 'invented posts and comments in six other languages', read: () => readRound('languages') },
  { id: 'streams-1', about: 'whole streams, first round', read: () => readRound('streams/1') },
  { id: 'streams-2', about: 'whole streams, second round', read: () => readRound('streams/2') },
  { id: 'streams-3', about: 'whole streams, third round', read: () => readRound('streams/3') },
  { id: 'streams-4', about: 'whole streams, fourth round', read: () => readRound('streams/4') },
  { id: 'streams-5', about: 'invented texts that are for other campaigns', read: () => readRound('streams/5') },
];

const notApart = ({ campaign }: Labeled): boolean =>
  !isApart(campaign.id, rounds['streams/1']) && !isApart(campaign.id, rounds['streams/2']);

/** What may be fitted on, by set: campaigns that aren't kept apart, in any set. */
export const fittedSets: Readonly<Record<string, () => Labeled[]>> = {
  'lead-eval': () => readLabeled(evaluation),
  'lead-eval-2': () => readLabeled(secondEvaluation),
  'lead-eval-3': () => readLabeled(thirdEvaluation).filter(({ campaign }) => !isApart(campaign.id, 8)),
  comments: () => readLabeled(inventedComments, 'fit'),
  'short-asks': () => readLabeled(inventedAsks, 'fit'),
  titles: () => readOffered('fit').filter(notApart),
  written: () => readRound('written', false),
  'languages-2026': () => readRound('languages', false),
  'streams-1': () => readRound('streams/1', false),
  'streams-2': () => readRound('streams/2', false),
  'streams-3': () => readRound('streams/3', false),
  'streams-4': () => readRound('streams/4', false),
  'streams-5': () => readRound('streams/5', false),
};

const locked = new URL('../../training/locked/', import.meta.url);
const lockedRow = z.object({ campaign: z.string(), line: z.number(), grade: z.number() });

/** Sets on which nothing is chosen; every reading is a use and must stand in log.md beside them. */
export const lockedSets: readonly LabeledSet[] = [
  {
    id: 'posts',
    about: 'first texts of whole streams',
    read: () => {
      const [campaigns, posts] = [readCampaigns('streams/2'), readPosts(publicPosts)];
      return readRows(new URL('posts.jsonl', locked), lockedRow).map(({ campaign: id, line, grade }) => {
        const [campaign, item] = [campaigns.get(id), posts[line]];
        if (!campaign || !item) throw new Error(`Line ${line} for ${id} isn't of a campaign and post that exist`);
        return { campaign, item, label: grade, kind: null };
      });
    },
  },
  {
    id: 'written',
    about: 'invented posts and comments of 2026',
    read: () => readTexts(new URL('written.jsonl.gz', locked), readCampaigns('written')),
  },
  {
    id: 'languages-2026',
    about: 'invented posts and comments in six other languages',
    read: () => readTexts(new URL('languages.jsonl.gz', locked), readCampaigns('languages')),
  },
];
