import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { termsIn } from '#core/text/tokens.ts';
import { dimensions, vectorOf, vectorScale } from '#core/scoring/reader/sentences.ts';
import { describeForVector, findTrade, findTrades } from '#core/trades/find.ts';
import { fieldCount, readField, type Trade, tradeSchema } from '#core/trades/trades.ts';

const folder = new URL('../src/core/trades/data/', import.meta.url);
const trades: Trade[] = (await Promise.all(Array.from({ length: fieldCount }, (_, field) => readField(field)))).flat();
const named = (fault: (trade: Trade) => readonly string[]): string[] =>
  trades.flatMap((trade) => fault(trade).map((text) => `${trade.id}: ${text}`));

describe('the trades', () => {
  test('are more than 1,900, in files that are all listed, of at most 5 MB', () => {
    const files = readdirSync(folder);
    expect(trades.length).toBeGreaterThan(1900);
    expect(files).toHaveLength(fieldCount);
    expect(files.reduce((sum, file) => sum + readFileSync(new URL(file, folder)).length, 0)).toBeLessThan(5e6);
  });

  test('each have an ID of their own and every part', () => {
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    expect(
      named((trade) => tradeSchema.safeParse(trade).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
    ).toEqual([]);
    expect(
      named(({ problems, rules, buyers }) => (problems.length < 8 || rules.length < 6 || buyers.length === 0 ? ['too little'] : [])),
    ).toEqual([]);
  });

  test('have rules that parse', () => {
    expect(named(({ rules }) => rules.filter((rule) => !parseRule(rule).ok))).toEqual([]);
  });

  test('exclude phrases of two words or more that they never say themselves', () => {
    const said = ({ name, sellers, customers, buyers, problems, symptoms, leaves }: Trade): string[] =>
      [name, ...sellers, ...customers, ...buyers, ...problems, ...symptoms, ...leaves].map((text) => ` ${termsIn(text).join(' ')} `);
    expect(
      named((trade) =>
        trade.excludes.filter((phrase) => {
          const words = termsIn(phrase);
          return words.length < 2 || /[()[\]]/.test(phrase) || said(trade).some((text) => text.includes(` ${words.join(' ')} `));
        }),
      ),
    ).toEqual([]);
  });

  test('are named in American English', () => {
    const british = /centre|colour|counsell|paediatr|orthopaed|gynaec|programme\b|organis|personalis|travell|behaviour|licence|defence/i;
    expect(named(({ id, name, sellers, buyers }) => [id, name, ...sellers, ...buyers].filter((text) => british.test(text)))).toEqual([]);
  });

  test('name subreddits of the catalog as it spells them', () => {
    expect(named(({ communities }) => communities.filter((name) => findSubreddit(name)?.name !== name))).toEqual([]);
  });
});

describe('finding a trade', () => {
  test.each([
    ['We are a family business that fixes wet basements.', /basement/],
    ['Mesh wifi systems for large homes with thick walls', /wi-?fi|mesh/],
    ['I ghostwrite memoirs for retired executives.', /ghost|memoir/],
    ['Wedding photographer in Austin, relaxed and documentary.', /wedding-photo/],
    ['Invoicing software for freelancers', /invoic/],
  ])('puts the trade of “%s” first', async (text, id) => {
    const [first] = await findTrades(text, 3);
    expect(first?.id).toMatch(id);
    expect((await findTrade(first?.id ?? ''))?.name).toBe(first?.name);
  });

  test.each([
    ['My students stop being afraid of speaking on stage.', 'public-speaking'],
    ['I listen to husband and wife and help them to stay together', 'couples-counseling'],
    ['Ranked players watch your recorded games and tell you why you lost', 'esports'],
  ])('finds the trade that “%s” means without naming it', async (text, id) => {
    const found = await findTrades(text, 4);
    expect(found.map((trade) => trade.id).join(' ')).toContain(id);
  });

  test('finds nothing that fits in a text about no trade, and no trade for an unknown ID', async () => {
    for (const text of ['the of and 12 3', 'zzzz qqqq xxxx wwww', '', '😀'.repeat(500)])
      expect((await findTrades(text, 1))[0]?.fit).toBeLessThan(0.4);
    expect(await findTrade('no-such-trade')).toBeNull();
  });

  test('is found by its words where the model is off', async () => {
    const [first] = await findTrades('Wedding photographer, relaxed and documentary', 3, true);
    expect(first).toMatchObject({ id: 'wedding-photographer', likeness: null });
    expect((await findTrades('zzzz qqqq xxxx wwww', 1, true))[0]?.fit).toBe(0);
  });

  test('is hardly changed by words that no trade has, nor weakened by what a long text says later', async () => {
    const [plain] = await findTrades('Junk removal', 1);
    const [noisy] = await findTrades('Junk removal qwrtz zzzz 12', 1);
    const [long] = await findTrades(`Junk removal. ${'We have been around for years and like what we do. '.repeat(2000)}`, 1);
    expect([noisy?.id, long?.id]).toEqual([plain?.id, plain?.id]);
    for (const changed of [noisy, long]) expect(changed?.fit).toBeGreaterThan(0.8 * (plain?.fit ?? 2));
    const byWords = (text: string) => findTrades(text, 1, true);
    expect(await byWords('Junk removal qwrtz zzzz 12')).toEqual(await byWords('Junk removal'));
    const fitOf = async (text: string) => (await findTrades(text, trades.length)).find(({ id }) => id === 'ostomy-catheter-supplies')?.fit;
    const ostomy = trades.filter(({ id }) => id === 'ostomy-catheter-supplies');
    const start = ostomy.flatMap(({ sellers, customers, buyers }) => [...sellers, ...customers, ...buyers]).join('. ');
    const alone = await fitOf(start);
    expect(alone).toBeGreaterThan(0.3);
    expect(await fitOf(`${start}. ${trades.flatMap(({ buyers }) => buyers).join('. ')}`)).toBeGreaterThan(0.7 * (alone ?? 1));
  });

  test('have vectors that were made from what describes them today', async () => {
    const vectors = new Int8Array(readFileSync(new URL('../src/core/trades/vectors.bin', import.meta.url)));
    expect(vectors).toHaveLength(trades.length * dimensions);
    const off: string[] = [];
    for (const [at, trade] of trades.entries()) {
      if (at % 29 !== 0 && at !== trades.length - 1) continue;
      const described = await Promise.all(describeForVector(trade).map(vectorOf));
      const sum = new Float32Array(dimensions).map((_, n) => described.reduce((total, vector) => total + (vector[n] ?? 0), 0));
      const likeness = sum.reduce((total, value, n) => total + (value * (vectors[at * dimensions + n] ?? 0)) / vectorScale, 0);
      // Without one of a trade's sellers, it is 0.997 at most.
      if (likeness / Math.hypot(...sum) < 0.998) off.push(trade.id);
    }
    expect(off).toEqual([]);
  });
});
