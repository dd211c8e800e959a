import { postRoutes, type DismissReason, type Post } from '#shared/posts.ts';
import { call, markStale, keepalive, newKey } from '#web/lib/api.ts';
import type { Change } from '#web/lib/kept-store.ts';
import { recordStep, sendWhenReachable } from './undo.ts';
import { texts, type BulkAction } from '../texts.ts';

const maxPerRequest = 500;

/** The post after an action. Dismissing with a reason also counts as feedback. */
export function afterAction(post: Post, action: BulkAction, feedback: { reason?: DismissReason | undefined; at: string }): Post {
  if (action === 'seen' || action === 'unseen') return { ...post, seen: action === 'seen' };
  if (action === 'restore') return { ...post, status: post.leadId ? 'lead' : 'new' };
  if (action !== 'dismiss') return { ...post, seen: true, status: action === 'lead' ? 'lead' : 'archived' };
  const { reason, at } = feedback;
  return { ...post, seen: true, status: 'dismissed', feedback: reason ? { verdict: 'wrong', reason, at } : post.feedback };
}

let unsaved = 0;
/** Whether the server is about to save actions: a list loaded now would be without them. */
export const isUnsaved = (): boolean => unsaved > 0;

const stale = () => markStale(['/dashboard', '/posts', '/leads']);

interface PreparedTriage {
  /** What is kept of it while it waits. */
  change: Change;
  /** Resolves to its undo function. It can be sent again if its response was lost, because the server knows its keys. */
  send: () => Promise<() => Promise<void>>;
  /** Undoes it without its response. */
  undoEarly: () => Promise<void>;
}

/** Prepares one action for many posts. Lists are loaded again once every action is saved. */
export function prepareTriage(all: readonly string[], action: BulkAction, reason?: DismissReason): PreparedTriage {
  const parts = Array.from({ length: Math.ceil(all.length / maxPerRequest) }, (_, at) => ({
    ids: all.slice(at * maxPerRequest, (at + 1) * maxPerRequest),
    action,
    key: newKey(),
    ...(reason && { reason }),
  }));
  const label = texts.done(action, all.length, 'post');
  const leaves = action === 'dismiss' || action === 'archive';
  const undoing = (body: object): Change => ({
    requests: [{ method: 'POST', path: postRoutes.undo.path, body }],
    effect: { back: all },
    label: texts.undone,
  });
  const undo = async (bodies: readonly ({ undoToken: string } | { key: string })[]) => {
    for (const body of bodies.toReversed()) await sendWhenReachable(() => call(postRoutes.undo, { body }, keepalive), undoing(body));
    stale();
  };
  return {
    change: {
      requests: parts.map((body) => ({ method: 'POST', path: postRoutes.bulk.path, body })),
      effect: leaves ? { gone: all } : {},
      label,
    },
    async send() {
      const tokens: { undoToken: string }[] = [];
      unsaved += 1;
      try {
        for (const body of parts) tokens.push({ undoToken: (await call(postRoutes.bulk, { body }, keepalive)).undoToken });
      } finally {
        unsaved -= 1;
        if (unsaved === 0) stale();
      }
      return () => undo(tokens);
    },
    undoEarly: () => undo(parts.map(({ key }) => ({ key }))),
  };
}

export type Tallied = Extract<BulkAction, 'dismiss' | 'archive' | 'lead'> | 'reply';
type Tally = Readonly<Record<Tallied, number>>;

const counts: Record<Tallied, number> = { dismiss: 0, archive: 0, lead: 0, reply: 0 };

/** Counts what was done since the page was loaded; `by` is negative for an undo. */
export function tally(action: BulkAction | 'reply', by: number): void {
  if (action in counts) counts[action as Tallied] += by;
}
export const readTally = (): Tally => ({ ...counts });

interface TriageStep {
  postIds: readonly string[];
  action: BulkAction;
  reason?: DismissReason | undefined;
  /** What the toast says was done to: "3 leads". */
  count: number;
  noun: string;
  /** Restores the screen after an undo, or if the server refuses. */
  restore?: (() => Promise<unknown>) | undefined;
}

/** Sends an action that is on screen already, and makes it undoable. */
export async function triage({ postIds, action, reason, count, noun, restore }: TriageStep): Promise<void> {
  tally(action, count);
  const { send, undoEarly, change } = prepareTriage(postIds, action, reason);
  await recordStep({
    sent: sendWhenReachable(send, change),
    undoEarly,
    restore: async () => {
      tally(action, -count);
      await restore?.();
    },
    label: texts.done(action, count, noun),
  });
}
