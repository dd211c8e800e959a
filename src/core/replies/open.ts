import type { AiRoom } from '#core/ai/open.ts';
import type { CoreContext } from '#core/context.ts';
import type { InboxRoom } from '#core/inbox/open.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { createRunner } from '#core/platform/runner.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { forgetActivity } from './activity/queries.ts';
import { createActivity } from './activity/service.ts';
import { createAfterSending } from './after-sending.ts';
import { createReplyCheck } from './check/service.ts';
import { createDrafting } from './drafts/service.ts';
import { createLookFromOutside } from './health/finding.ts';
import { createHealth } from './health/service.ts';
import { createApproval } from './outbox/approval.ts';
import { createCommentCall } from './outbox/comment-reply.ts';
import { caps } from './outbox/enqueue.ts';
import { cancelQueued, holdScheduledFrom } from './outbox/queries.ts';
import { readOutboxFigures } from './outbox/schedule-queries.ts';
import { createSchedule } from './outbox/schedule.ts';
import { createOutbox, type Outbox } from './outbox/service.ts';
import { forgetReports } from './own-reports/queries.ts';
import { createPresence } from './presence.ts';
import { createVibe } from './vibe/service.ts';
import { createVoice } from './voice/service.ts';
import { createLook } from './watch/recording.ts';
import { forgetAnswersTo } from './watch/queries.ts';
import { createReplyWatch } from './watch/service.ts';

/** Deletes what was read through a Reddit account, cancels its replies that are about to be posted, and holds scheduled ones. */
export async function forgetAccount(
  trx: Trx,
  { userId, username }: { userId: number; username: string },
): Promise<{ canceled: number; held: number }> {
  const of = { userId, account: username.toLowerCase() };
  await forgetActivity(trx, { user_id: userId, username });
  await forgetReports(trx, { user_id: userId, username });
  await forgetAnswersTo(trx, of);
  return { held: await holdScheduledFrom(trx, of), canceled: await cancelQueued(trx, of) };
}

interface RepliesDeps {
  reddit: RedditRoom;
  ai: AiRoom;
  inbox: InboxRoom;
}

/** The user's own replies on Reddit: drafting, checking, sending, and tracking them. */
export function openReplies(context: CoreContext, { reddit, ai, inbox: { posts, leads, followUps, campaigns, learning } }: RepliesDeps) {
  const { account, apiOf, subreddits } = reddit;
  const client = () => reddit.access().client;
  const activity = createActivity({ ...context, ...account });
  const reports = { ...context, readActivity: activity.read, nameOf: account.nameOf };
  const presence = createPresence(context);
  const check = createReplyCheck({
    listWriting: presence.listWriting,
    ...reports,
    ...account,
    getPost: posts.get,
    getCampaign: campaigns.get,
    getSubreddit: subreddits.get,
    apiOf,
    caps,
  });
  const watch = createReplyWatch({ ...context, look: createLook(client), findConnected: account.findConnected, leads, followUps });
  const sending = {
    ...context,
    postComment: () => {
      const { client: current, config } = reddit.access();
      return current && createCommentCall(current, config.apiUrl);
    },
    findConnected: account.findConnected,
    getPost: posts.get,
    refuseStopped: check.refuseStopped,
    listReplies: watch.listReplies,
    runner: createRunner(context.log),
    onSent: createAfterSending({ ...context, posts, leads, followUps, noteAnswered: learning.noteAnswered }),
  };
  const approval = createApproval({ ...sending, leads, sendAfterHold: () => outbox.sendAfterHold() });
  const { ask: askApproval } = approval;
  const outbox: Outbox = createOutbox({ ...sending, askApproval });
  const { db, now } = context;
  const drafts = createDrafting({ db, now, ai: ai.models, getPost: posts.get, getCampaign: campaigns.get, getSubreddit: subreddits.get });
  const voice = createVoice({ db, now, ai: ai.models });
  return {
    drafts,
    voice,
    check,
    presence,
    outbox,
    /** For monitoring. */
    outboxFigures: () => readOutboxFigures(context.readDb, context.now()),
    schedule: createSchedule({ ...sending, sendSoon: outbox.sendSoon, askApproval }),
    approval,
    watch,
    activity,
    vibe: createVibe(reports),
    health: createHealth({ ...reports, listAccounts: account.list, lookFromOutside: createLookFromOutside(client) }),
    async close(): Promise<void> {
      presence.close();
      await outbox.close();
      drafts.close();
      voice.close();
    },
  };
}
