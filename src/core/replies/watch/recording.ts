import type { ReplyState } from '#shared/outbox.ts';
import { dayMs } from '#shared/time.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { addEvents } from '#core/inbox/leads/events.ts';
import { nextLook, nextTry } from './rhythm.ts';
import { addPoint, changeWatch, type DueRow, findNewestPoint, forgetWords, type Trouble } from './queries.ts';
import type { Answers } from './verdict.ts';

/** What one look told. */
export interface Seen {
  state: ReplyState;
  points: number | null;
  locked: boolean;
  /** Null where they could not be read. */
  answers: Answers | null;
}

/** Others could read it before, and cannot any more. */
export const isTakenDown = (before: ReplyState, after: ReplyState): boolean =>
  before !== after && (after === 'removed' || (after === 'hidden' && before !== 'removed'));
const isBack = (before: ReplyState, after: ReplyState): boolean => after === 'shown' && (before === 'removed' || before === 'hidden');
export const isAnswered = (row: DueRow, { answers }: Seen): boolean => row.answered_at === null && (answers?.personAt ?? null) !== null;

/** What the person's timeline says of it, in our words alone. */
function wordsOf(row: DueRow, seen: Seen): string[] {
  const place = `r/${row.subreddit}`;
  const words: string[] = [];
  if (isAnswered(row, seen)) words.push(`They answered you in ${place}`);
  if (isTakenDown(row.standing, seen.state))
    words.push(seen.state === 'removed' ? `Your answer in ${place} was removed` : `Others cannot see your answer in ${place}`);
  if (isBack(row.standing, seen.state)) words.push(`Your answer in ${place} can be seen again`);
  if (seen.state === 'deleted' && row.standing !== 'deleted') words.push(`You deleted your answer in ${place}`);
  return words;
}

async function note(trx: Trx, row: DueRow, { seen, now }: { seen: Seen; now: number }): Promise<void> {
  const { lead_id: leadId, post_id: postId } = row;
  if (leadId === null) return;
  await addEvents(
    trx,
    wordsOf(row, seen).map((text) => ({ leadId, kind: 'answer', text, postId })),
    now,
  );
}

/** Nothing is looked at any more when it is old or its author took it down. Names of others stay as long as they are asked about. */
function changesOf(row: DueRow, { state, points, locked, answers }: Seen, now: number) {
  const next_at = state === 'deleted' ? null : nextLook(row.sent_at, now);
  const names = answers ? JSON.stringify(answers.names) : row.answerers;
  return {
    next_at,
    read_at: now,
    standing: state,
    points: points ?? row.points,
    locked: locked ? 1 : 0,
    answers: answers?.count ?? row.answers,
    answerers: next_at === null ? '[]' : names,
    answered_at: row.answered_at ?? answers?.personAt ?? null,
  };
}

/** Writes down what was seen, unless somebody else looked meanwhile; false then. */
export function recordSeen(db: Db, row: DueRow, { seen, now }: { seen: Seen; now: number }): Promise<boolean> {
  const changes = changesOf(row, seen, now);
  return transact(db, async (trx) => {
    if (!(await changeWatch(trx, row, changes))) return false;
    await addPoint(trx, { outbox_id: row.outbox_id, at: now, standing: seen.state, points: changes.points, answers: changes.answers });
    if (seen.state === 'deleted') await forgetWords(trx, row.outbox_id);
    await note(trx, row, { seen, now });
    return true;
  });
}

/** Reddit wants what is deleted there to be gone here within two days: names that could not be confirmed so long go. */
const unprovenMs = 2 * dayMs;

/** Writes down that a look came to nothing, and when it is tried again. What was seen before stays as it was. */
export function recordTrouble(
  db: Db,
  row: DueRow,
  { why, now, retryAt }: { why: Trouble | null; now: number; retryAt: number | null },
): Promise<void> {
  return transact(db, async (trx) => {
    const next_at = nextTry(row.sent_at, now, retryAt);
    const forgets = next_at === null || (row.read_at ?? 0) < now - unprovenMs;
    if (!(await changeWatch(trx, row, { next_at, ...(forgets && { answerers: '[]' }) }))) return;
    const last = await findNewestPoint(trx, row.outbox_id);
    if (why === null || last?.standing === why) return;
    await addPoint(trx, { outbox_id: row.outbox_id, at: now, standing: why, points: null, answers: null });
  });
}
