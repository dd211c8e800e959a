import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { channelKinds } from '#shared/notify.ts';
import { outboxStates } from '#shared/outbox.ts';
import { modelResults } from '#core/ai/caller.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Core } from '#core/open.ts';

export interface Answered {
  /** The route's pattern, or `static`; never the path itself. */
  route: string;
  status: number;
  seconds: number;
}
export interface Metrics {
  contentType: string;
  observe(request: Answered): void;
  /** All metrics in Prometheus' text format. Times in seconds, sizes in bytes. */
  text(core: Core, sockets: number): Promise<string>;
}

/** `/api/posts/:id/feedback` is in area `posts`: one label per area keeps the number of series small. */
const areaOf = (route: string): string => /^\/api\/([\w-]+)/.exec(route)?.[1] ?? route;

function createGauges(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const labeled = <L extends string>(name: string, help: string, ...labelNames: L[]) => new Gauge({ name, help, labelNames, registers });
  return {
    users: gauge('earshot_users', 'Accounts'),
    campaigns: gauge('earshot_campaigns', 'Campaigns'),
    leads: gauge('earshot_leads', 'Leads'),
    servers: gauge('earshot_servers', 'Servers on the same database'),
    database: gauge('earshot_database_bytes', 'Size of the database file'),
    log: gauge('earshot_database_log_bytes', "Size of the database's write-ahead log"),
    disk: gauge('earshot_disk_free_bytes', 'Bytes that may be written before intake stops; 0 or less: it has stopped'),
    sockets: gauge('earshot_sockets', 'Open WebSocket connections'),
    budget: gauge('earshot_reddit_requests', 'Requests to Reddit in the last ten minutes'),
    paused: gauge('earshot_reddit_paused', '1 while Reddit has told this instance to wait'),
    lastSuccess: labeled('earshot_job_last_success_seconds', 'When a job last succeeded (or was first known), in UTC seconds', 'job'),
    streams: labeled('earshot_streams', 'Monitored streams by source and by how their last reading ended', 'source', 'state'),
    sourceDown: labeled('earshot_source_down', '1 while no stream of a source can be read', 'source'),
    sourceAge: labeled('earshot_source_last_read_age_seconds', 'Time since a stream of a source was last read', 'source'),
    outbox: labeled('earshot_outbox_replies', 'Replies by state', 'state'),
    outboxAge: labeled('earshot_outbox_oldest_age_seconds', 'How long the oldest reply in a state is overdue', 'state'),
  };
}
type Gauges = ReturnType<typeof createGauges>;

async function readSources({ streams, sourceDown, sourceAge }: Gauges, core: Core): Promise<void> {
  for (const gauge of [streams, sourceDown, sourceAge]) gauge.reset();
  for (const { source, state, streams: counts, lastSuccessAt } of await core.discovery.outages.list()) {
    for (const [ended, count] of Object.entries(counts)) streams.set({ source, state: ended }, count);
    sourceDown.set({ source }, state === 'ok' ? 0 : 1);
    if (lastSuccessAt !== null) sourceAge.set({ source }, (core.now() - Date.parse(lastSuccessAt)) / 1000);
  }
}

async function readOutbox({ outbox, outboxAge }: Gauges, core: Core): Promise<void> {
  const figures = new Map((await core.replies.outboxFigures()).map((one) => [one.state, one]));
  for (const state of outboxStates) {
    const { replies = 0, oldestAt = null } = figures.get(state) ?? {};
    outbox.set({ state }, replies);
    // What was sent or has failed no longer waits.
    if (state !== 'sent' && state !== 'failed') outboxAge.set({ state }, oldestAt === null ? 0 : (core.now() - oldestAt) / 1000);
  }
}

async function readGauges(gauges: Gauges, core: Core): Promise<void> {
  const { users, campaigns, leads, servers, sizes, lastSuccess } = await core.instance.status.figures();
  gauges.users.set(users);
  gauges.campaigns.set(campaigns);
  gauges.leads.set(leads);
  gauges.servers.set(servers);
  gauges.database.set(sizes.database);
  gauges.log.set(sizes.log);
  gauges.disk.set(await core.diskSpace());
  const budget = core.reddit.access().client?.budget.state();
  gauges.budget.set(budget?.calls ?? 0);
  gauges.paused.set((budget?.pausedUntil ?? 0) > core.now() ? 1 : 0);
  for (const [job, at] of lastSuccess) gauges.lastSuccess.set({ job }, at / 1000);
  await readSources(gauges, core);
  await readOutbox(gauges, core);
}

const deliveryResults = ['sent', 'wait', 'failed', 'unclear', 'gone'] as const;

/** Counts what happens on the bus. */
function countFacts(bus: Bus, registers: Registry[]): void {
  const deliveries = new Counter({
    name: 'earshot_deliveries_total',
    help: 'Attempts to send notifications, by channel and result',
    labelNames: ['channel', 'result'],
    registers,
  });
  const calls = new Counter({
    name: 'earshot_model_calls_total',
    help: 'Requests to the model, by result',
    labelNames: ['result'],
    registers,
  });
  // From zero, so that the first one counts as an increase.
  for (const channel of channelKinds) for (const result of deliveryResults) deliveries.inc({ channel, result }, 0);
  for (const result of modelResults) calls.inc({ result }, 0);
  bus.on('delivered', ({ channel, result }) => deliveries.inc({ channel, result }));
  bus.on('model:called', ({ result }) => calls.inc({ result }));
}

/** Creates one server's metrics, including those of the process. */
export function createMetrics(bus: Bus): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const gauges = createGauges(registers);
  countFacts(bus, registers);
  const requests = new Counter({
    name: 'earshot_http_requests_total',
    help: 'Answered requests by class of status',
    labelNames: ['status'],
    registers,
  });
  const durations = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time to answer, by area of the API',
    labelNames: ['area'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  return {
    contentType: register.contentType,
    observe({ route, status, seconds }) {
      requests.inc({ status: `${Math.floor(status / 100)}xx` });
      durations.observe({ area: areaOf(route) }, seconds);
    },
    async text(core, sockets) {
      await readGauges(gauges, core);
      gauges.sockets.set(sockets);
      return register.metrics();
    },
  };
}
