import type { ReplyState } from '#shared/outbox.ts';
import { dayMs } from '#shared/time.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { addEvents } from '#core/inbox/leads/event-queries.ts';
import { nextLook, nextTry } from './rhythm.ts';
import { addPoint, changeWatch, type DueRow, findNewestPoint, eraseText, type Trouble } from './queries.ts';
import type { Answers } from './reply-state.ts';

/** Result of one check. */
export interface Seen {
  state: ReplyState;
  points: number | null;
  locked: boolean;
  /** Null if they couldn't be read. */
  answers: Answers | null;
}

/** Whether others could see the reply before and no longer can. */
export const isTakenDown = (before: ReplyState, after: ReplyState): boolean =>
  before !== after && (after === 'removed' || (after === 'hidden' && before !== 'removed'));
const isBack = (before: ReplyState, after: ReplyState): boolean => after === 'shown' && (before === 'removed' || before === 'hidden');
export const isAnswered = (row: DueRow, { answers }: Seen): boolean => row.answered_at === null && (answers?.personAt ?? null) !== null;

/** Entries for the lead's timeline, without other people's text. */
function textsOf(row: DueRow, seen: Seen): string[] {
  const subreddit = `r/${row.subreddit}`;
  const texts: string[] = [];
  if (isAnswered(row, seen)) texts.push(`They replied to you in ${subreddit}`);
  if (isTakenDown(row.standing, seen.state))
    texts.push(seen.state === 'removed' ? `Your reply in ${subreddit} was removed` : `Others can't see your reply in ${subreddit}`);
  if (isBack(row.standing, seen.state)) texts.push(`Others can see your reply in ${subreddit} again`);
  if (seen.state === 'deleted' && row.standing !== 'deleted') texts.push(`You deleted your reply in ${subreddit}`);
  return texts;
}

async function note(trx: Trx, row: DueRow, { seen, now }: { seen: Seen; now: number }): Promise<void> {
  const { lead_id: leadId, post_id: postId } = row;
  if (leadId === null) return;
  await addEvents(
    trx,
    textsOf(row, seen).map((text) => ({ leadId, kind: 'answer', text, postId })),
    now,
  );
}

/** Old and deleted replies are no longer checked; the names of other people are then deleted. */
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

/** Records the result of a check; false if another process has checked in the meantime. */
export function recordSeen(db: Db, row: DueRow, { seen, now }: { seen: Seen; now: number }): Promise<boolean> {
  const changes = changesOf(row, seen, now);
  return transact(db, async (trx) => {
    if (!(await changeWatch(trx, row, changes))) return false;
    await addPoint(trx, { outbox_id: row.outbox_id, at: now, standing: seen.state, points: changes.points, answers: changes.answers });
    if (seen.state === 'deleted') await eraseText(trx, row.outbox_id);
    await note(trx, row, { seen, now });
    return true;
  });
}

/** Reddit requires deletions to be applied within two days, so unconfirmed names are deleted after that. */
const maxUnconfirmedMs = 2 * dayMs;

/** Records a failed check and when to try again. Earlier results stay. */
export function recordTrouble(
  db: Db,
  row: DueRow,
  { why, now, retryAt }: { why: Trouble | null; now: number; retryAt: number | null },
): Promise<void> {
  return transact(db, async (trx) => {
    const next_at = nextTry(row.sent_at, now, retryAt);
    const forgets = next_at === null || (row.read_at ?? 0) < now - maxUnconfirmedMs;
    if (!(await changeWatch(trx, row, { next_at, ...(forgets && { answerers: '[]' }) }))) return;
    const last = await findNewestPoint(trx, row.outbox_id);
    if (why === null || last?.standing === why) return;
    await addPoint(trx, { outbox_id: row.outbox_id, at: now, standing: why, points: null, answers: null });
  });
}
