import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PasswordCost } from '#core/accounts/passwords.ts';
import { parseConfig } from '#core/platform/config.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { silentLog } from '#core/platform/log.ts';
import type { DiscoveryOptions } from '#core/discovery/open.ts';
import { type Core, openCore } from '#core/open.ts';

/** A line of the table that `npm run bench` prints. */
export interface Figure {
  figure: string;
  ours: string;
  yardstick: string;
  ratio: string;
  target: string;
}

export const start = Date.UTC(2026, 10, 1);
/** A million items in a year. */
export const itemEveryMs = 31_536;

const common = 'the a to of and in is it that for my on with this have was are you but not so we they at be from what how do can'.split(
  ' ',
);
const topics =
  'client invoice payment website design camera wedding garden budget server backup recipe puppy visa rent tax loan novel guitar marathon therapist tutor roof kitchen engine bicycle flight hotel logo newsletter podcast spreadsheet database firewall sensor printer drone telescope pottery'.split(
    ' ',
  );
const openings = [
  'Looking for a tool for',
  'How do you handle',
  'Anyone else tired of',
  'My thoughts on',
  'Question about',
  'We built something for',
  'Please recommend software for',
  'Update on',
];

/** Numbers from 0 to 1 that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Invented posts of about 90 words, with as many authors and subreddits as on a busy instance. */
export function inventItems(count: number, from = 0): FetchedItem[] {
  const random = createRandom(from + 7);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const topic = pick(topics);
    const body = Array.from({ length: 90 }, () => (random() < 0.95 ? pick(common) : random() < 0.5 ? topic : pick(topics))).join(' ');
    return {
      ...textOnly,
      fullname: `t3_b${number.toString(36)}`,
      kind: random() < 0.4 ? 'comment' : 'post',
      subreddit: `subreddit${Math.floor(random() * 200)}`,
      author: `author${Math.floor(random() * 40_000)}`,
      title: `${pick(openings)} ${topic} ${pick(topics)} ${number}`,
      body: `${body} ${number}`,
      permalink: `https://www.reddit.com/comments/b${number.toString(36)}/`,
      createdAt: start + number * itemEveryMs,
      score: Math.floor(random() * 50),
      numComments: Math.floor(random() * 30),
    };
  });
}

/** 30 rules about the topics, a different set per campaign. */
export function inventRules(campaign: number): { text: string }[] {
  const random = createRandom(campaign + 99);
  const word = (): string => topics[Math.floor(random() * topics.length)] ?? '';
  return Array.from({ length: 30 }, () => ({ text: `"${word()} ${word()}" (recommend* OR "looking for" OR tired) -${word()}` }));
}

export const topicOf = (number: number): string => topics[number % topics.length] ?? '';

interface BenchOptions {
  /** Stays; without it, the data is in a temporary folder, which `close` deletes. */
  folder?: string;
  /** Of PostgreSQL. */
  databaseUrl?: string | undefined;
  discovery?: DiscoveryOptions;
  /** Cheaper where many users are added. */
  passwordCost?: PasswordCost;
}

/** A core on disk. */
export async function openBench({ folder, databaseUrl, discovery = {}, passwordCost }: BenchOptions = {}): Promise<{
  core: Core;
  clock: { now: number };
  dataDir: string;
  close: () => Promise<void>;
}> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const clock = { now: start };
  const database = databaseUrl === undefined ? {} : { database: { client: 'postgres' as const, url: databaseUrl } };
  const config = parseConfig({ dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' }, ...database });
  const core = await openCore(config, {
    log: silentLog,
    now: () => clock.now,
    hold: 'own',
    discovery,
    ...(passwordCost && { passwordCost }),
  });
  return {
    core,
    clock,
    dataDir,
    async close() {
      await core.close();
      if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function inventUser(core: Core, name: string): Promise<{ kind: 'user'; userId: string; role: 'user' }> {
  const row = {
    username: name,
    username_key: name,
    email: `${name}@example.test`,
    email_key: `${name}@example.test`,
    password_hash: 'none',
    role: 'user' as const,
    created_at: start,
  };
  const [made] = await core.db('users').insert(row).returning('id');
  return { kind: 'user', userId: String(made?.id), role: 'user' };
}
