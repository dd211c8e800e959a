// How many of 20 trades find conversations of their field on a fresh instance without Reddit: stand-ins replay graded texts on the
// sites that the suggested campaign would read.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createPropose } from '#core/ai/propose.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import { createCandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { createLazyReader } from '#core/scoring/reader/reader.ts';
import { createScorer } from '#core/scoring/scorer.ts';
import { textOnly } from '#core/platform/item.ts';
import { streamKindOf } from '#shared/sources.ts';

const folder = new URL('data/lead-eval-3/', import.meta.url);
const trades = 20;
/** Possible and strong leads. */
const isAsk = (label: number): boolean => label >= 2;
const now = Date.UTC(2026, 10, 21, 9);

interface Campaign {
  id: string;
  name: string;
  offering: string;
}
interface Labeled {
  id: string;
  label: number;
}
interface Text {
  name: string;
  title: string;
  selftext: string;
}

const readLines = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
const textsOf = (id: string): Text[] => readLines(gunzipSync(readFileSync(new URL(`posts/${id}.jsonl.gz`, folder))).toString());
const labelsOf = (id: string): Map<string, number> =>
  new Map(readLines<Labeled>(readFileSync(new URL(`labels/${id}.jsonl`, folder), 'utf8')).map(({ id: text, label }) => [text, label]));

const never = new AbortController().signal;

/** What a person chose who read which trades are shown, where none is chosen already. */
const choices: Record<string, string> = {
  'aquaponics-monitor': 'aquarium-fish-and-supplies',
  'secondhand-pickup-market': 'donation-pickup',
  'programming-tutor': 'coding-bootcamp',
  'drupal-developer': 'mvp-freelance-developer',
  'retro-controllers-shop': 'retro-games-consoles',
  'med-admissions-advice': 'mcat-and-medical-school-admissions',
  'android-automation': 'smart-home-automation',
  'supplement-testing-shop': 'sports-nutrition',
};

async function suggest({ id, offering }: Campaign) {
  const propose = createPropose(null);
  const source = { mode: 'smart', description: offering, websiteUrl: '', pages: [] } as const;
  const { proposal } = await propose(source, { userId: null, signal: never });
  const chosen = proposal.trades.find((trade) => trade.id === choices[id]);
  const isOpen = chosen && proposal.trades.every(({ isChosen }) => !isChosen);
  return isOpen ? (await propose({ ...source, trades: [chosen.id] }, { userId: null, signal: never })).proposal : proposal;
}

export async function run() {
  const campaigns = (JSON.parse(readFileSync(new URL('campaigns.json', folder), 'utf8')) as Campaign[]).filter(
    ({ id }) => [...labelsOf(id).values()].filter(isAsk).length > 0,
  );
  const step = campaigns.length / trades;
  const chosen = Array.from({ length: trades }, (_, n) => campaigns[Math.floor(n * step)]).filter((one) => one !== undefined);
  const reader = createLazyReader();
  const candidates = createCandidateReader(reader.read);
  const found = { withSites: 0, withConversations: 0, rightInTen: 0, leadsInTen: 0, shownInTen: 0 };
  for (const campaign of chosen) {
    const { draft } = await suggest(campaign);
    const streams = draft.streams.filter(({ kind }) => streamKindOf(kind).source !== 'reddit');
    const labels = labelsOf(campaign.id);
    const texts = streams.length === 0 ? [] : textsOf(campaign.id);
    const scoring = scoringOf(campaign.id, { ...draft, streams });
    const languageOf = await openLanguageOf([scoring]);
    // Of Bluesky, only what a rule matches is kept.
    const compareAll = streams.some(({ kind }) => kind !== 'bluesky');
    const scorer = createScorer({ campaigns: [scoring], now: () => now, compareAll, ...(languageOf && { languageOf }) });
    const looked = texts.map(({ name, title, selftext }) => {
      const item = {
        ...textOnly,
        fullname: name,
        kind: 'post' as const,
        subreddit: 'forum.example.com',
        author: name,
        title,
        body: selftext,
        permalink: null,
        createdAt: now - 3_600_000,
      };
      return { item, results: scorer.score(item) };
    });
    const read = (await candidates.read(looked, scorer)).map(([result], at) => ({ result, label: labels.get(texts[at]?.name ?? '') ?? 0 }));
    const kept = read.filter(({ result }) => result !== undefined && result.decision !== 'none');
    const best = kept.toSorted((a, b) => (b.result?.exactScore ?? 0) - (a.result?.exactScore ?? 0)).slice(0, 10);
    const right = best.filter(({ label }) => label >= 1).length;
    found.withSites += streams.length > 0 ? 1 : 0;
    found.withConversations += right > 0 ? 1 : 0;
    found.rightInTen += right;
    found.leadsInTen += best.filter(({ label }) => isAsk(label)).length;
    found.shownInTen += best.length;
    console.error(
      `${campaign.id}: ${streams.map(({ name }) => name).join(', ') || 'no open site'}; ${right} of ${best.length} shown are of the field`,
    );
  }
  await reader.close();
  const row = (figure: string, ours: string, target: string) => ({ figure, ours, yardstick: null, ratio: null, target });
  return [
    row('trades with an open site without Reddit', `${found.withSites} of ${chosen.length}`, 'all'),
    row('trades that find conversations of the field', `${found.withConversations} of ${chosen.length}`, 'all'),
    row('possible or strong leads among the ten best', `${found.leadsInTen} of ${found.shownInTen}`, 'half'),
    row('conversations of the field among the ten best', `${found.rightInTen} of ${found.shownInTen}`, 'most'),
  ];
}
