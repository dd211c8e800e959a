import * as z from 'zod';
import { hourMs, minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { retryAfterMs } from '#core/platform/http/upstream.ts';
import { cleanText } from '#core/text/clean.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader, limited } from '../json.ts';
import type { Rows } from '../read-new.ts';
import type { SourceDeps } from '../source.ts';
import { commentSchema, type Discussion, discussionFields, discussionSchema, type Issue, issueSchema, label } from './wire.ts';

/** The longest texts, 65,536 characters each and more as HTML, fit into an answer of 5 MB. */
const pageSize = 20;
/** In one question to GraphQL. */
const maxRepositories = 100;

const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const searchSchema = z.object({ total_count: z.number(), items: rowsSchema });
const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ type: z.string().catch(''), message: z.string().catch('') })).default([]),
});
const connectionSchema = z.object({
  nodes: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable().catch(null) }),
});
const enabledSchema = z.object({ hasDiscussionsEnabled: z.literal(true) }).catchall(z.unknown());
const repositorySchema = z.object({ isPrivate: z.boolean() }).nullish();

const headerNumber = (headers: Headers, name: string): number => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);

/** What is left of a limit, as answers say; https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
function createBudget(now: Now) {
  let left = { limit: 0, remaining: 1, resetAt: 0 };
  return {
    note(headers: Headers): void {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headerNumber(headers, name));
      if (limit === undefined || remaining === undefined || reset === undefined || Number.isNaN(limit + remaining + reset)) return;
      left = { limit, remaining, resetAt: Math.min(reset * 1000, now() + hourMs) };
    },
    /** Throws when no more than this share of the limit is left. */
    check(kept: number): void {
      if (left.resetAt > now() && left.remaining <= Math.floor(left.limit * kept)) throw limited(label, left.resetAt);
    },
    /** When to ask again after a refusal that names no time. */
    resetAt: (): number => (left.remaining === 0 && left.resetAt > now() ? left.resetAt : now() + minuteMs),
  };
}

const messageIn = (text: string): string => {
  try {
    return cleanText(z.object({ message: z.string() }).parse(JSON.parse(text)).message, 200);
  } catch {
    return '';
  }
};

export const noSuchRepository = (): SourceFailure => new SourceFailure('GitHub has no such public repository.', 'missing');

