// What the cheap stage says of pairs: node training/reader/cheap.ts IN.jsonl OUT.jsonl (called by blend.py)
import { readFileSync, writeFileSync } from 'node:fs';
import { weigh } from '#core/scoring/assess/assess.ts';
import { createLanguage } from '#core/scoring/assess/language.ts';
import { readModel } from '#core/scoring/assess/model.ts';
import { compileProfile, type Profile } from '#core/scoring/assess/profile.ts';
import { readBackground } from '#core/scoring/background.ts';
import { valueOn } from '#core/scoring/calibration.ts';
import { textOnly } from '#core/platform/item.ts';
import { parseCampaign } from '../../bench/fit/campaign.ts';

interface Line {
  campaign: { id: string };
  kind: 'post' | 'comment';
  place: string;
  title: string;
  body: string;
}

const [input = '', output = ''] = process.argv.slice(2);
const model = readModel();
const language = createLanguage(readBackground());
const profiles = new Map<string, Profile>();

function profileOf(campaign: Line['campaign']): Profile {
  const profile = profiles.get(campaign.id) ?? compileProfile(parseCampaign(campaign), language);
  profiles.set(campaign.id, profile);
  return profile;
}

const shares = readFileSync(input, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const { campaign, kind, place, title, body } = JSON.parse(line) as Line;
    const times = { createdAt: 0, score: null, numComments: null };
    const item = {
      ...textOnly,
      ...times,
      fullname: kind === 'post' ? 't3_pair' : 't1_pair',
      kind,
      subreddit: place,
      author: null,
      title,
      body,
    };
    return valueOn(model.calibration, weigh(profileOf(campaign), language.reader.read(item), model).match);
  });
writeFileSync(output, shares.join('\n'));
