import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { readBackground } from '#core/scoring/background.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { textOnly } from '#core/platform/item.ts';
import { parseCampaign } from './campaign.ts';
import { publicPosts, readPosts } from './posts.ts';

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

/** The invented titles that `titles.ts` fits on; see `bench/data/README.md`. */
export function readTitles(): RatedTitle[] {
  const fields = fieldList.parse(JSON.parse(readFileSync(new URL('../data/titles/fields.json', import.meta.url), 'utf8')));
  const language = createLanguage(readBackground());
  return fields.flatMap(({ titles, ...field }) => {
    const profile = compileProfile(parseCampaign(field), language);
    return titles.map(({ subreddit, title, label, asks }, at) => {
      const item = {
        ...textOnly,
        fullname: `t3_${field.id}${at}`,
        kind: 'post' as const,
        subreddit,
        author: null,
        title,
        body: '',
        createdAt: 0,
      };
      return { field: field.id, label, asks, profile, reading: language.reader.read(item) };
    });
  });
}

/** A real title, and whether its author asks for a thing to buy, hire, or use, tells of a trouble, or neither. */
export interface RealTitle {
  wants: 'thing' | 'trouble' | 'none';
  reading: Reading;
}

const realRow = z.object({ id: z.string(), wants: z.enum(['thing', 'trouble', 'none']) });

/** Titles of the public posts, without their bodies. */
export function readRealTitles(): RealTitle[] {
  const rows = readFileSync(new URL('../data/titles/real.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const wanted = new Map(rows.map((row) => realRow.parse(JSON.parse(row))).map(({ id, wants }) => [id, wants]));
  const { reader } = createLanguage(readBackground());
  return readPosts(publicPosts).flatMap((post) => {
    const wants = wanted.get(post.fullname);
    return wants ? [{ wants, reading: reader.read({ ...post, body: '' }) }] : [];
  });
}