/** One of the limits of the API: for everything, for searches, and for GraphQL. */
function createPart({ config, client, now, sleep }: SourceDeps, paceMs: number) {
  const { token } = config.github;
  const budget = createBudget(now);
  function failureOf(text: string, status: number, headers: Headers): SourceFailure | null {
    const message = messageIn(text);
    const pause = retryAfterMs(headers, now());
    const isLimit = pause !== null || headerNumber(headers, 'remaining') === 0 || /rate limit|abuse/i.test(message);
    if (status === 403 && isLimit) return limited(label, pause === null ? budget.resetAt() : now() + pause);
    if (status === 401) return new SourceFailure('GitHub refused the token.', 'unauthorized');
    if (status === 404) return noSuchRepository();
    if (status === 410) return new SourceFailure('The issues of this repository are turned off.', 'missing');
    return message === '' ? null : new SourceFailure(`GitHub refused the request: ${message}`, status === 403 ? 'forbidden' : 'broken');
  }
  const reader = createJsonReader({
    client,
    now,
    sleep,
    label,
    paceMs,
    headers: {
      // Markdown may hold HTML, and comments of templates that nobody sees.
      accept: 'application/vnd.github.html+json',
      'x-github-api-version': '2022-11-28',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    failureOf,
    onAnswer: (headers) => budget.note(headers),
  });
  return { get: reader.get, budget };
}

/** What can be read of a list of unknown values. */
function readAll<T>(rows: readonly unknown[], schema: z.ZodType<T>): { rows: T[]; refused: number } {
  const read = rows.flatMap((row) => schema.safeParse(row).data ?? []);
  return { rows: read, refused: rows.length - read.length };
}

export type Page<Row> = Rows<Row, string>;
export interface PageAt {
  /** UTC ms. */
  since: number;
  /** As the page before it said; null for the first. */
  page: string | null;
  signal: AbortSignal;
}
type Params = Record<string, string>;

/** The API reads whole seconds. */
const isoSecond = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** A name of `readFullname`, which holds neither quotes nor backslashes. */
const repositoryField = (repo: string): string => {
  const [owner = '', name = ''] = repo.split('/');
  return `repository(owner:"${owner}",name:"${name}")`;
};
const aliases = (fields: readonly string[]): string => fields.map((field, at) => `a${at}:${field}`).join(' ');

type Part = ReturnType<typeof createPart>;
/** `kept`: the share of the limit that is left for others. */
function createRest({ rest, search }: Record<'rest' | 'search', Part>, url: string, kept: number) {
  async function list<T>(path: string, schema: z.ZodType<T>, { page, params, signal }: Asked): Promise<Page<T>> {
    const number = page ?? '1';
    const query = new URLSearchParams({ per_page: String(pageSize), direction: 'desc', page: number, ...params });
    rest.budget.check(kept);
    const rows = await rest.get({ url: `${url}/repos/${path}?${query.toString()}`, schema: rowsSchema, signal });
    return { ...readAll(rows, schema), next: rows.length < pageSize ? null : String(Number(number) + 1) };
  }
  async function one<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    rest.budget.check(kept);
    return rest.get({ url: `${url}/repos/${path}`, schema, signal });
  }
  return {
    /** Those changed since then. */
    issues: (repo: string, sort: 'created' | 'updated', { since, ...at }: PageAt) =>
      list(`${repo}/issues`, issueSchema, { ...at, params: { state: 'all', sort, since: isoSecond(since) } }),
    comments: (repo: string, { since, ...at }: PageAt) =>
      list(`${repo}/issues/comments`, commentSchema, { ...at, params: { sort: 'created', since: isoSecond(since) } }),
    commentsOn: (repo: string, number: number, signal: AbortSignal) =>
      list(`${repo}/issues/${number}/comments`, commentSchema, { page: null, params: {}, signal }),
    issue: (repo: string, number: number, signal: AbortSignal) => one(`${repo}/issues/${number}`, issueSchema, signal),
    comment: (repo: string, id: number, signal: AbortSignal) => one(`${repo}/issues/comments/${id}`, commentSchema, signal),
    repository: (repo: string, signal: AbortSignal) => one(repo, z.object({ private: z.boolean(), has_issues: z.boolean() }), signal),
    async search(text: string, { since, page, signal }: PageAt): Promise<Page<Issue>> {
      const number = page ?? '1';
      const q = `is:issue is:public created:>=${isoSecond(since)} ${text}`;
      const query = new URLSearchParams({ q, sort: 'created', order: 'desc', per_page: String(pageSize), page: number });
      search.budget.check(0);
      const { items } = await search.get({ url: `${url}/search/issues?${query.toString()}`, schema: searchSchema, signal });
      return { ...readAll(items, issueSchema), next: items.length < pageSize ? null : String(Number(number) + 1) };
    },
  };
}
interface Asked {
  page: string | null;
  params: Params;
  signal: AbortSignal;
}

