import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { namesOf } from '#shared/streams.ts';
import { createPropose } from '#core/ai/propose.ts';
import { foldToString } from '#core/text/fold.ts';
import { findTradeIn, findTradesIn } from '#core/trades/find-in-language.ts';
import { fieldCount, readField, readTradesIn, type SpokenTrade, spokenTradeSchema, tradeLanguages } from '#core/trades/trades.ts';
import type { TradeLanguage } from '#core/trades/words-in-language.ts';
import { faultsOfTrades, isCommunityIn } from '#test/support/trade-rules.ts';
import { offers, others } from '#test/support/trade-sentences.ts';

const english = (await Promise.all(Array.from({ length: fieldCount }, (_, field) => readField(field)))).flat();
const trades = Object.fromEntries(
  await Promise.all(tradeLanguages.map(async (language) => [language, await readTradesIn(language)] as const)),
) as Record<TradeLanguage, SpokenTrade[]>;
const named = (language: TradeLanguage, fault: (trade: SpokenTrade) => readonly string[]): string[] =>
  trades[language].flatMap((trade) => fault(trade).map((text) => `${trade.id}: ${text}`));
const propose = createPropose(null, true);
const signal = new AbortController().signal;
const proposalOf = async (description: string, language?: TradeLanguage) =>
  (await propose({ mode: 'basic', description, websiteUrl: '', pages: [], language }, { userId: null, signal })).proposal;

test('every language has more than 300 trades, which English has, too, most of them in all, in files of at most 700 kB', () => {
  const known = new Set(english.map(({ id }) => id));
  const ids = tradeLanguages.map((language) => new Set(trades[language].map(({ id }) => id)));
  for (const [at, language] of tradeLanguages.entries()) expect(trades[language]).toHaveLength(ids[at]?.size ?? 0);
  for (const own of ids) expect(own.size).toBeGreaterThan(300);
  for (const own of ids) expect([...own].filter((id) => !known.has(id))).toEqual([]);
  expect(ids.reduce((shared, own) => shared.intersection(own)).size).toBeGreaterThanOrEqual(269);
  const folder = new URL('../src/core/trades/languages/', import.meta.url);
  const files = readdirSync(folder);
  expect(files).toHaveLength(tradeLanguages.length);
  for (const file of files) expect(readFileSync(new URL(file, folder)).length).toBeLessThan(700_000);
});

