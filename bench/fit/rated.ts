import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { type Features, listFeatures } from '#core/scoring/assess/features.ts';
import { readBackground } from '#core/scoring/background.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { createRandom } from './random.ts';
import { parseCampaign } from './campaign.ts';
import { readPosts } from './posts.ts';

/** A rated post as the model sees it. */
export interface Rated {
  campaign: string;
  item: FetchedItem;
  /** 0 irrelevant, 1 on topic, 2 possible lead, 3 strong lead. */
  label: number;
  /** In invented comments: asks, joins, answers, promotes, and so on. */
  kind: string | null;
  features: Features;
  profile: Profile;
  reading: Reading;
}

/** The set that weights are fitted on, and one that is only used to choose between designs; see `bench/data/README.md`. */
export const evaluation = new URL('../data/lead-eval/', import.meta.url);
export const secondEvaluation = new URL('../data/lead-eval-2/', import.meta.url);
/** 120 invented campaigns over real posts of other subreddits, where few who write need the offering. */
export const thirdEvaluation = new URL('../data/lead-eval-3/', import.meta.url);
/** Invented sets; see the same README. */
export const inventedComments = new URL('../data/comments/', import.meta.url);
export const inventedAsks = new URL('../data/short-asks/', import.meta.url);
export const inventedLanguages = new URL('../data/languages/', import.meta.url);

const campaignList = z.array(z.looseObject({ id: z.string(), split: z.string().optional() }));

/** Every rated post of every campaign in a folder with lead-eval's layout; only those of one split if given. */
export function readRated(folder: URL = evaluation, split?: 'fit' | 'test'): Rated[] {
  const all = campaignList.parse(JSON.parse(readFileSync(new URL('campaigns.json', folder), 'utf8')));
  const campaigns = all.filter((campaign) => split === undefined || campaign.split === split);
  const language = createLanguage(readBackground());
  return campaigns.flatMap((entry) => {
    const posts = readPosts(fileOf(entry.id, folder));
    const labels = readLabels(new URL(`labels/${entry.id}.jsonl`, folder));
    const profile = compileProfile(parseCampaign(entry), language);
    return posts.map((item) => {
      const reading = language.reader.read(item);
      return {
        campaign: entry.id,
        item,
        label: labels.get(item.fullname)?.label ?? 0,
        kind: labels.get(item.fullname)?.kind ?? null,
        features: listFeatures(profile, reading),
        profile,
        reading,
      };
    });
  });
}

/** The same posts for campaigns whose rules are in another order. */
export function withShuffledRules(posts: readonly Rated[], seed: number): Rated[] {
  const random = createRandom(seed);
  const profiles = new Map<Profile, Profile>();
  for (const { profile } of posts) {
    if (profiles.has(profile)) continue;
    const keyed = profile.campaign.rules.map((rule) => ({ rule, key: random() }));
    const rules = keyed.toSorted((a, b) => a.key - b.key).map(({ rule }) => rule);
    profiles.set(profile, compileProfile({ ...profile.campaign, rules }, profile.language));
  }
  return posts.map((post) => {
    const profile = profiles.get(post.profile) ?? post.profile;
    return { ...post, profile, features: listFeatures(profile, post.reading) };
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
