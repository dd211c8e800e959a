import type { Core } from '#core/open.ts';
import type { Process } from './state.ts';

type Sample = readonly [labels: Record<string, string>, value: number];

const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function line(name: string, [labels, value]: Sample): string {
  const inner = Object.entries(labels).map(([key, text]) => `${key}="${escape(text)}"`);
  return `${name}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}`;
}

function family(name: string, type: 'gauge' | 'counter', samples: readonly Sample[]): string[] {
  return samples.length === 0 ? [] : [`# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))];
}

const one = (value: number): Sample[] => [[{}, value]];

/** Prometheus text format 0.0.4. Times in seconds, sizes in bytes. */
export async function metricsText({ instance }: Core, state: Process): Promise<string> {
  const { users, campaigns, leads, sizes, lastSuccess } = await instance.figures();
  const lines = [
    ...family('process_resident_memory_bytes', 'gauge', one(process.memoryUsage.rss())),
    ...family('process_uptime_seconds', 'gauge', one(Math.round(process.uptime()))),
    ...family('process_cpu_seconds_total', 'counter', one(process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6)),
    ...family('earshot_users', 'gauge', one(users)),
    ...family('earshot_campaigns', 'gauge', one(campaigns)),
    ...family('earshot_leads', 'gauge', one(leads)),
    ...family('earshot_database_bytes', 'gauge', one(sizes.database)),
    ...family('earshot_database_log_bytes', 'gauge', one(sizes.log)),
    ...family('earshot_sockets', 'gauge', one(state.sockets())),
    ...family(
      'earshot_http_requests_total',
      'counter',
      [...state.answered].map(([status, n]) => [{ status }, n] as const),
    ),
    ...family(
      'earshot_job_last_success_seconds',
      'gauge',
      [...lastSuccess].map(([job, at]) => [{ job }, at / 1000] as const),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
