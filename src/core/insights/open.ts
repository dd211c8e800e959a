import type { AiRoom } from '#core/ai/open.ts';
import { listSpend } from '#core/ai/ledger/spend-queries.ts';
import type { CoreContext } from '#core/context.ts';
import type { DiscoveryRoom } from '#core/discovery/open.ts';
import { createMailDelivery } from '#core/platform/email/delivery.ts';
import type { OpenSources } from '#core/sources/open.ts';
import type { InboxRoom } from '#core/inbox/open.ts';
import { createAnalytics } from './analytics/service.ts';
import { createCompetitorDiscovery } from './competitors/discover/discovery.ts';
import { createCompetitors } from './competitors/service.ts';
import { whyOff } from '#core/reddit/transport.ts';
import { createForClients } from './clients/service.ts';
import { createDashboard } from './dashboard/service.ts';
import { listProducts } from './competitors/queries.ts';
import type { KeptThreads } from './threads/kept.ts';
import { createReportSchedules } from './reports/schedules.ts';
import { createReports } from './reports/service.ts';
import { createThreads } from './threads/service.ts';
import { createToday } from './today/service.ts';
import { createWorkspaceFigures } from './workspaces/service.ts';

interface InsightsDeps {
  ai: AiRoom;
  sources: OpenSources;
  inbox: InboxRoom;
  discovery: DiscoveryRoom;
  keptThreads: KeptThreads;
}

/** Dashboard, the day's work, analytics, competitors, and the threads around posts. */
export function openInsights(context: CoreContext, { ai, sources, inbox: { leads, posts, items }, discovery, keptThreads }: InsightsDeps) {
  const { config, db, readDb, bus, now, writeAudit } = context;
  const analytics = createAnalytics({
    db,
    readDb,
    bus,
    now,
    async listSpend({ campaignId, ...query }) {
      const days = await listSpend(readDb, 'day', { ...query, ...(campaignId === null ? {} : { campaignId }) });
      return days.map(({ key, cost, calls, unpriced }) => ({ day: Number(key), cost, calls, unpriced }));
    },
  });
  const mail = createMailDelivery(
    () => config.smtp,
    () => context.guardOf('smtp.url'),
  );
  const competitors = createCompetitors({
    ...context,
    transportOf: sources.transports.of,
    store: items.store,
    keep: discovery.search.keepFetched,
    makeLead: (actor, postId) => posts.update(actor, postId, { status: 'lead' }),
  });
  return {
    analytics,
    workspaces: createWorkspaceFigures({ db, readDb, now }),
    reports: {
      ...createReports({ db, readDb, now, writeAudit, readAnalytics: analytics.get }),
      schedules: createReportSchedules({ ...context, mail, readAnalytics: analytics.get }),
    },
    forClients: createForClients({ readDb, now, readAnalytics: analytics.get }),
    competitors: { ...competitors, discover: createCompetitorDiscovery({ db: readDb, readSite: ai.readWebsite }) },
    dashboard: createDashboard({
      db,
      readDb,
      now,
      sourceIdOf: sources.transports.idOf,
      listSources: discovery.outages.list,
      whyOff: () => whyOff(config.reddit),
      canConnect: () => config.reddit.clientId !== '',
      connections: () => [
        { key: 'model', done: ai.isOn() },
        { key: 'email', done: config.smtp.url !== '' },
      ],
      readRecent: analytics.recent,
    }),
    today: createToday({ readDb, now, leads }),
    threads: createThreads({
      readDb,
      kept: keptThreads,
      readThread: sources.readThread,
      listProducts: (userId) => listProducts(readDb, userId),
    }),
    close: (): Promise<void> => competitors.close(),
  };
}
export type InsightsRoom = ReturnType<typeof openInsights>;
