import * as z from 'zod';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { parseCampaign } from './campaign.ts';
import { readText } from './posts.ts';
import type { Labeled } from './rated.ts';

const fieldList = z.array(
  z.looseObject({
    id: z.string(),
    titles: z.array(z.object({ subreddit: z.string(), title: z.string(), label: z.number(), asks: z.boolean() })),
  }),
);

const data = new URL('../data/', import.meta.url);
const readJson = (file: URL): unknown => JSON.parse(readText(file));

/** The invented fields with their titles: `fields` beside the benchmarks, others of the same form elsewhere. */
export const readFields = (file = new URL('titles/fields.json.gz', data)) => fieldList.parse(readJson(file));

export function readRows<T extends z.ZodType>(file: URL, row: T): z.output<T>[] {
  return readText(file)
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)));
}

export const titleItem = (fullname: string, subreddit: string, title: string): FetchedItem => ({
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
export function readOffered(wanted: z.output<typeof split>): Labeled[] {
  const fields = [...readFields(), ...campaignList.parse(readJson(new URL('short-asks/campaigns.json', data)))];
  const byId = new Map(fields.map((field) => [field.id, field]));
  const rows = Map.groupBy(
    readRows(new URL('titles/offers.jsonl.gz', data), offerRow).filter((row) => row.split === wanted),
    ({ field }) => field,
  );
  return [...rows].flatMap(([field, titles]) => {
    const campaign = parseCampaign(byId.get(field));
    return titles.map(({ subreddit, title, label }, at) => ({
      campaign,
      item: titleItem(`t3_${field}${at}`, subreddit, title),
      label,
      kind: null,
    }));
  });
}
