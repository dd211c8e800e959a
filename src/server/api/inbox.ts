import type { Core } from '#core/open.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { archiveRoutes } from '#shared/archive.ts';
import { campaignRoutes } from '#shared/campaigns.ts';
import { exportRoutes } from '#shared/exports.ts';
import { followUpRoutes } from '#shared/follow-ups.ts';
import { leadRoutes } from '#shared/leads.ts';
import { learningRoutes } from '#shared/learning.ts';
import { postRoutes } from '#shared/posts.ts';
import { ruleRoutes } from '#shared/rules.ts';
import { suggestionRoutes } from '#shared/suggestions.ts';
import { type Trial, trialRoutes, trialSchema } from '#shared/trials.ts';
import { viewRoutes } from '#shared/views.ts';
import { asAttachment, type Mount } from '../mount.ts';
import { createWorkSlots } from '../slots.ts';

/** A line for each step. */
async function* linesOf(trials: AsyncIterable<Trial>): AsyncGenerator<string> {
  for await (const trial of trials) yield `${JSON.stringify(trialSchema.parse(trial))}\n`;
}

function mountTrials(mount: Mount, { discovery: { pipeline, search } }: Core): void {
  mount(
    trialRoutes.try,
    async ({ body }, actor, ctx) => {
      // Behind nginx, lines would wait for the last one.
      ctx.set('X-Accel-Buffering', 'no');
      const signal = ctx.state.signal ?? AbortSignal.timeout(60_000);
      return linesOf(await pipeline.trials.open(actor, body, signal));
    },
    { body: 'large', slots: createWorkSlots({ perUser: 1, total: 6 }) },
  );
  mount(trialRoutes.keep, ({ params, body }, actor) => search.keepTried(actor, params.id, body.items), { body: 'large' });
}

function mountCampaigns(mount: Mount, { inbox: { campaigns, proposals }, discovery: { pipeline: discovery } }: Core): void {
  const large = { body: 'large' as const };
  mount(campaignRoutes.list, ({ query }, actor) => campaigns.list(actor, query));
  mount(campaignRoutes.create, ({ body }, actor) => campaigns.create(actor, body), large);
  mount(campaignRoutes.createSample, (_, actor) => discovery.createSample(actor));
  mount(campaignRoutes.propose, ({ body }, actor, { state }) => proposals.propose(actor, body, state.signal), {
    slots: createWorkSlots({ perUser: 2, total: 8 }),
  });
  mount(campaignRoutes.preview, ({ body }, actor, { state }) => discovery.preview(actor, body, state.signal), {
    ...large,
    slots: createWorkSlots({ perUser: 1, total: 3 }),
  });
  mount(campaignRoutes.get, ({ params }, actor) => campaigns.get(actor, params.id));
  mount(campaignRoutes.replace, ({ params, body }, actor) => campaigns.update(actor, params.id, body), large);
  mount(campaignRoutes.update, ({ params, body }, actor) => campaigns.update(actor, params.id, body), large);
  mount(campaignRoutes.remove, ({ params }, actor) => campaigns.remove(actor, params.id));
  mount(campaignRoutes.run, ({ params }, actor) => discovery.runNow(actor, params.id));
  mount(campaignRoutes.pause, ({ params }, actor) => campaigns.pause(actor, params.id));
  mount(campaignRoutes.resume, ({ params }, actor) => campaigns.resume(actor, params.id));
  mount(campaignRoutes.move, ({ params, body }, actor) => campaigns.move(actor, params.id, body.workspaceId));
  mount(campaignRoutes.duplicate, ({ params }, actor) => campaigns.duplicate(actor, params.id));
  mount(campaignRoutes.weights, ({ params, body }, actor) => campaigns.setWeights(actor, params.id, body.weights));
  mount(campaignRoutes.runs, ({ params, query }, actor) => campaigns.runs(actor, params.id, query));
  mount(campaignRoutes.coverage, ({ params }, actor) => campaigns.coverage(actor, params.id));
  mount(
    ruleRoutes.check,
    ({ body }) => {
      const errors = checkRules(body.text);
      return { ok: errors.length === 0, errors };
    },
    { ...large, lane: 'waits' },
  );
}

