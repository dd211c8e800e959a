import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
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
    lastSuccess: new Gauge({
      name: 'earshot_job_last_success_seconds',
      help: 'When a job last succeeded, in UTC seconds',
      labelNames: ['job'],
      registers,
    }),
  };
}

async function readGauges(gauges: ReturnType<typeof createGauges>, core: Core): Promise<void> {
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
}

/** Creates one server's metrics, including those of the process. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const gauges = createGauges(registers);
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