function createGraph(graph: Part, url: string, kept: number) {
  /** What isn't found is null in the data; every other error throws. */
  async function ask(query: string, signal: AbortSignal, tolerated = ['NOT_FOUND']): Promise<Record<string, unknown>> {
    graph.budget.check(kept);
    const { data, errors } = await graph.get({ url: `${url}/graphql`, body: JSON.stringify({ query }), schema: answerSchema, signal });
    if (errors.some(({ type }) => type.startsWith('RATE_LIMIT'))) throw limited(label, graph.budget.resetAt());
    const error = errors.find(({ type }) => !tolerated.includes(type));
    if (error || !data) throw new SourceFailure(`GitHub couldn't answer: ${cleanText(error?.message ?? 'no data', 200)}`, 'broken');
    return data;
  }
  function pageOf(connection: unknown): Page<Discussion> {
    const read = connectionSchema.safeParse(connection).data;
    if (!read) throw new SourceFailure('GitHub answered with data in an unknown form.', 'broken');
    const { hasNextPage, endCursor } = read.pageInfo;
    return { ...readAll(read.nodes, discussionSchema), next: hasNextPage ? endCursor : null };
  }
  const after = (page: string | null): string => `first:${pageSize} after:${JSON.stringify(page)}`;
  const nodes = (fields: string): string => `{pageInfo{hasNextPage endCursor} nodes{${fields}}}`;

  return {
    async discussions(repo: string, { page, signal }: PageAt): Promise<Page<Discussion>> {
      const order = 'orderBy:{field:CREATED_AT direction:DESC}';
      const { repository } = await ask(
        `{${repositoryField(repo)}{discussions(${after(page)} ${order})${nodes(discussionFields)}}}`,
        signal,
      );
      return pageOf(z.object({ discussions: z.unknown() }).safeParse(repository).data?.discussions);
    },
    async search(text: string, { since, page, signal }: PageAt): Promise<Page<Discussion>> {
      const q = JSON.stringify(`is:public created:>=${isoSecond(since)} ${text}`);
      const { search } = await ask(
        `{search(type:DISCUSSION query:${q} ${after(page)})${nodes(`...on Discussion{${discussionFields}}`)}}`,
        signal,
      );
      return pageOf(search);
    },
    /** Null if it isn't there, absent if that can't be told. */
    async discussionsBy(repo: string, numbers: readonly number[], signal: AbortSignal): Promise<Map<number, Discussion | null>> {
      const fields = numbers.map((number) => `discussion(number:${number}){${discussionFields}}`);
      const { repository } = await ask(`{${repositoryField(repo)}{hasDiscussionsEnabled ${aliases(fields)}}}`, signal);
      // Of a repository whose discussions are turned off, none can be found.
      const found = enabledSchema.safeParse(repository).data;
      const read = numbers.map((number, at) => {
        const value = found?.[`a${at}`];
        return [number, value === null ? null : discussionSchema.safeParse(value).data] as const;
      });
      return new Map(read.flatMap(([number, discussion]) => (discussion === undefined ? [] : [[number, discussion]])));
    },
    /** Those of these repositories that anyone may read: the token may read more. */
    async publicOf(repos: readonly string[], signal: AbortSignal): Promise<Set<string>> {
      const found = new Set<string>();
      for (let start = 0; start < repos.length; start += maxRepositories) {
        const some = repos.slice(start, start + maxRepositories);
        const data = await ask(`{${aliases(some.map((repo) => `${repositoryField(repo)}{isPrivate}`))}}`, signal, [
          'NOT_FOUND',
          'FORBIDDEN',
        ]);
        for (const [at, repo] of some.entries()) if (repositorySchema.safeParse(data[`a${at}`]).data?.isPrivate === false) found.add(repo);
      }
      return found;
    },
  };
}

export type Rest = ReturnType<typeof createRest>;
export type Graph = ReturnType<typeof createGraph>;
/** `graph` is null without a token. */
export interface Api {
  rest: Rest;
  graph: Graph | null;
}
/** Rechecks may use what reading leaves, so that deletions are followed however much there is to read. */
const keptByReading = 1 / 3;
export function createApi(deps: SourceDeps): Record<'reading' | 'rechecking', Api> {
  const { url, token } = deps.config.github;
  const [rest, search, graph] = [createPart(deps, 200), createPart(deps, token === '' ? 6000 : 2000), createPart(deps, 200)];
  const apiOf = (kept: number): Api => ({
    rest: createRest({ rest, search }, url, kept),
    graph: token === '' ? null : createGraph(graph, url, kept),
  });
  return { reading: apiOf(keptByReading), rechecking: apiOf(0) };
}
