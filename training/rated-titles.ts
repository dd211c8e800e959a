import * as z from 'zod';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { readBackground } from '#core/scoring/background.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { parseCampaign } from '../bench/fit/campaign.ts';
import { publicPosts, readPosts } from '../bench/fit/posts.ts';
import { readFields, readRows, titleItem } from '../bench/fit/title-fields.ts';

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

const dataFile = (name: string): URL => new URL(`data/${name}`, import.meta.url);

/** The invented titles that `titles.ts` fits on; those of `offer-fields` don't show by their form whether they ask. See `training/README.md`. */
export function readTitles(name: 'fields' | 'offer-fields'): RatedTitle[] {
  const fields = name === 'fields' ? readFields() : readFields(dataFile('offer-fields.json.gz'));
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

/** Titles of the public posts and of the encoder's corpus, without their bodies. */
export function readRealTitles(): RealTitle[] {
  const { reader } = createLanguage(readBackground());
  const wanted = new Map(readRows(dataFile('real.jsonl'), publicRow).map(({ id, wants }) => [id, wants]));
  const posts = readPosts(publicPosts).flatMap((post) => {
    const wants = wanted.get(post.fullname);
    return wants ? [{ wants, reading: reader.read({ ...post, body: '' }) }] : [];
  });
  const others = readRows(dataFile('corpus.jsonl.gz'), corpusRow).map(({ subreddit, title, wants }, at) => ({
    wants,
    reading: reader.read(titleItem(`t3_corpus${at}`, subreddit, title)),
  }));
  return [...posts, ...others];
}