describe.each(tradeLanguages)('the trades in %s', (language) => {
  test('have every part', () => {
    expect(named(language, (trade) => spokenTradeSchema.safeParse(trade).error?.issues.map(({ message }) => message) ?? [])).toEqual([]);
    const hasLittle = ({ sellers, customers, buyers, problems, symptoms, rules }: SpokenTrade): boolean =>
      sellers.length < 3 || customers.length < 3 || buyers.length < 2 || problems.length < 8 || symptoms.length < 3 || rules.length < 5;
    expect(named(language, (trade) => (hasLittle(trade) ? ['too little'] : []))).toEqual([]);
  });

  test('are trades that English has, in communities of the catalog, with rules that parse, none of one common word or of stop words', () => {
    expect(faultsOfTrades(language, trades[language], new Set(english.map(({ id }) => id)))).toEqual([]);
  });

  test('are checked for rules of one common word', () => {
    const [first] = trades[language];
    const common = { de: 'wohnung', es: 'casa', fr: 'maison', it: 'casa', nl: 'huis', pt: 'casa' }[language];
    const planted = trades[language].map((trade) =>
      trade === first ? { ...trade, rules: [`(${common} OR "${common} ${common}")`, '('] } : trade,
    );
    expect(faultsOfTrades(language, planted, new Set(english.map(({ id }) => id)))).toHaveLength(2);
  });

  test('exclude phrases, or words that are made of words', () => {
    const isWord = (text: string): boolean => /^\p{L}+$/u.test(text);
    const isTooWide = (text: string): boolean => isWord(text) && (!['de', 'nl'].includes(language) || text.length < 9);
    expect(named(language, ({ excludes }) => excludes.filter(isTooWide))).toEqual([]);
  });

  test('are found by what sellers say: at least eight of ten first, all among the first three', async () => {
    const found = await Promise.all(
      offers[language].map(async ([text, id]) => ({ text, id, ids: (await findTradesIn(language, text, 3)).map((trade) => trade.id) })),
    );
    expect(found.filter(({ ids, id }) => !ids.includes(id)).map(({ text, ids }) => [text, ids])).toEqual([]);
    const first = found.filter(({ ids, id }) => ids[0] === id);
    expect(first.length).toBeGreaterThanOrEqual(8);
  });

  test('choose none for offers of other trades, and for none at all', async () => {
    const chosen = await Promise.all(
      others[language].map(async (text) => [text, (await proposalOf(text, language)).trades.filter(({ isChosen }) => isChosen)] as const),
    );
    expect(chosen.filter(([, own]) => own.length > 0)).toEqual([]);
  });

  test('make a proposal that is wholly in that language, of at least seven of ten without asking', async () => {
    let made = 0;
    for (const [text, id] of offers[language]) {
      const { draft, trades: shown, language: spoken } = await proposalOf(text, language);
      const own = shown.find(({ isChosen }) => isChosen);
      const trade = own && (await findTradeIn(language, own.id));
      if (!trade) continue;
      made += 1;
      expect([spoken, own.id]).toEqual([language, id]);
      expect(draft).toMatchObject({ name: trade.name, languages: [language], excludes: trade.excludes });
      expect(draft.painPoints.toSorted()).toEqual(trade.problems.toSorted());
      const lines = draft.rules.map((rule) => rule.text);
      const ofOffer = lines.slice(0, -trade.rules.length);
      expect(lines.slice(ofOffer.length).toSorted()).toEqual(trade.rules.toSorted());
      expect(ofOffer.length).toBeLessThanOrEqual(3);
      const written = [draft.name, draft.idealCustomer, ...draft.painPoints, ...draft.excludes, ...ofOffer].join(' ');
      expect(written).not.toMatch(/\b(?:the|with|your|customers|people|who need|of this|looking for)\b/i);
      const foreign = namesOf(draft.streams, 'subreddit').filter(
        (name) => !isCommunityIn(language, name) && !draft.regions.some((region) => foldToString(region).trim() === name.toLowerCase()),
      );
      expect(foreign).toEqual([]);
      expect(draft.streams.filter(({ kind }) => !['subreddit', 'search', 'bluesky'].includes(kind))).toEqual([]);
    }
    expect(made).toBeGreaterThanOrEqual(7);
  });
});

test.each([
  [
    'de',
    'Malerbetrieb Weber – Innenanstrich und Fassaden in Ulm',
    { text: 'Wir streichen Wohnungen, Treppenhäuser und Fassaden.', id: 'house-painting' },
  ],
  ['fr', 'Serrurerie Dupont | Serrurier à Lille', { text: 'Ouverture de porte, remplacement de serrure, blindage.', id: 'locksmith' }],
  ['es', 'Mudanzas Ruiz | Mudanzas en Zaragoza', { text: 'Hacemos mudanzas de pisos y oficinas con embalaje.', id: 'local-movers' }],
] as const)('is found in a website in %s, whose small print says nothing: “%s”', async (language, title, { text, id }) => {
  const small = {
    de: 'Wir verwenden Cookies. Impressum, Datenschutz.',
    fr: 'Nous utilisons des cookies. Mentions légales.',
    es: 'Usamos cookies. Aviso legal.',
  };
  const page = { title, description: text, headings: [text], text: `${text} ${small[language].repeat(20)}` };
  const source = { mode: 'website' as const, description: '', websiteUrl: 'https://www.example.test', pages: [page] };
  const { proposal } = await propose(source, { userId: null, signal });
  expect(proposal.language).toBe(language);
  expect(proposal.trades.find(({ isChosen }) => isChosen)?.id).toBe(id);
});

test('an unknown trade, or one that a language does not have, is none', async () => {
  expect(await findTradeIn('de', 'no-such-trade')).toBeNull();
  expect(await findTradeIn('it', 'foundation-repair')).toBeNull();
});

test('nothing fits a text without words', async () => {
  for (const text of ['', '12 3', '😀'.repeat(500), 'und der die das', 'zzzz qqqq'])
    expect((await findTradesIn('de', text, 1))[0]?.fit).toBe(0);
});
