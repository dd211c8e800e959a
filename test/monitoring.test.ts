import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { jobs } from '#jobs/registry.ts';
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

test('uses only reported metrics in the dashboard and the alert rules', async () => {
  const server = await makeServer();
  onTestFinished(() => server.close());
  await server.core.db('jobs').insert({ name: 'discover', known_since: 0, last_success_at: 1 });
  await server.api().get('/health');
  const { text } = await server.api().get('/metrics');
  const reported = new Set([...text.matchAll(/^(\w+)(?:\{.*\})? /gm)].map(([, name]) => name));
  const missing = expressions.flatMap(({ from, expr }) =>
    [...expr.matchAll(/\b(?:earshot|process|nodejs)_\w+/g)].filter(([name]) => !reported.has(name)).map(([name]) => `${from}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('uses only existing jobs in alert rules', () => {
  const named = expressions.flatMap(({ expr }) => [...expr.matchAll(/exported_job="([^"]+)"/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !jobs.some((job) => job.name === name))).toEqual([]);
});
