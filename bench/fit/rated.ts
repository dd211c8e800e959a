import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { parseCampaign } from './campaign.ts';
import { readPosts } from './posts.ts';

/** A text with the campaign that it was rated for. */
export interface Labeled {
  campaign: ScoringCampaign;
  item: FetchedItem;
  /** 0 irrelevant, 1 on topic, 2 possible lead, 3 strong lead. */
  label: number;
  /** In invented comments: asks, joins, answers, promotes, and so on. */
  kind: string | null;
}

/** Real posts; see `bench/data/README.md`. */
export const evaluation = new URL('../data/lead-eval/', import.meta.url);
export const secondEvaluation = new URL('../data/lead-eval-2/', import.meta.url);
/** 120 invented campaigns over real posts of other subreddits, where few who write need the offering. */
export const thirdEvaluation = new URL('../data/lead-eval-3/', import.meta.url);
/** Invented sets; see the same README. */
export const inventedComments = new URL('../data/comments/', import.meta.url);
export const inventedAsks = new URL('../data/short-asks/', import.meta.url);
export const inventedLanguages = new URL('../data/languages/', import.meta.url);

const campaignList = z.array(z.looseObject({ id: z.string(), split: z.string().optional() }));

/** Every rated text of every campaign in a folder with lead-eval's layout; only those of one split if given. */
export function readLabeled(folder: URL, split?: 'fit' | 'test'): Labeled[] {
  const all = campaignList.parse(JSON.parse(readFileSync(new URL('campaigns.json', folder), 'utf8')));
  const campaigns = all.filter((campaign) => split === undefined || campaign.split === split);
  return campaigns.flatMap((entry) => {
    const labels = readLabels(new URL(`labels/${entry.id}.jsonl`, folder));
    const campaign = parseCampaign(entry);
    return readPosts(fileOf(entry.id, folder)).map((item) => {
      const { label = 0, kind = null } = labels.get(item.fullname) ?? {};
      return { campaign, item, label, kind };
    });
  });
}

const fileOf = (id: string, folder: URL): URL => {
  const packed = new URL(`posts/${id}.jsonl.gz`, folder);
  return existsSync(packed) ? packed : new URL(`posts/${id}.jsonl`, folder);
};

const labelRow = z.object({ id: z.string(), label: z.number(), kind: z.string().optional() });

function readLabels(file: URL): Map<string, z.output<typeof labelRow>> {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((row) => row !== '');
  return new Map(rows.map((row) => labelRow.parse(JSON.parse(row))).map((row) => [row.id, row]));
}
