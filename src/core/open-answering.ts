import type { WriteAudit } from './platform/audit/entry.ts';
import { createRunner } from './platform/runner.ts';
import { createAfterSending } from './replies/after-sending.ts';
import type { openDesk } from './open-desk.ts';
import type { openHearing } from './open-hearing.ts';
import type { Reddit } from './open-reddit.ts';
import type { Parts } from './open.ts';
import { createCommentCall } from './replies/outbox/comment-call.ts';
import { caps } from './replies/outbox/enqueue.ts';
import { createSchedule } from './replies/outbox/schedule.ts';
import { createOutbox } from './replies/outbox/service.ts';
import { createLook } from './replies/watch/look.ts';
import { createReplyWatch } from './replies/watch/service.ts';
import { createReplyCheck } from './replies/check/service.ts';

interface Neighbours {
  reddit: Reddit;
  hearing: ReturnType<typeof openHearing>;
  desk: Pick<ReturnType<typeof openDesk>, 'followUps'>;
}

/** What people say on Reddit themselves, wired. It shares the client id's budget with the listening. */
export function openAnswering(
  house: Parts & { writeAudit: WriteAudit },
  { reddit, hearing: { posts, leads, learning }, desk: { followUps } }: Neighbours,
) {
  const { redditAccount, activity, subreddits, roads } = reddit;
  const { client } = reddit.sources;
  const replyCheck = createReplyCheck({
    ...house,
    getPost: posts.get,
    readActivity: activity.read,
    getSubreddit: subreddits.get,
    apiOf: roads.apiOf,
    caps,
  });
  const replyWatch = createReplyWatch({ ...house, look: createLook(client), findConnected: redditAccount.findConnected, leads, followUps });
  const answering = {
    ...house,
    postComment: client && createCommentCall(client, house.config.reddit.apiUrl),
    findConnected: redditAccount.findConnected,
    getPost: posts.get,
    refuseStopped: replyCheck.refuseStopped,
    listReplies: replyWatch.listReplies,
    runner: createRunner(house.log),
    onSent: createAfterSending({ bus: house.bus, posts, leads, followUps, noteAnswered: learning.noteAnswered }),
  };
  const outbox = createOutbox(answering);
  const schedule = createSchedule({ ...answering, sendSoon: outbox.sendSoon });
  return { replyCheck, replyWatch, outbox, schedule, closeAnswering: outbox.close };
}
