import type { Core } from '#core/open.ts';
import { activityRoutes } from '#shared/activity.ts';
import { aiRoutes } from '#shared/ai.ts';
import { healthRoutes } from '#shared/health.ts';
import { outboxRoutes } from '#shared/outbox.ts';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { replyCheckRoutes } from '#shared/reply-check.ts';
import { scheduleRoutes } from '#shared/schedule.ts';
import { vibeRoutes } from '#shared/vibe.ts';
import { voiceRoutes } from '#shared/voice.ts';
import { type Mount, waiting } from '../mount.ts';

function mountAi(mount: Mount, { ai: { usage: aiUse }, replies: { drafts: drafting, voice } }: Core): void {
  mount(aiRoutes.status, (_, actor) => aiUse.status(actor));
  mount(aiRoutes.spend, ({ query }, actor) => aiUse.spend(actor, query));
  mount(aiRoutes.usage, ({ query }, actor) => aiUse.usage(actor, query));
  mount(aiRoutes.findDraft, ({ params }, actor) => drafting.find(actor, params.id));
  mount(aiRoutes.draftReply, ({ params, body }, actor) => drafting.draftReply(actor, params.id, body.tone), { lane: 'waits' });
  mount(voiceRoutes.get, (_, actor) => voice.get(actor));
  mount(voiceRoutes.replace, ({ body }, actor) => voice.replace(actor, body));
  mount(voiceRoutes.describe, ({ body }, actor) => voice.describe(actor, body), { lane: 'waits' });
}

function mountOutbox(mount: Mount, { replies: { outbox, schedule, approval } }: Core): void {
  mount(outboxRoutes.send, ({ params, body }, actor) => outbox.send(actor, { postId: params.id, ...body }), { lane: 'waits' });
  mount(outboxRoutes.undo, ({ params }, actor) => outbox.undo(actor, params.id));
  mount(outboxRoutes.list, ({ query }, actor) => outbox.list(actor, query));
  mount(outboxRoutes.resolve, ({ params, body }, actor) => outbox.resolve(actor, params.id, body.outcome));
  mount(outboxRoutes.waiting, (_, actor) => approval.list(actor));
  mount(outboxRoutes.decide, ({ params, body }, actor) => approval.decide(actor, params.id, body), { lane: 'waits' });
  mount(scheduleRoutes.list, ({ query }, actor) => schedule.list(actor, query));
  mount(scheduleRoutes.create, ({ body }, actor) => schedule.create(actor, body));
  mount(scheduleRoutes.pauseAll, ({ body }, actor) => schedule.pauseAll(actor, body.paused));
  mount(scheduleRoutes.update, ({ params, body }, actor) => schedule.update(actor, params.id, body));
  mount(scheduleRoutes.remove, ({ params }, actor) => schedule.remove(actor, params.id));
}

function mountReplyCheck(mount: Mount, { replies: { check: replyCheck } }: Core): void {
  mount(replyCheckRoutes.get, ({ params, query }, actor) => replyCheck.check(actor, params.id, query));
  mount(replyCheckRoutes.post, ({ params, body }, actor) => replyCheck.check(actor, params.id, body), { lane: 'waits' });
}

function mountActivity(mount: Mount, { replies: { activity } }: Core): void {
  mount(activityRoutes.list, ({ query }, actor) => activity.list(actor, query));
}

function mountOwnReports(mount: Mount, { replies: { vibe, health } }: Core): void {
  mount(vibeRoutes.analyze, ({ query }, actor) => vibe.analyze(actor, query));
  mount(vibeRoutes.latest, ({ query }, actor) => vibe.latest(actor, query));
  mount(vibeRoutes.history, ({ query }, actor) => vibe.history(actor, query));
  mount(healthRoutes.current, ({ query }, actor) => health.current(actor, query));
  mount(healthRoutes.latest, ({ query }, actor) => health.latest(actor, query));
  mount(healthRoutes.history, ({ query }, actor) => health.history(actor, query));
}

function mountRedditAccount(mount: Mount, { reddit: { account: redditAccount }, replies, discovery: { outages } }: Core): void {
  mount(redditAccountRoutes.access, () => outages.redditAccess());
  mount(redditAccountRoutes.status, (_, actor) => redditAccount.status(actor));
  mount(redditAccountRoutes.connect, ({ query }, actor) => redditAccount.connect(actor, query.scope));
  mount(redditAccountRoutes.callback, ({ body }, actor) => redditAccount.callback(actor, body));
  mount(redditAccountRoutes.disconnect, (_, actor) => redditAccount.disconnect(actor));
  mount(redditAccountRoutes.refresh, (_, actor) => redditAccount.refresh(actor));
  mount(redditAccountRoutes.accounts, (_, actor) => replies.health.accounts(actor));
  mount(redditAccountRoutes.choose, ({ params }, actor) => redditAccount.choose(actor, params.id));
  mount(redditAccountRoutes.remove, ({ params }, actor) => redditAccount.remove(actor, params.id));
}

export function mountReplies(mount: Mount, core: Core): void {
  mountAi(mount, core);
  mountOutbox(mount, core);
  mountReplyCheck(mount, core);
  mountActivity(mount, core);
  mountOwnReports(mount, core);
  mountRedditAccount(waiting(mount), core);
}
