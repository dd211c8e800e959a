import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { listFeatures } from '#core/scoring/assess/features.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { readBackground } from '#core/scoring/background.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { parseCampaign } from './campaign.ts';
import { publicPosts, readPosts } from './posts.ts';
import type { Rated } from './rated.ts';

/** A title without a body, with what it is for its field's offering and for anybody. */
export interface RatedTitle {
  field: string;
  /** 0 irrelevant, 1 on topic, 2 possible lead, 3 strong lead. */
  label: number;
  /** Whether it asks for something to buy, hire, use, or be helped with, even something else than the offering. */
  asks: boolean;
  profile: Profile;
  reading: Reading;
}

const fieldList = z.array(
  z.looseObject({
    id: z.string(),
    titles: z.array(z.object({ subreddit: z.string(), title: z.string(), label: z.number(), asks: z.boolean() })),
  }),
);

const dataFile = (name: string): URL => new URL(`../data/${name}`, import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(dataFile(name), 'utf8'));

/** The invented titles that `titles.ts` fits on; those of `offer-fields` don't show by their form whether they ask. See `bench/data/README.md`. */
export function readTitles(name: 'fields' | 'offer-fields'): RatedTitle[] {
  const fields = fieldList.parse(readJson(`titles/${name}.json`));
  const language = createLanguage(readBackground());
  return fields.flatMap(({ titles, ...field }) => {
    const profile = compileProfile(parseCampaign(field), language);
    return titles.map(({ subreddit, title, label, asks }, at) => {
      const item = titleItem(`t3_${field.id}${at}`, subreddit, title);
      return { field: field.id, label, asks, profile, reading: language.reader.read(item) };
    });
  });
}

/** A real title, and whether its author asks for a thing to buy, hire, or use, tells of a trouble, or neither. */
export interface RealTitle {
  wants: 'thing' | 'trouble' | 'none';
  reading: Reading;
}

const wish = z.enum(['thing', 'trouble', 'none']);
const publicRow = z.object({ id: z.string(), wants: wish });
const corpusRow = z.object({ subreddit: z.string(), title: z.string(), wants: wish });

function readRows<T extends z.ZodType>(name: string, row: T): z.output<T>[] {
  const lines = readFileSync(dataFile(`titles/${name}`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => row.parse(JSON.parse(line)));
}

/** Titles of the public posts and of the encoder's corpus, without their bodies. */
export function readRealTitles(): RealTitle[] {
  const { reader } = createLanguage(readBackground());
  const wanted = new Map(readRows('real.jsonl', publicRow).map(({ id, wants }) => [id, wants]));
  const posts = readPosts(publicPosts).flatMap((post) => {
    const wants = wanted.get(post.fullname);
    return wants ? [{ wants, reading: reader.read({ ...post, body: '' }) }] : [];
  });
  const others = readRows('corpus.jsonl', corpusRow).map(({ subreddit, title, wants }, at) => ({
    wants,
    reading: reader.read(titleItem(`t3_corpus${at}`, subreddit, title)),
  }));
  return [...posts, ...others];
}

const titleItem = (fullname: string, subreddit: string, title: string): FetchedItem => ({
  ...textOnly,
  fullname,
  kind: 'post',
  subreddit,
  author: null,
  title,
  body: '',
  createdAt: 0,
});

const split = z.enum(['fit', 'test']);
const offerRow = z.object({ field: z.string(), subreddit: z.string(), title: z.string(), label: z.number(), split });
const campaignList = z.array(z.looseObject({ id: z.string() }));

/** Real titles in subreddits that invented fields monitor, graded for their offerings. */
export function readOfferedTitles(wanted: z.output<typeof split>): Rated[] {
  const campaigns = [...fieldList.parse(readJson('titles/fields.json')), ...campaignList.parse(readJson('short-asks/campaigns.json'))];
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const language = createLanguage(readBackground());
  const rows = Map.groupBy(
    readRows('offers.jsonl', offerRow).filter((row) => row.split === wanted),
    ({ field }) => field,
  );
  return [...rows].flatMap(([field, titles]) => {
    const profile = compileProfile(parseCampaign(byId.get(field)), language);
    return titles.map(({ subreddit, title, label }, at) => {
      const item = titleItem(`t3_${field}${at}`, subreddit, title);
      const reading = language.reader.read(item);
      return { campaign: field, item, label, kind: null, features: listFeatures(profile, reading), profile, reading };
    });
  });
}
