import type { StreamState } from '#shared/campaigns.ts';
import { fetchedKindOf, type SourceId } from '#shared/sources.ts';
import { subredditName } from '#web/lib/format.ts';
import { t, tSent } from '#web/lib/language.ts';
import type { CheckLevel } from '#web/ui/checks.tsx';
import type { DotTone } from '#web/ui/status-dot.tsx';

export const streamTones: Record<StreamState['state'], DotTone> = {
  ok: 'good',
  empty: 'off',
  failed: 'bad',
  limited: 'warn',
  pending: 'off',
};
export const streamLevels: Record<StreamState['state'], CheckLevel> = {
  ok: 'ok',
  empty: 'ok',
  failed: 'bad',
  limited: 'warn',
  pending: 'unknown',
};

/** "r/freelance", "r/freelance, comments", "“late payment”, search", the title of a feed. */
export const streamName = ({ name, title, kind }: Pick<StreamState, 'name' | 'title' | 'kind'>): string =>
  title ??
  fetchedKindOf(kind)
    .labelOf(name)
    .replace(/, (comments|search)$/, (_, read) => `, ${t(read === 'search' ? 'search' : 'comments')}`);

/** A stream's name in runs: a subreddit name, a search text, or the title of a feed. */
export const streamNameInRun = (name: string, title?: string | null, source: SourceId = 'reddit'): string =>
  title ?? (source === 'reddit' && /^\w{2,24}$/.test(name) ? subredditName(name) : name);

export const hasProblem = ({ state }: Pick<StreamState, 'state'>): boolean => state === 'failed' || state === 'limited';

export interface Problem {
  /** As shown, such as "r/freelance". */
  name: string;
  reason: string;
  state: 'failed' | 'limited';
}
export interface ProblemGroup {
  names: string;
  reason: string;
  state: Problem['state'];
}

const maxListed = 2;

/** Groups streams with the same problem, "r/a, r/b and 10 more": failures first, then by first occurrence. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems.toSorted((a, b) => Number(a.state === 'limited') - Number(b.state === 'limited'))) {
    const key = `${problem.state} ${problem.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  return [...groups.values()].map((group) => ({
    names: namesOf(group.map(({ name }) => name)),
    reason: tSent(group[0]?.reason ?? ''),
    state: group[0]?.state ?? 'failed',
  }));
}

function namesOf(names: readonly string[]): string {
  const shown =
    names.length <= maxListed + 1 ? names : [...names.slice(0, maxListed), t('{count} more', { count: names.length - maxListed })];
  return shown.length < 2 ? (shown[0] ?? '') : t('{first} and {last}', { first: shown.slice(0, -1).join(', '), last: shown.at(-1) ?? '' });
}