function mountLearning(mount: Mount, { inbox: { learning, posts, suggestions } }: Core): void {
  mount(postRoutes.justBelow, ({ params, query }, actor) => posts.justBelow(actor, params.id, query.limit));
  mount(learningRoutes.get, ({ params }, actor) => learning.view(actor, params.id));
  mount(suggestionRoutes.list, ({ params }, actor) => suggestions.list(actor, params.id));
  mount(suggestionRoutes.accept, ({ params }, actor) => suggestions.accept(actor, { id: params.id, key: params.name }));
  mount(suggestionRoutes.dismiss, ({ params }, actor) => suggestions.dismiss(actor, { id: params.id, key: params.name }));
  mount(suggestionRoutes.restore, ({ params }, actor) => suggestions.restore(actor, { id: params.id, key: params.name }));
  mount(learningRoutes.wake, ({ params, body }, actor) => learning.wake(actor, params.id, body));
}

function mountExports(mount: Mount, { inbox: { exports } }: Core): void {
  const slots = createWorkSlots({ perUser: 2, total: 6 });
  mount(exportRoutes.leadsCsv, ({ query }, actor, ctx) => asAttachment(ctx, exports.leads(actor, query, 'csv')), { slots });
  mount(exportRoutes.leadsJson, ({ query }, actor, ctx) => asAttachment(ctx, exports.leads(actor, query, 'json')), { slots });
  mount(exportRoutes.postsCsv, ({ query }, actor, ctx) => asAttachment(ctx, exports.posts(actor, query, 'csv')), { slots });
  mount(exportRoutes.postsJson, ({ query }, actor, ctx) => asAttachment(ctx, exports.posts(actor, query, 'json')), { slots });
}

function mountFollowUps(mount: Mount, { inbox: { followUps } }: Core): void {
  mount(followUpRoutes.list, ({ query }, actor) => followUps.list(actor, query));
  mount(followUpRoutes.counts, ({ query }, actor) => followUps.counts(actor, query));
  mount(followUpRoutes.create, ({ params, body }, actor) => followUps.create(actor, params.id, body));
  mount(followUpRoutes.update, ({ params, body }, actor) => followUps.update(actor, params.id, body));
  mount(followUpRoutes.remove, ({ params }, actor) => followUps.remove(actor, params.id));
}

/** Archived posts are posts in a certain state, so their service has the rules. */
function mountArchive(mount: Mount, { inbox: { posts } }: Core): void {
  mount(archiveRoutes.list, ({ query }, actor) => posts.list(actor, { ...query, sort: '-discoveredAt' }), { lane: 'lists' });
  mount(archiveRoutes.restore, ({ body }, actor) => posts.bulk(actor, { ids: body.ids, action: 'restore' }));
}

function mountViews(mount: Mount, { inbox: { savedViews: views } }: Core): void {
  mount(viewRoutes.list, (_, actor) => views.list(actor));
  mount(viewRoutes.save, ({ body }, actor) => views.save(actor, body));
  mount(viewRoutes.remove, ({ params }, actor) => views.remove(actor, params.id));
}

function mountPosts(mount: Mount, { inbox: { posts } }: Core): void {
  mount(postRoutes.list, ({ query }, actor) => posts.list(actor, query), { lane: 'lists' });
  mount(postRoutes.get, ({ params }, actor) => posts.get(actor, params.id));
  mount(postRoutes.update, ({ params, body }, actor) => posts.update(actor, params.id, body));
  mount(postRoutes.feedback, ({ params, body }, actor) => posts.feedback(actor, params.id, body));
  mount(postRoutes.undoFeedback, ({ params }, actor) => posts.undoFeedback(actor, params.id));
  mount(postRoutes.bulk, ({ body }, actor) => posts.bulk(actor, body));
  mount(postRoutes.undo, ({ body }, actor) => posts.undo(actor, body));
}

function mountLeads(mount: Mount, { inbox: { leads } }: Core): void {
  mount(leadRoutes.list, ({ query }, actor) => leads.list(actor, query), { lane: 'lists' });
  mount(leadRoutes.get, ({ params }, actor) => leads.get(actor, params.id));
  mount(leadRoutes.update, ({ params, body }, actor) => leads.update(actor, params.id, body));
  mount(leadRoutes.timeline, ({ params, query }, actor) => leads.timeline(actor, params.id, query));
}

export function mountInbox(mount: Mount, core: Core): void {
  mountCampaigns(mount, core);
  mountTrials(mount, core);
  mountLearning(mount, core);
  // Before the routes with `:id`, which would take `export.csv` for an id.
  mountExports(mount, core);
  mountFollowUps(mount, core);
  mountArchive(mount, core);
  mountViews(mount, core);
  mountPosts(mount, core);
  mountLeads(mount, core);
}
