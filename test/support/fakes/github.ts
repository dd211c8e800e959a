import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Handle, startSite } from './site.ts';

interface Written {
  repo: string;
  number: number;
  title: string;
  html: string;
  author: string;
  at: number;
  updatedAt: number;
  isBot: boolean;
  isPull: boolean;
  count: number;
}
interface Added {
  repo?: string;
  title: string;
  body: string;
  author?: string;
  at?: number;
  isBot?: boolean;
  isPull?: boolean;
  count?: number;
}
interface Comment {
  id: number;
  issue: Written;
  html: string;
  author: string;
  at: number;
  isBot: boolean;
}
interface Repository {
  isPrivate: boolean;
  hasIssues: boolean;
  hasDiscussions: boolean;
}
type Answer = { status: number; json: unknown };

const iso = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
const userOf = ({ author, isBot }: Pick<Written, 'author' | 'isBot'>) => ({ login: author, type: isBot ? 'Bot' : 'User' });
const notFound: Answer = { status: 404, json: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' } };

const issueJson = (issue: Written, api: string) => ({
  id: issue.number * 1000,
  number: issue.number,
  title: issue.title,
  body: 'As Markdown',
  body_html: issue.html,
  user: userOf(issue),
  state: 'open',
  locked: false,
  comments: issue.count,
  created_at: iso(issue.at),
  updated_at: iso(issue.updatedAt),
  html_url: `https://github.com/${issue.repo}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}`,
  repository_url: `${api}/repos/${issue.repo}`,
  reactions: { total_count: 99, '+1': issue.count, '-1': 0 },
  ...(issue.isPull ? { pull_request: { url: `${api}/repos/${issue.repo}/pulls/${issue.number}` } } : {}),
});

const commentJson = ({ id, issue, html, author, at, isBot }: Comment, api: string) => ({
  id,
  body_html: html,
  user: userOf({ author, isBot }),
  created_at: iso(at),
  updated_at: iso(at),
  issue_url: `${api}/repos/${issue.repo}/issues/${issue.number}`,
  html_url: `https://github.com/${issue.repo}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}#issuecomment-${id}`,
  reactions: { total_count: 1, '+1': 1 },
});

const discussionJson = ({ number, title, html, author, isBot, at, count, repo }: Written) => ({
  number,
  title,
  bodyHTML: html,
  createdAt: iso(at),
  locked: false,
  upvoteCount: count,
  comments: { totalCount: count },
  author: userOf({ author, isBot }),
  repository: { nameWithOwner: repo },
});

const newest = (a: { at: number }, b: { at: number }): number => b.at - a.at;
const updated = (a: Written, b: Written): number => b.updatedAt - a.updatedAt;

/** Words of a search, and what its qualifiers ask for. */
function readQuery(query: string) {
  const terms = query.split(' ');
  const since = Date.parse(terms.find((term) => term.startsWith('created:>='))?.slice(10) ?? '1970-01-01');
  const words = terms.filter((term) => !/^\w+:/.test(term)).map((word) => word.toLowerCase());
  return { has: (term: string) => terms.includes(term), since, words };
}

/** The REST and GraphQL API of GitHub on loopback, as https://docs.github.com describes them. */
export async function startFakeGithub(now: () => number) {
  const [issues, discussions, comments]: [Written[], Written[], Comment[]] = [[], [], []];
  const repositories = new Map<string, Repository>();
  let lastId = 100;
  const state: { handle: Handle | null; headers: Record<string, string>; errors: object[] } = { handle: null, headers: {}, errors: [] };
  const repositoryOf = (name: string): Repository | undefined => repositories.get(name.toLowerCase());
  const isIn =
    (repo: string) =>
    (one: Pick<Written, 'repo'>): boolean =>
      one.repo.toLowerCase() === repo.toLowerCase();

  function pageOf<T>(url: URL, all: readonly T[]): T[] {
    const [size, number] = [Number(url.searchParams.get('per_page') ?? 30), Number(url.searchParams.get('page') ?? 1)];
    return all.slice((number - 1) * size, number * size);
  }
  const sinceOf = (url: URL): number => Date.parse(url.searchParams.get('since') ?? '1970-01-01');

  function inRepository(url: URL, hasToken: boolean): Answer {
    const [, repo = '', path = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname) ?? [];
    const known = repositoryOf(repo);
    if (!known || (known.isPrivate && !hasToken)) return notFound;
    if (path === '') return { status: 200, json: { private: known.isPrivate, has_issues: known.hasIssues } };
    const own = issues.filter(isIn(repo));
    const number = Number(/^\/issues\/(?:comments\/)?(\d+)$/.exec(path)?.[1] ?? 0);
    if (path.startsWith('/issues/comments')) {
      const ofRepo = comments.filter(({ issue }) => isIn(repo)(issue));
      const comment = ofRepo.find(({ id }) => id === number);
      if (number > 0) return comment ? { status: 200, json: commentJson(comment, site.url) } : notFound;
      return {
        status: 200,
        json: pageOf(url, ofRepo.filter(({ at }) => at >= sinceOf(url)).toSorted(newest)).map((one) => commentJson(one, site.url)),
      };
    }
    const commented = Number(/^\/issues\/(\d+)\/comments$/.exec(path)?.[1] ?? 0);
    if (commented > 0) {
      const below = comments.filter(({ issue }) => isIn(repo)(issue) && issue.number === commented);
      return { status: 200, json: pageOf(url, below).map((one) => commentJson(one, site.url)) };
    }
    if (!known.hasIssues) return { status: 410, json: { message: 'Issues has been disabled in this repository.' } };
    const one = own.find((issue) => issue.number === number);
    if (number > 0)
      return one ? { status: 200, json: issueJson(one, site.url) } : { status: 410, json: { message: 'This issue was deleted' } };
    const sorted = own
      .filter(({ updatedAt }) => updatedAt >= sinceOf(url))
      .toSorted(url.searchParams.get('sort') === 'updated' ? updated : newest);
    return { status: 200, json: pageOf(url, sorted).map((issue) => issueJson(issue, site.url)) };
  }

  function found(all: readonly Written[], query: string, hasToken: boolean): Written[] {
    const { has, since, words } = readQuery(query);
    return all
      .filter(({ at, title, html }) => at >= since && words.every((word) => `${title} ${html}`.toLowerCase().includes(word)))
      .filter(({ repo }) => !repositoryOf(repo)?.isPrivate || (hasToken && !has('is:public')))
      .filter(({ isPull }) => !isPull || !has('is:issue'))
      .toSorted(newest);
  }

  function connection(all: readonly Written[], field: string): object {
    const [, size = '0', after = 'null'] = /first:(\d+) after:(null|"\d+")/.exec(field) ?? [];
    const start = after === 'null' ? 0 : Number(after.replaceAll('"', ''));
    const end = start + Number(size);
    return { pageInfo: { hasNextPage: all.length > end, endCursor: String(end) }, nodes: all.slice(start, end).map(discussionJson) };
  }

  /** Knows the questions that the source asks, and no others. */
  function graphql(query: string): Answer {
    const data: Record<string, unknown> = {};
    const errors: object[] = [...state.errors];
    const notThere = (path: string[]) => errors.push({ type: 'NOT_FOUND', path, message: 'Could not resolve to it.' });
    for (const [, alias = 'repository', owner, name, rest = ''] of query.matchAll(
      /(?:(a\d+):)?repository\(owner:"([^"]+)",name:"([^"]+)"\)\{(isPrivate|[^]*)/g,
    )) {
      const repo = `${owner}/${name}`;
      const known = repositoryOf(repo);
      const value: Record<string, unknown> = { isPrivate: known?.isPrivate, hasDiscussionsEnabled: known?.hasDiscussions };
      data[alias] = known ? value : null;
      if (!known) notThere([alias]);
      const own = known?.hasDiscussions ? discussions.filter(isIn(repo)) : [];
      if (rest.startsWith('discussions(')) value['discussions'] = connection(own.toSorted(newest), rest);
      for (const [, at = '', number] of rest.matchAll(/(a\d+):discussion\(number:(\d+)\)/g)) {
        const one = own.find((discussion) => discussion.number === Number(number));
        value[at] = one ? discussionJson(one) : null;
        if (!one) notThere([alias, at]);
      }
    }
    const search = /search\(type:DISCUSSION query:("(?:[^"\\]|\\.)*")/.exec(query)?.[1];
    if (search !== undefined) data['search'] = connection(found(discussions, JSON.parse(search) as string, true), query);
    return { status: 200, json: { data, ...(errors.length > 0 ? { errors } : {}) } };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '', 'http://localhost');
    const hasToken = request.headers.authorization !== undefined;
    if (url.pathname === '/graphql') {
      if (!hasToken) return { status: 401, json: { message: 'This endpoint requires you to be authenticated.' } };
      return graphql((JSON.parse(await text(request)) as { query: string }).query);
    }
    if (url.pathname === '/search/issues') {
      const all = found(issues, url.searchParams.get('q') ?? '', hasToken);
      return {
        status: 200,
        json: { total_count: all.length, incomplete_results: false, items: pageOf(url, all).map((issue) => issueJson(issue, site.url)) },
      };
    }
    return inRepository(url, hasToken);
  }

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, json } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...state.headers }).end(JSON.stringify(json));
  }
  const site = await startSite({}, (request, response) => void (state.handle ? state.handle(request, response) : reply(request, response)));

  function written({
    repo = 'acme/tool',
    title,
    body,
    author = 'somebody',
    at = now(),
    isBot = false,
    isPull = false,
    count = 3,
  }: Added): Written {
    if (!repositoryOf(repo)) repositories.set(repo.toLowerCase(), { isPrivate: false, hasIssues: true, hasDiscussions: true });
    return { repo, number: (lastId += 1), title, html: body, author, at, updatedAt: at, isBot, isPull, count };
  }
  const without = <T>(all: T[], isGone: (one: T) => boolean): void => {
    const at = all.findIndex(isGone);
    if (at < 0) throw new Error('nothing to remove');
    all.splice(at, 1);
  };
  return {
    ...site,
    state,
    setRepository(name: string, change: Partial<Repository> | null): void {
      if (change === null) repositories.delete(name);
      else repositories.set(name, { isPrivate: false, hasIssues: true, hasDiscussions: true, ...repositories.get(name), ...change });
    },
    addIssue(added: Added): number {
      const issue = written(added);
      issues.push(issue);
      return issue.number;
    },
    addDiscussion(added: Added): number {
      const discussion = written(added);
      discussions.push(discussion);
      return discussion.number;
    },
    addComment(number: number, { body, author = 'somebody', at = now(), isBot = false }: Omit<Added, 'title' | 'repo'>): number {
      const issue = issues.find((one) => one.number === number);
      if (!issue) throw new Error(`no issue ${number}`);
      const id = (lastId += 1);
      comments.push({ id, issue, html: body, author, at, isBot });
      issue.updatedAt = Math.max(issue.updatedAt, at);
      return id;
    },
    removeIssue: (number: number): void => without(issues, (one) => one.number === number),
    removeDiscussion: (number: number): void => without(discussions, (one) => one.number === number),
    removeComment: (id: number): void => without(comments, (one) => one.id === id),
  };
}
