import type { Core } from '#core/open.ts';
import { adminRoutes } from '#shared/admin.ts';
import { analyticsRoutes } from '#shared/analytics.ts';
import { clientRoutes } from '#shared/clients.ts';
import { competitorRoutes } from '#shared/competitors.ts';
import { dashboardRoutes } from '#shared/dashboard.ts';
import { postRoutes } from '#shared/posts.ts';
import { reportEmailRoutes } from '#shared/report-emails.ts';
import { reportRoutes } from '#shared/reports.ts';
import { asAttachment, type Mount } from '../mount.ts';
import { createWorkSlots } from '../slots.ts';

function mountDashboard(mount: Mount, { insights: { dashboard, today } }: Core): void {
  mount(dashboardRoutes.get, ({ query }, actor) => dashboard.get(actor, query));
  mount(dashboardRoutes.today, ({ query }, actor) => today.get(actor, query));
}

/** The source is asked, so it waits for another server. */
const mountThreads = (mount: Mount, { insights: { threads } }: Core): void =>
  mount(postRoutes.thread, ({ params }, actor) => threads.get(actor, params.id), { slots: createWorkSlots({ perUser: 2, total: 12 }) });

function mountAnalytics(mount: Mount, { insights: { analytics, workspaces } }: Core): void {
  const slots = createWorkSlots({ perUser: 2, total: 6 });
  mount(adminRoutes.workspaces, ({ query }, actor) => workspaces.list(actor, query), { slots });
  mount(analyticsRoutes.get, ({ query }, actor, { state }) => analytics.get(actor, query, state.signal), { slots });
  mount(
    analyticsRoutes.csv,
    ({ params, query }, actor, ctx) => asAttachment(ctx, analytics.csv(actor, { ...query, chart: params.chart }, ctx.state.signal)),
    { slots },
  );
}

function mountReports(mount: Mount, { insights: { reports } }: Core): void {
  mount(reportRoutes.list, (_, actor) => reports.list(actor));
  mount(reportRoutes.create, ({ body }, actor) => reports.create(actor, body));
  mount(reportRoutes.setBrand, ({ body }, actor) => reports.setBrand(actor, body), { body: 'large' });
  const { schedules } = reports;
  mount(reportEmailRoutes.list, (_, actor) => schedules.list(actor));
  mount(reportEmailRoutes.create, ({ body }, actor) => schedules.create(actor, body));
  mount(reportEmailRoutes.update, ({ params, body }, actor) => schedules.update(actor, params.id, body));
  mount(reportEmailRoutes.remove, ({ params }, actor) => schedules.remove(actor, params.id));
  mount(reportEmailRoutes.try, ({ params }, actor) => schedules.try(actor, params.id), { lane: 'waits' });
  mount(reportRoutes.revoke, ({ params }, actor) => reports.revoke(actor, params.id));
  mount(reportRoutes.read, ({ params }, _, { state }) => reports.read(params.token, state.address, state.signal), {
    slots: createWorkSlots({ perUser: 2, total: 4 }),
  });
}

function mountForClients(mount: Mount, { insights: { forClients } }: Core): void {
  const slots = createWorkSlots({ perUser: 2, total: 4 });
  mount(clientRoutes.report, ({ query }, actor, { state }) => forClients.report(actor, query, state.signal), { slots });
  mount(clientRoutes.leads, ({ query }, actor) => forClients.leads(actor, query));
  mount(clientRoutes.lead, ({ params }, actor) => forClients.lead(actor, params.id));
}

/** Fixed paths come before those with `:id`, which would take them for an id. */
function mountCompetitors(mount: Mount, { insights: { competitors } }: Core): void {
  mount(competitorRoutes.list, (_, actor) => competitors.list(actor));
  mount(competitorRoutes.create, ({ body }, actor) => competitors.create(actor, body));
  mount(competitorRoutes.overview, ({ query }, actor) => competitors.overview(actor, query));
  mount(competitorRoutes.allMentions, ({ query }, actor) => competitors.mentions(actor, query));
  mount(competitorRoutes.makeLead, ({ params, body }, actor) => competitors.makeLead(actor, params.id, body.campaignId));
  mount(competitorRoutes.scrape, ({ body }, actor) => competitors.scrape(actor, body.competitorId));
  mount(competitorRoutes.discover, ({ body }, actor, { state }) => competitors.discover(actor, body.websiteUrl, state.signal), {
    slots: createWorkSlots({ perUser: 1, total: 4 }),
  });
  mount(competitorRoutes.replace, ({ params, body }, actor) => competitors.update(actor, params.id, body));
  mount(competitorRoutes.update, ({ params, body }, actor) => competitors.update(actor, params.id, body));
  mount(competitorRoutes.remove, ({ params }, actor) => competitors.remove(actor, params.id));
  mount(competitorRoutes.mentions, ({ params, query }, actor) => competitors.mentions(actor, { ...query, competitorId: params.id }));
  mount(competitorRoutes.analytics, ({ params, query }, actor) => competitors.analytics(actor, params.id, query));
}

export function mountInsights(mount: Mount, core: Core): void {
  mountDashboard(mount, core);
  mountThreads(mount, core);
  mountAnalytics(mount, core);
  mountReports(mount, core);
  mountForClients(mount, core);
  mountCompetitors(mount, core);
}
