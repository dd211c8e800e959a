// Matching text with 3,000 rules, compared with one regular expression per rule and with a published automaton.
import type { FetchedItem } from '#core/platform/item.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { createFolder } from '#core/scoring/text/fold.ts';
import { cpuMilliseconds } from './cpu.ts';
import { publicPosts, readPosts } from './fit/posts.ts';
import type { Figure } from './generated-data.ts';

const campaignCount = 100;
const rulesEach = 30;
const megabytes = 20;
/** One regular expression per rule is so slow that only part of the text is used. */
const yardstickPosts = 40;
const hostileLength = 100_000;

export async function run(): Promise<Figure[]> {
  const posts = readPosts(publicPosts);
  const words = commonText(posts);
  const phrases = Array.from(
    { length: campaignCount * rulesEach },
    (_, index) => [pick(words, index * 7919), pick(words, index * 104_729)] as const,
  );
  const campaigns = Array.from({ length: campaignCount }, (_, at) => ({
    id: String(at),
    rules: phrases.slice(at * rulesEach, (at + 1) * rulesEach).map(([first, second], index) => ({ text: ruleOf(first, second, index) })),
  }));
  const matcher = compileMatcher(campaigns);
  const text = repeat(posts, megabytes);
  const ours = throughput(text, (item) => void matcher.match(item));
  const sample = posts.slice(0, yardstickPosts);
  const expressions = phrases.map(([first, second]) => new RegExp(`\\b(?:${first}|${second})`, 'i'));
  const bare = throughput(sample, (item) => {
    const whole = `${item.title} ${item.body}`;
    for (const expression of expressions) expression.test(whole);
  });
  return [
    line('match, 3000 rules', ours, { rate: bare, name: 'one regular expression a rule', target: '≥ 20 MB/s and ≥ 100×' }),
    await besidePackage(phrases.flat(), text, ours),
    hostile((item) => void matcher.match(item), posts[0]),
  ].filter((figure) => figure !== null);
}

const ruleOf = (first: string, second: string, index: number): string =>
  index % 3 === 0 ? `${first} ${second}` : index % 3 === 1 ? `"${first} ${second}"` : `${first} OR ${second}*`;

const pick = (words: readonly string[], index: number): string => words[index % words.length] ?? '';
const sizeOf = ({ title, body }: FetchedItem): number => Buffer.byteLength(title) + Buffer.byteLength(body);

/** Words frequent enough to match, without those in every sentence. */
function commonText(posts: readonly FetchedItem[]): string[] {
  const counts = new Map<string, number>();
  for (const { title, body } of posts)
    for (const word of `${title} ${body}`.toLowerCase().match(/[a-z]{4,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(300, 6000)
    .map(([word]) => word);
}

function repeat(posts: readonly FetchedItem[], target: number): FetchedItem[] {
  const items: FetchedItem[] = [];
  let size = 0;
  while (size < target * 1e6) {
    for (const post of posts) {
      if (size >= target * 1e6) break;
      items.push(post);
      size += sizeOf(post);
    }
  }
  return items;
}

/** Megabytes of text per second. */
function throughput(items: readonly FetchedItem[], read: (item: FetchedItem) => void): number {
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  const began = cpuMilliseconds();
  for (const item of items) read(item);
  return size / 1000 / (cpuMilliseconds() - began);
}

function line(figure: string, ours: number, { rate, name, target }: { rate: number; name: string; target: string }): Figure {
  return { figure, ours: `${ours.toFixed(1)} MB/s`, yardstick: `${rate.toFixed(2)} MB/s ${name}`, ratio: (ours / rate).toFixed(1), target };
}

interface Published {
  default: new (words: string[]) => { search(text: string): unknown[] };
}

/** Null if the package isn't installed; it isn't one of our dependencies. */
async function besidePackage(words: readonly string[], items: readonly FetchedItem[], ours: number): Promise<Figure | null> {
  const name = 'ahocorasick';
  const published = await import(name).then(
    (module: Published) => module.default,
    () => null,
  );
  if (!published) return null;
  const automaton = new published([...new Set(words)]);
  const fold = createFolder();
  const part = items.slice(0, 2000);
  const rate = throughput(part, (item) => {
    // The package is case-sensitive, so folding is part of its work as it is of ours.
    fold(item.title);
    automaton.search(`${item.title} ${item.body}`.toLowerCase());
  });
  return line('match, 3000 rules', ours, { rate, name: 'ahocorasick of npm', target: '≥ 1×' });
}

function hostile(read: (item: FetchedItem) => void, like: FetchedItem | undefined): Figure | null {
  if (!like) return null;
  const titles = [
    'a '.repeat(hostileLength / 2),
    'aaaa'.repeat(hostileLength / 4),
    'é“'.repeat(hostileLength / 2),
    '\u0301'.repeat(hostileLength),
  ];
  const times = titles.map((title) => {
    const began = cpuMilliseconds();
    read({ ...like, title, body: '' });
    return cpuMilliseconds() - began;
  });
  return {
    figure: 'match, hostile title of 100,000 characters',
    ours: `${Math.max(...times).toFixed(1)} ms`,
    yardstick: '',
    ratio: '',
    target: '< 5 ms',
  };
}

if (import.meta.main) console.table(await run());
