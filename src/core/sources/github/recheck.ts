import { SourceFailure } from '../failure.ts';
import type { Recheck } from '../source.ts';
import type { Api, PageAt } from './api.ts';
import { type Listed, type Named, ofComment, ofDiscussion, ofIssue, readFullname } from './wire.ts';

export interface Run {
  api: Api;
  now: number;
  signal: AbortSignal;
  /** Somebody waits for the first reading. */
  isPeek?: boolean;
}

/** From that many of a repository on, lists of its newest are asked first: 20 for one request. */
const listFrom = 3;
const maxPages = 10;

interface Checking extends Run {
  repo: string;
  /** What becomes known is added here. */
  fates: Recheck;
}

interface Lookup {
  list: (at: PageAt) => Promise<{ rows: (Listed | null)[]; next: string | null }>;
  one: (number: number) => Promise<Listed | null>;
}
function lookupOf({ api: { rest }, repo, now, signal }: Checking, part: 'issues' | 'comments'): Lookup {
  if (part === 'comments')
    return {
      list: async (at) => {
        const { rows, next } = await rest.comments(repo, at);
        return { rows: rows.map((comment) => ofComment(comment, now)), next };
      },
      one: async (id) => ofComment(await rest.comment(repo, id, signal), now),
    };
  return {
    list: async (at) => {
      const { rows, next } = await rest.issues(repo, 'created', at);
      return { rows: rows.map((issue) => ofIssue(issue, now)), next };
    },
    one: async (number) => ofIssue(await rest.issue(repo, number, signal), now),
  };
}

/** Those of them that stand in the newest pages, as long as each page has some. */
async function findListed({ list }: Lookup, wanted: readonly Named[], signal: AbortSignal): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  const names = new Set(wanted.map(({ fullname }) => fullname));
  if (names.size < listFrom) return found;
  let page: string | null = null;
  for (let left = maxPages; left > 0 && found.size < names.size; left -= 1) {
    const before = found.size;
    const { rows, next }: Awaited<ReturnType<Lookup['list']>> = await list({ since: 0, page, signal });
    for (const row of rows) if (row && names.has(row.fullname)) found.set(row.fullname, row);
    page = next;
    if (page === null || found.size === before) break;
  }
  return found;
}

/** Whether what isn't found in a repository is gone: the repository itself can be read. */
async function isReadable({ api, repo, signal }: Checking): Promise<boolean> {
  const { private: isPrivate, has_issues: hasIssues } = await api.rest.repository(repo, signal);
  return hasIssues && !isPrivate;
}

async function recheckPart(checking: Checking, part: 'issues' | 'comments', wanted: readonly Named[]): Promise<void> {
  const { fates } = checking;
  const lookup = lookupOf(checking, part);
  const listed = await findListed(lookup, wanted, checking.signal);
  let canTell: boolean | null = null;
  for (const { fullname, number } of wanted) {
    try {
      const found = listed.get(fullname) ?? (await lookup.one(number));
      // Of another name after its repository was renamed or it was moved; a comment has its title from elsewhere.
      const isSame = found?.fullname === fullname && found.item?.kind === 'post';
      fates.set(fullname, { gone: null, item: isSame ? found.item : null });
    } catch (error) {
      if (!(error instanceof SourceFailure) || (error.kind !== 'missing' && error.kind !== 'broken')) throw error;
      if (error.kind === 'broken') continue;
      canTell ??= await isReadable(checking);
      if (!canTell) return;
      fates.set(fullname, { gone: 'missing', item: null });
    }
  }
}

async function recheckDiscussions({ api, repo, now, signal, fates }: Checking, wanted: readonly Named[]): Promise<void> {
  if (api.graph === null || wanted.length === 0) return;
  const found = await api.graph.discussionsBy(
    repo,
    wanted.map(({ number }) => number),
    signal,
  );
  for (const { fullname, number } of wanted) {
    const discussion = found.get(number);
    if (discussion === undefined) continue;
    const listed = discussion && ofDiscussion(discussion, now);
    const item = listed?.fullname === fullname ? listed.item : null;
    fates.set(fullname, { gone: discussion === null ? 'missing' : null, item });
  }
}

/** What became of these, as long as their repository can be read by anyone; discussions need a token. */
export async function recheck(run: Run, fullnames: readonly string[]): Promise<Recheck> {
  const { api, signal } = run;
  const fates: Recheck = new Map();
  const named = fullnames.flatMap((fullname) => readFullname(fullname) ?? []);
  for (const [repo, of] of Map.groupBy(named, ({ repository }) => repository)) {
    const inPart = (part: Named['part']): Named[] => of.filter((one) => one.part === part);
    try {
      if (api.graph && !(await api.graph.publicOf([repo], signal)).has(repo)) continue;
      const checking = { ...run, repo, fates };
      for (const part of ['issues', 'comments'] as const) await recheckPart(checking, part, inPart(part));
      await recheckDiscussions(checking, inPart('discussions'));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceFailure)) throw error;
    }
  }
  return fates;
}
