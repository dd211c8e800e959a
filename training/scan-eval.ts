// Prints one JSON line per post: node training/scan-eval.ts --campaign FILE --input FILE
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createScorer } from '#core/scoring/scorer.ts';
import { parseCampaign } from '../bench/fit/campaign.ts';
import { readPosts } from '../bench/fit/posts.ts';

const { values } = parseArgs({ options: { campaign: { type: 'string' }, input: { type: 'string' } } });
if (!values.campaign || !values.input) throw new Error('Give --campaign FILE and --input FILE');
const campaign = parseCampaign(JSON.parse(readFileSync(values.campaign, 'utf8')));
const posts = readPosts(values.input);
const scorer = createScorer({ campaigns: [campaign], now: null, assessAll: true });
for (const item of posts) {
  const [result] = scorer.score(item);
  const { assessment, exactScore, decision } = result ?? { assessment: null, exactScore: null, decision: 'none' };
  console.log(
    JSON.stringify({
      id: item.fullname,
      score: exactScore,
      decision,
      components: assessment?.components,
      evidence: assessment?.evidence,
      reason: assessment?.reason,
    }),
  );
}
