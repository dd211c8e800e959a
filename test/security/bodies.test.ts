import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { channelTargets } from '#shared/notify.ts';
import { demoRoutes } from '#shared/demo.ts';
import type { Route } from '#shared/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { makeWorld } from './world.ts';

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Paths in a JSON schema where an object accepts unknown keys, or text or an array is unbounded. */
function looseIn(schema: unknown, path: string): string[] {
  if (!isJson(schema)) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) => looseIn(value, `${path}/${key}`));
  const isOpen = schema['type'] === 'object' && schema['additionalProperties'] !== false && schema['propertyNames'] === undefined;
  const isFree = schema['type'] === 'string' && !['maxLength', 'pattern', 'enum', 'const', 'format'].some((bound) => bound in schema);
  const isLong = schema['type'] === 'array' && !('maxItems' in schema);
  return [
    ...(isOpen ? [`${path} takes unknown keys`] : []),
    ...(isFree ? [`${path} has no longest text`] : []),
    ...(isLong ? [`${path} has no longest list`] : []),
    ...inner,
  ];
}
const looseOf = (schema: z.ZodType, name: string): string[] =>
  looseIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name);

const contract: readonly Route[] = [...allRoutes, ...Object.values(demoRoutes)];
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

describe('contract', () => {
  test('has no body that accepts unknown keys at any depth, or unbounded values', () => {
    const bodies = contract.flatMap((route) => (route.body ? looseOf(route.body, nameOf(route)) : []));
    const targets = Object.entries(channelTargets).flatMap(([kind, schema]) => looseOf(schema, kind));
    expect([...bodies, ...targets]).toEqual([]);
    expect(contract.filter(({ body }) => body).length).toBeGreaterThan(35);
  });
});

test('rejects an unknown key at every depth', async () => {
  const world = await makeWorld();
  const { owner, admin } = world.as;
  const rules = [{ text: 'invoice', minScore: 1, campaignId: '1' }];
  const statuses = await Promise.all([
    owner.patch(`/campaigns/${world.campaignId}`, { rules }),
    owner.put(`/campaigns/${world.campaignId}/weights`, {
      weights: { intent: 1, fit: 1, relevance: 1, urgency: 0, reachability: 0, recency: 0, saturation: 0, cap: 1 },
    }),
    owner.patch(`/leads/${world.leadId}`, { stage: 'won', userId: '1' }),
    owner.patch(`/posts/${world.postId}`, { seen: true, confidence: 100 }),
    owner.patch(`/follow-ups/${world.followUpId}`, { done: true, leadId: '9' }),
    owner.patch(`/notifications/channels/${world.channelId}`, { target: { url: 'https://example.test/x' } }),
    owner.patch(`/notifications/channels/${world.channelId}`, { quiet: { from: '22:00', to: '07:00', zone: 'UTC' } }),
    owner.patch(`/schedule/${world.scheduledId}`, { paused: true, userId: '1' }),
    owner.patch(`/competitors/${world.competitorId}`, { notes: 'x', userId: '1' }),
    owner.post('/billing/checkout', { plan: 'free', price: 'price_0', userId: '1' }),
    owner.post('/tokens', { name: 'x', scope: 'write', userId: '1' }),
    admin.patch('/admin/users/2', { role: 'admin', tokenVersion: 9 }),
    admin.put('/admin/settings', { betaModeEnabled: false, registration: 'open' }),
  ]).then((answers) => answers.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set([400]));
  await world.close();
});

describe("other users' data", () => {
  test('is treated as unknown when named in a body or a query, and stays unchanged', async () => {
    const world = await makeWorld();
    const { other, owner } = world.as;
    const competitor = (await other.post('/competitors', { name: 'Paperboat' })).json as { id: string };
    await other.post('/campaigns', { name: 'Theirs', rules: [{ text: 'invoice' }] });
    const before = (await owner.get(`/posts/${world.postId}`)).text;
    const later = new Date(world.server.clock.now + 3_600_000).toISOString();
    const tries = await Promise.all([
      other.post('/search/save', { fullname: 't3_abc', campaignId: world.campaignId }),
      other.get(`/search/reddit?q=invoice&campaignId=${world.campaignId}`),
      other.post('/schedule', { postId: world.postId, message: 'Hi', dueAt: later }),
      other.post('/archived/restore', { ids: [world.postId] }),
      other.post('/notifications/channels', { kind: 'email', name: 'x', target: {}, campaignIds: [world.campaignId] }),
      other.post('/competitors/scrape', { competitorId: world.competitorId }),
      other.get(`/competitors/mentions?competitorId=${world.competitorId}`),
      other.get(`/analytics?campaignId=${world.campaignId}`),
      other.get(`/leads/export.csv?campaignId=${world.campaignId}`),
      other.get(`/posts/export.json?campaignId=${world.campaignId}`),
      other.get(`/follow-ups?leadId=${world.leadId}`),
      other.get(`/outbox?postId=${world.postId}`),
      other.post(`/competitors/mentions/1/lead`, { campaignId: world.campaignId }),
      other.post('/notifications/read', { ids: ['1', '2', '3'] }),
    ]);
    const leaks = tries.filter(({ text }) => /invoic|author_1|Needs me|Invoicing/i.test(text)).map(({ text }) => text);
    expect(leaks).toEqual([]);
    expect(tries.filter(({ status }) => ![200, 400, 404, 503].includes(status)).map(({ status }) => status)).toEqual([]);
    expect(tries.slice(0, 6).map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 404]);
    expect((await owner.get(`/posts/${world.postId}`)).text).toBe(before);
    expect((await other.get('/competitors')).json).toMatchObject({ items: [{ id: competitor.id }] });
    await world.close();
  });
});
