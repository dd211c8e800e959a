import type { Core } from '#core/open.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { campaignRoutes, ruleRoutes } from '#shared/campaigns.ts';
import type { Mount } from '../mount.ts';
import { createWorkSlots } from '../work-slots.ts';

export function mountCampaigns(mount: Mount, { inbox: { campaigns, proposals }, discovery: { pipeline: discovery } }: Core): void {
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
    large,
  );
}
