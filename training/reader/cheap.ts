// What the cheap stage says of pairs: node training/reader/cheap.ts IN.jsonl OUT.jsonl (called by blend.py)
import { readFileSync, writeFileSync } from 'node:fs';
import { cheapShare } from '#core/scoring/assess/assess.ts';
import { compileProfile, createLanguage, type Profile } from '#core/scoring/assess/profile.ts';
import { compileMatcher, type Matcher } from '#core/scoring/match/matcher.ts';
import { readBackground } from '#core/text/background.ts';
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
const language = createLanguage(readBackground());
const prepared = new Map<string, { profile: Profile; matcher: Matcher }>();

function prepare(line: Line['campaign']): { profile: Profile; matcher: Matcher } {
  const known = prepared.get(line.id);
  if (known) return known;
  const campaign = parseCampaign(line);
  const made = { profile: compileProfile(campaign, language), matcher: compileMatcher([campaign]) };
  prepared.set(line.id, made);
  return made;
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
    const { profile, matcher } = prepare(campaign);
    return cheapShare(profile, language.reader.read(item), matcher.match(item)[0]?.rules.length ?? 0);
  });
writeFileSync(output, shares.join('\n'));
