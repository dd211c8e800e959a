import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { jobs } from '#jobs/jobs.ts';
import { makeCampaign, makeUser } from '#test/support/factories.ts';
import { makeServer } from '#test/support/serve.ts';

const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })).min(10) })
  .parse(JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')));
const rulesFile = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })).min(5) })) })
  .parse(parse(readFileSync('deploy/prometheus-alerts.yaml', 'utf8')));
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ from: title, expr }))),
  ...rulesFile.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ from: alert, expr }))),
];

/** A server on which everything is reported: a campaign, a stream that can't be read, and jobs that ran. */
async function openServer() {
  const server = await makeServer({ reddit: { source: 'rss' } });
  onTestFinished(() => server.close());
  const { core, clock } = server;
  await makeCampaign(core, await makeUser(core, 'ann'));
  await core.db('jobs').insert(jobs.map(({ name }) => ({ name, known_since: 0, last_success_at: 1 })));
  const stream = { source: 'rss', kind: 'posts' as const, name_key: 'freelance', name: 'freelance', items: 0, last_try_at: clock.now };
  await core
    .db('streams')
    .insert({ ...stream, state: 'failed', failure: 'forbidden', error: 'Blocked', last_success_at: clock.now - 3_600_000 });
  const read = async () => {
    await server.api().get('/health');
    return (await server.api().get('/metrics')).text;
  };
  return { core, clock, read };
}
interface Series {
  name: string;
  labels: Record<string, string>;
}
const seriesOf = (text: string): Series[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])),
  }));

/** Labels that Prometheus adds; our own `job` becomes `exported_job`. */
const added = new Set(['instance', 'job']);

function matches({ labels }: Series, matcher: string): boolean {
  return [...matcher.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].every(([, label = '', how, wanted = '']) => {
    if (added.has(label)) return true;
    const value = labels[label === 'exported_job' ? 'job' : label];
    if (value === undefined) return false;
    const is = how === '=' || how === '!=' ? value === wanted : new RegExp(`^(?:${wanted})$`).test(value);
    return how === '=' || how === '=~' ? is : !is;
  });
}

test('uses only reported metrics in the dashboard and the alert rules, and only labels that select some of them', async () => {
  const { read } = await openServer();
  const series = seriesOf(await read());
  const missing = expressions.flatMap(({ from, expr }) =>
    [...expr.matchAll(/\b((?:earshot|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
      // A class of status is reported once there was such a response.
      .filter(([, , matcher = '']) => !matcher.includes('5xx'))
      .filter(([, name, matcher = '']) => !series.some((one) => one.name === name && matches(one, matcher)))
      .map(([used]) => `${from}: ${used}`),
  );
  expect(missing).toEqual([]);
});

test('has an alert for streams, deliveries, model calls, and waiting replies', () => {
  const alerts = rulesFile.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)).join('\n');
  for (const name of ['source_down', 'streams', 'deliveries_total', 'model_calls_total', 'outbox_oldest_age_seconds'])
    expect(alerts).toContain(`earshot_${name}`);
});

test('reports what could not be read, how deliveries and model calls ended, and which replies wait', async () => {
  const { core, clock, read } = await openServer();
  core.bus.emit('delivered', { channel: 'ntfy', result: 'failed' });
  core.bus.emit('model:called', { result: 'timeout' });
  const reply = { user_id: 1, account: 'ann', parent_fullname: 't3_1', subreddit: 'freelance', text: 'Hi', text_hash: 'x' };
  await core.db('outbox').insert({ ...reply, state: 'queued', due_at: clock.now, created_at: clock.now - 7_200_000 });
  await core
    .db('outbox')
    .insert({ ...reply, text_hash: 'y', state: 'queued', due_at: clock.now, created_at: 1, scheduled_at: clock.now + 1 });
  const lines = (await read()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'earshot_streams{source="reddit",state="failed"} 1',
      'earshot_streams{source="reddit",state="ok"} 0',
      'earshot_source_down{source="reddit"} 1',
      'earshot_source_last_read_age_seconds{source="reddit"} 3600',
      'earshot_deliveries_total{channel="ntfy",result="failed"} 1',
      'earshot_deliveries_total{channel="email",result="sent"} 0',
      'earshot_model_calls_total{result="timeout"} 1',
      'earshot_outbox_replies{state="queued"} 2',
      'earshot_outbox_oldest_age_seconds{state="queued"} 7200',
    ]),
  );
});

test('uses only existing jobs in alert rules', () => {
  const named = expressions.flatMap(({ expr }) => [...expr.matchAll(/exported_job="([^"]+)"/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !jobs.some((job) => job.name === name))).toEqual([]);
});
