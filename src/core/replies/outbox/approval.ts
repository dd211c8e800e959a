import { isoTime } from '#core/platform/clock.ts';
import type { Approval, WaitingReply } from '#shared/outbox.ts';
import { listPeople } from '#core/accounts/queries.ts';
import { listApprovers } from '#core/accounts/workspaces/queries.ts';
import type { Leads } from '#core/inbox/leads/service.ts';
import { type Actor, actingIn, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { can, memberOf, requireRight } from '#core/platform/policy.ts';
import { type AgreementDeps, hashOf, refuseCrowded, refuseSame } from './enqueue.ts';
import { changeRow, findRow, findSame, mayChange, type OutboxRow, senderOf } from './queries.ts';
import { findWaiting, listWaiting, type WaitingRow } from './schedule-queries.ts';
import { postAfterMs } from './service.ts';

interface ApprovalDeps extends Omit<AgreementDeps, 'getPost'> {
  bus: Bus;
  writeAudit: WriteAudit;
  leads: Pick<Leads, 'record'>;
  sendAfterHold: () => void;
}

const mayApprove = (actor: Actor, row: WaitingRow): boolean =>
  row.held === 'approval' && can(memberOf(actor), 'manage') && senderOf(row) !== userIdOf(actor);

const present = (row: WaitingRow, actor: Actor): WaitingReply => ({
  id: String(row.id),
  postId: row.post_id === null ? null : String(row.post_id),
  leadId: row.lead_id === null ? null : String(row.lead_id),
  title: row.title ?? '',
  author: row.author,
  permalink: row.item_permalink,
  subreddit: row.subreddit,
  account: row.account,
  sentBy: row.sent_by === null || row.sender === null ? null : { id: String(row.sent_by), username: row.sender },
  message: row.text,
  held: row.held === 'returned' ? 'returned' : 'approval',
  note: row.error,
  createdAt: isoTime(row.created_at),
  wishedAt: isoTime(row.scheduled_at),
  canApprove: mayApprove(actor, row),
  canChange: mayChange(actor, row),
});

const decided = () => new AppError('conflict', 'This reply no longer waits for approval. Somebody else decided, or it was taken back.');

function createTelling({ db, now, bus }: ApprovalDeps) {
  function tell(row: OutboxRow, people: readonly number[], { what, title, text }: { what: string; title: string; text: string }): void {
    for (const id of people)
      bus.emit('notice', {
        userId: String(row.user_id),
        personId: String(id),
        kind: 'approval',
        key: `${what}:${row.id}:${now()}`,
        title,
        text,
        path: '/dashboard/schedule',
        ...(row.post_id !== null && { postId: String(row.post_id) }),
      });
  }
  async function nameOf(id: number): Promise<string> {
    return (await listPeople(db, [id])).get(id)?.username ?? 'A colleague';
  }
  return {
    tell,
    nameOf,
    /** Tells who may approve a reply that it waits for them. */
    async ask(id: number): Promise<void> {
      const row = await findRow(db, { id });
      if (!row) return;
      const sender = senderOf(row);
      tell(row, await listApprovers(db, { workspace_id: row.user_id, user_id: sender }), {
        what: 'asked',
        title: `${await nameOf(sender)} wrote a reply in r/${row.subreddit} for approval`,
        text: row.scheduled_at === null ? 'It is posted once you approve it.' : 'It is posted at its time if you approve it before.',
      });
    },
  };
}

/** What is posted, as it is approved. Throws `conflict` if it must not be posted. */
function createApproving({ db, now, findConnected, refuseStopped, sendAfterHold }: ApprovalDeps) {
  return async function approve(actor: Actor, row: WaitingRow, message: string): Promise<void> {
    if (row.post_id === null) throw new AppError('conflict', 'The conversation is no longer available');
    const account = await findConnected(senderOf(row), row.account);
    if (!account?.canPost)
      throw new AppError('conflict', `u/${row.account} isn't connected for posting. Who wrote this has to connect it again.`);
    await refuseStopped(actingIn(row.user_id, row.sent_by), {
      postId: String(row.post_id),
      text: message,
      account: row.account,
      own: row.id,
    });
    await transact(db, async (trx) => {
      const read = await findRow(trx, { id: row.id, user_id: row.user_id });
      if (read?.state !== 'queued' || read.held !== 'approval' || read.text_hash !== row.text_hash) throw decided();
      const text_hash = hashOf({ account: account.username, parent: row.parent_fullname, text: message });
      const same = text_hash === row.text_hash ? undefined : await findSame(trx, { ...read, text_hash });
      if (same) refuseSame({ ...same, state: 'sent' }, row.user_id);
      const due_at = Math.max(now() + postAfterMs, read.scheduled_at === null ? 0 : read.due_at);
      const agreed = { created_at: now(), due_at, scheduled_at: read.scheduled_at === null ? null : due_at };
      await refuseCrowded(trx, { ...read, ...agreed }, row.id);
      const changes = { ...agreed, text: message, text_hash, held: null, error: null, error_code: null, approved_by: userIdOf(actor) };
      if (!(await changeRow(trx, read, changes))) throw decided();
    });
    sendAfterHold();
  };
}

/** Replies that a second person approves before they are posted, where a workspace wants that. */
export function createApproval(deps: ApprovalDeps) {
  const { db, bus, writeAudit, leads } = deps;
  const { tell, nameOf, ask } = createTelling(deps);
  const approve = createApproving(deps);

  /** Notifies who wrote it; the timeline and the audit log say who decided. */
  async function record(
    actor: Actor,
    row: WaitingRow,
    { what, title, text }: { what: 'approved' | 'returned'; title: string; text: string },
  ) {
    const { id, lead_id, post_id, subreddit } = row;
    await writeAudit(actor, { action: `answer-${what}`, target: `outbox:${id}` });
    const entry = what === 'approved' ? `Approved the reply in r/${subreddit}` : `Sent the reply in r/${subreddit} back`;
    if (lead_id !== null) await leads.record(actor, String(lead_id), { kind: 'approval', text: entry, postId: post_id });
    tell(row, [senderOf(row)], { what, title, text });
    bus.announce(String(row.user_id), ['replies-changed']);
  }

  /** Throws `forbidden` for who wrote it, `conflict` once it was decided. */
  async function getUndecided(actor: Actor, id: string): Promise<WaitingRow> {
    requireRight(memberOf(actor), 'manage');
    const workspace = workspaceOf(actor);
    const row = await findWaiting(db, workspace, Number(id));
    if (row && senderOf(row) === userIdOf(actor)) throw new AppError('forbidden', 'Somebody else has to approve what you wrote.');
    if (row?.held === 'approval') return row;
    throw (await findRow(db, { id: Number(id), user_id: workspace })) ? decided() : new AppError('not_found', 'Reply not found');
  }

  return {
    ask,
    async list(actor: Actor): Promise<{ items: WaitingReply[] }> {
      return { items: (await listWaiting(db, workspaceOf(actor))).map((row) => present(row, actor)) };
    },

    /** Null once it is approved. Throws `conflict` also for a text that must not be posted, and `too_many`. */
    async decide(actor: Actor, id: string, decision: Approval): Promise<WaitingReply | null> {
      const row = await getUndecided(actor, id);
      const [name, place] = [await nameOf(userIdOf(actor)), `r/${row.subreddit}`];
      if (decision.decision === 'approve') {
        const { message = row.text } = decision;
        await approve(actor, row, message);
        const text = message === row.text ? '' : `${name} changed its text.`;
        await record(actor, row, { what: 'approved', title: `${name} approved your reply in ${place}`, text });
        return null;
      }
      if (!(await changeRow(db, row, { held: 'returned', error: `${name}: ${decision.note}` }))) throw decided();
      await record(actor, row, { what: 'returned', title: `${name} sent your reply in ${place} back`, text: decision.note });
      const after = await findWaiting(db, row.user_id, row.id);
      return after ? present(after, actor) : null;
    },
  };
}
