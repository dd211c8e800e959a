import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import type { RedditApi } from '#core/reddit/client/request.ts';
import { fieldsOf, fullnameOf } from '#core/reddit/client/wire.ts';

/** Current state of a thread on Reddit. */
export interface ThreadState {
  locked: boolean;
  archived: boolean;
  /** The target of the reply, or its thread, was deleted or removed. */
  gone: boolean;
}

const keptMs = minuteMs;
const maxKept = 500;
const deletedMarks = new Set(['[deleted]', '[removed]']);

function readState(json: unknown, names: readonly string[]): ThreadState | null {
  const children = fieldsOf(fieldsOf(json)?.data)?.children;
  if (!Array.isArray(children)) return null;
  const things = children.flatMap((child) => {
    const data = fieldsOf(fieldsOf(child)?.data);
    const kind = fieldsOf(child)?.kind;
    return data && (kind === 't1' || kind === 't3') && fullnameOf(kind, data) ? [{ kind, data }] : [];
  });
  const isGone = ({ kind, data }: (typeof things)[number]) =>
    (kind === 't3' && typeof data.removed_by_category === 'string') ||
    deletedMarks.has(String(kind === 't3' ? data.selftext : data.body).toLowerCase());
  return {
    locked: things.some(({ data }) => data.locked === true),
    archived: things.some(({ data }) => data.archived === true),
    gone: things.length < names.length || things.some(isGone),
  };
}

/** Asks Reddit whether a thread still accepts replies; cached for a minute. */
export function createThreadStates(now: Now) {
  const known = new Map<string, { at: number; state: ThreadState }>();
  /** Null if Reddit couldn't be read. */
  return async function stateOf(names: readonly string[], api: RedditApi | null): Promise<ThreadState | null> {
    const key = names.join(',');
    const before = known.get(key);
    if (before && before.at > now() - keptMs) return before.state;
    if (!api || names.length === 0) return null;
    try {
      const state = readState(await api.get('/api/info', { id: key }, { priority: 'interactive' }), names);
      if (known.size >= maxKept) known.clear();
      if (state) known.set(key, { at: now(), state });
      return state;
    } catch (error) {
      if (error instanceof RedditFailure) return null;
      throw error;
    }
  };
}
