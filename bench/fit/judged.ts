import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { type Features, listFeatures } from '#core/scoring/assess/features.ts';
import { readBackground } from '#core/scoring/background.ts';
import type { HeardItem } from '#core/platform/item.ts';
import type { Reading } from '#core/scoring/reading/reading.ts';
import { parseCampaign } from './campaign.ts';
import { readPosts } from './posts.ts';

/** A judged post as the model sees it. */
export interface Judged {
  campaign: string;
  item: HeardItem;
  /** 0 irrelevant, 1 on topic, 2 possible lead, 3 strong lead. */
  label: number;
  features: Features;
  profile: Profile;
  reading: Reading;
}

export const evaluation = new URL('../../../shared/data/lead-eval/', import.meta.url);

/** Every judged post of every campaign of a folder laid out as lead-eval. */
export function readJudged(folder: URL = evaluation): Judged[] {
  const campaigns = z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(readFileSync(new URL('campaigns.json', folder), 'utf8')));
  const language = createLanguage(readBackground());
  return campaigns.flatMap((entry) => {
    const posts = readPosts(new URL(`posts/${entry.id}.jsonl`, folder));
    const labels = readLabels(new URL(`labels/${entry.id}.jsonl`, folder));
    const profile = compileProfile(parseCampaign(entry), language);
    return posts.map((item) => {
      const reading = language.reader.read(item);
      return {
        campaign: entry.id,
        item,
        label: labels.get(item.fullname) ?? 0,
        features: listFeatures(profile, reading),
        profile,
        reading,
      };
    });
  });
}

const labelRow = z.object({ id: z.string(), label: z.number() });

function readLabels(file: URL): Map<string, number> {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((row) => row !== '');
  return new Map(rows.map((row) => labelRow.parse(JSON.parse(row))).map(({ id, label }) => [id, label]));
}
