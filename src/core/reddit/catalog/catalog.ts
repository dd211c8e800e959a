import { readFileSync } from 'node:fs';
import * as z from 'zod';

const entrySchema = z.strictObject({
  name: z.string(),
  topics: z.array(z.string()).max(10),
  /** Characteristic words of its description on Reddit; some are noise. */
  words: z.array(z.string()).max(8).default([]),
  /** Subscribers: s below 50,000, m below 500,000, l below 5 million, xl above; as of 2025-09 where a public list has them. */
  size: z.enum(['s', 'm', 'l', 'xl']),
  /** A rough estimate of how much promotion the subreddit allows; its own rules decide. */
  promotion: z.enum(['none', 'low', 'weekly-thread', 'ok', 'unknown']).default('unknown'),
  /** Empty for entries taken from a public list. */
  about: z.string().default(''),
  /** Language of the posts, ISO 639-1. */
  language: z.string().default('en'),
  /** People who do this for a living, or as their craft, talk among themselves; their customers are elsewhere. */
  trade: z.boolean().default(false),
  /** A place for questions of any kind in its language. */
  general: z.boolean().default(false),
  /** Its topics were chosen by hand. */
  chosen: z.boolean().default(false),
});
export type CatalogEntry = z.output<typeof entrySchema>;

/** Finds a subreddit by name, ignoring case and an `r/` prefix. */
export function findSubreddit(name: string): CatalogEntry | undefined {
  const wanted = name.replace(/^\/?r\//i, '').toLowerCase();
  byName ??= new Map(listSubreddits().map((entry) => [entry.name.toLowerCase(), entry]));
  return byName.get(wanted);
}

let byName: Map<string, CatalogEntry> | undefined;
let entries: CatalogEntry[] | undefined;
/** The whole catalog, by name. */
export function listSubreddits(): readonly CatalogEntry[] {
  entries ??= readEntries();
  return entries;
}

const readList = (file: URL): CatalogEntry[] => z.array(entrySchema).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Entries written for this catalog, then those from public lists (named in `training/catalog.ts`). */
function readEntries(): CatalogEntry[] {
  const own = readList(new URL('./subreddits.json', import.meta.url));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const listed = readList(new URL('./listed.json', import.meta.url));
  return [...own.map((entry) => Object.assign(entry, { chosen: true })), ...listed.filter(({ name }) => !names.has(name.toLowerCase()))];
}
