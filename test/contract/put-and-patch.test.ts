import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { competitorInputSchema } from '#shared/competitors.ts';
import { newRoadmapEntrySchema } from '#shared/roadmap.ts';
import type { Connections } from '#shared/connections.ts';
import { allRoutes } from '#shared/routes.ts';
import { type Caller, makeWorld, type World } from '#test/security/world.ts';

type Fields = Record<string, unknown>;
type Made = World & { roadmapId: string; feedbackId: string; applicationId: string; memberId: string };

interface Subject {
  as: Caller;
  path: (world: Made) => string;
  /** What the API returns about it; null if `path` can be read. */
  read?: (world: Made) => Promise<unknown>;
}

/** The beginning of a PNG of 64 × 64. */
const logo = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAAAAAAAAAAAAAAAAAA';
let world: Made;
beforeAll(async () => {
  const made = await makeWorld();
  const { admin, owner, anonymous } = made.as;
  const idOf = async (answer: Promise<{ json: unknown }>) => ((await answer).json as { id: string }).id;
  const list = async (path: string) => ((await admin.get(path)).json as { items: { id: string }[] }).items[0]?.id ?? '';
  await owner.post('/feedback', { kind: 'problem', message: 'The list is empty', page: '/dashboard/leads' });
  await anonymous.post('/beta/applications', { email: 'eve@example.test', name: 'Eve', useCase: 'Find people who need invoices' });
  const memberId = (await made.server.member('mia')).user.id;
  const membership = { workspace_id: Number(made.workspaceId), user_id: Number(memberId), role: 'member' as const, created_at: 0 };
  await made.server.core.db('workspace_members').insert(membership);
  world = {
    ...made,
    roadmapId: await idOf(admin.post('/admin/roadmap', { title: 'A dark theme', text: 'For the night', status: 'planned' })),
    feedbackId: await list('/admin/feedback'),
    applicationId: await list('/admin/beta-applications'),
    memberId,
  };
});
afterAll(() => world.close());

/** Finds an object in a list, for objects that have no route of their own. */
const inList =
  (caller: Caller, path: string, { id, list = 'items' }: { id: (world: Made) => string; list?: string }) =>
  async (of: Made): Promise<unknown> => {
    const lists = (await of.as[caller].get(path)).json as Record<string, { id: string }[]>;
    return lists[list]?.find((item) => item.id === id(of));
  };

const profile: Subject = { as: 'owner', path: () => '/auth/profile', read: async ({ as }) => (await as.owner.get('/auth/me')).json };
const campaign: Subject = { as: 'owner', path: ({ campaignId }) => `/campaigns/${campaignId}` };
const weights: Subject = {
  as: 'owner',
  path: ({ campaignId }) => `/campaigns/${campaignId}/weights`,
  read: async (of) => (await of.as.owner.get(campaign.path(of))).json,
};
const competitor: Subject = {
  as: 'owner',
  path: ({ competitorId }) => `/competitors/${competitorId}`,
  read: inList('owner', '/competitors', { id: ({ competitorId }) => competitorId }),
};
const roadmap: Subject = {
  as: 'admin',
  path: ({ roadmapId }) => `/admin/roadmap/${roadmapId}`,
  read: inList('admin', '/roadmap', { id: ({ roadmapId }) => roadmapId }),
};
const settings: Subject = { as: 'admin', path: () => '/admin/settings' };

async function readFields({ as, path, read }: Subject): Promise<Fields> {
  return (read ? await read(world) : (await world.as[as].get(path(world))).json) as Fields;
}

const openFollowUp = inList('owner', '/follow-ups', { id: ({ followUpId }) => followUpId });
const doneFollowUp = inList('owner', '/follow-ups?due=done', { id: ({ followUpId }) => followUpId });

const allWeights = { intent: 0.1, fit: 0.2, relevance: 0.3, urgency: 0.1, reachability: 0.1, recency: 0.1, saturation: 0.1 };

interface Replacing extends Subject {
  /** Every field, with values that aren't the defaults. */
  whole: Fields;
  /** Only what is required. */
  least: Fields;
  /** The fields after `least` was sent. */
  after: () => Fields;
}

const puts: Record<string, Replacing> = {
  'PUT /auth/profile': {
    ...profile,
    whole: { username: 'mara', settings: { timezone: 'Europe/Berlin', defaultTone: 'short', opensNext: false } },
    least: {},
    after: () => ({ username: 'mara', email: 'owner@example.test', settings: {} }),
  },
  'PUT /campaigns/:id': {
    ...campaign,
    whole: {
      name: 'Invoices',
      mode: 'smart',
      status: 'paused',
      description: 'Invoicing',
      websiteUrl: 'https://example.com',
      offering: 'Paperboat',
      idealCustomer: 'Freelancers',
      painPoints: ['late payment'],
      exclusions: ['payroll'],
      regions: ['Germany'],
      priceRange: { min: 5, max: 20, currency: 'EUR' },
      rules: [{ text: 'invoice' }],
      excludes: ['hiring'],
      streams: [
        { kind: 'subreddit', name: 'freelance', comments: false },
        { kind: 'search', name: 'Reddit' },
        { kind: 'hackernews', name: 'Hacker News' },
        { kind: 'feed', name: 'https://example.com/feed.xml' },
      ],
      languages: ['en'],
      schedule: 'daily',
      postFloor: 30,
      leadThreshold: 80,
      weights: allWeights,
      notify: false,
    },
    least: { name: 'Again', status: 'paused' },
    after: () => campaignInputSchema.parse({ name: 'Again', status: 'paused' }),
  },
  'PUT /campaigns/:id/weights': {
    ...weights,
    whole: { weights: allWeights },
    least: { weights: allWeights },
    after: () => ({ weights: allWeights }),
  },
  'PUT /competitors/:id': {
    ...competitor,
    whole: {
      name: 'Quillbill',
      aliases: ['QB'],
      website: 'https://quillbill.example.com',
      keywords: ['billing'],
      notes: 'Cheaper',
      own: true,
    },
    least: { name: 'Quillbill' },
    after: () => competitorInputSchema.parse({ name: 'Quillbill' }),
  },
  'PUT /admin/roadmap/:id': {
    ...roadmap,
    whole: { title: 'A light theme', text: 'For the day', status: 'done' },
    least: { title: 'A gray theme' },
    after: () => newRoadmapEntrySchema.parse({ title: 'A gray theme' }),
  },
  'PUT /admin/settings': {
    ...settings,
    whole: { betaModeEnabled: true },
    least: { betaModeEnabled: false },
    after: () => ({ betaModeEnabled: false }),
  },
  'PUT /reports/brand': {
    as: 'owner',
    path: () => '/reports/brand',
    read: async ({ as }) => ((await as.owner.get('/reports')).json as { brand: Fields }).brand,
    whole: { name: 'Harbour Studio', accent: 'Green', logo },
    least: { name: '', accent: 'Green' },
    after: () => ({ name: '', accent: 'Green', logo: null }),
  },
  'PUT /workspaces/active': {
    as: 'owner',
    path: () => '/workspaces/active',
    read: async ({ as }) => ((await as.owner.get('/auth/me')).json as { workspace: Fields }).workspace,
    get whole() {
      return { id: world.workspaceId };
    },
    get least() {
      return { id: world.workspaceId };
    },
    after: () => ({ id: world.workspaceId }),
  },
  'PUT /voice': {
    as: 'owner',
    path: () => '/voice',
    whole: { profile: 'Short sentences', samples: ['Ask for a deposit.'] },
    least: {},
    after: () => ({ profile: '', samples: [] }),
  },
};

interface Changing extends Subject {
  /** Each body, and fields that change with it. */
  bodies: [body: Fields, follow?: string[]][];
}

const patches: Record<string, Changing> = {
  'PATCH /auth/profile': {
    ...profile,
    bodies: [
      [{ settings: { timezone: 'Europe/Berlin', defaultTone: 'short' } }],
      [{ username: 'nora' }, ['workspace']],
      [{ settings: { timezone: 'Asia/Tokyo', defaultTone: 'short' } }],
    ],
  },
  'PATCH /campaigns/:id': {
    ...campaign,
    bodies: [
      [{ rules: [{ text: 'invoice' }] }, ['nextRunAt', 'pausedRules', 'counts']],
      [{ name: 'Renamed' }],
      [{ leadThreshold: 61 }, ['counts']],
      [{ painPoints: ['chasing payments'] }, ['counts']],
      [{ notify: false }],
      [{ weights: { ...allWeights, intent: 0.4 } }, ['counts']],
    ],
  },
  'PATCH /competitors/:id': {
    ...competitor,
    bodies: [
      [{ aliases: ['QBill'] }, ['reading']],
      [{ notes: 'Loved by agencies' }, ['reading']],
      [{ website: 'https://qb.example.com' }, ['reading']],
      [{ own: true }, ['share', 'reading']],
    ],
  },
  'PATCH /admin/roadmap/:id': {
    ...roadmap,
    bodies: [
      [{ text: 'For both' }, ['updatedAt']],
      [{ status: 'started' }, ['updatedAt']],
    ],
  },
  'PATCH /admin/settings': { ...settings, bodies: [[{ betaModeEnabled: true }], [{ betaModeEnabled: false }]] },
  'PATCH /admin/users/:id': {
    as: 'admin',
    path: ({ memberId }) => `/admin/users/${memberId}`,
    bodies: [[{ role: 'admin' }], [{ role: 'user' }]],
  },
  'PATCH /admin/connections/:id': {
    as: 'admin',
    path: () => '/admin/connections/retention',
    async read({ as }) {
      const { items } = (await as.admin.get('/admin/connections')).json as Connections;
      return Object.fromEntries(items.flatMap(({ fields }) => fields.map(({ key, value, saved }) => [key, [value, saved]])));
    },
    bodies: [
      [{ values: { 'retention.runsDays': 20 } }, ['retention.runsDays']],
      [{ values: { 'retention.runsDays': null } }, ['retention.runsDays']],
    ],
  },
  'PATCH /admin/feedback/:id': {
    as: 'admin',
    path: ({ feedbackId }) => `/admin/feedback/${feedbackId}`,
    bodies: [[{ reply: 'Fixed today' }, ['status', 'repliedAt']], [{ status: 'done' }]],
  },
  'PATCH /admin/beta-applications/:id': {
    as: 'admin',
    path: ({ applicationId }) => `/admin/beta-applications/${applicationId}`,
    bodies: [[{ status: 'declined' }, ['decidedAt']]],
  },
  'PATCH /follow-ups/:id': {
    as: 'owner',
    path: ({ followUpId }) => `/follow-ups/${followUpId}`,
    read: async (of) => (await openFollowUp(of)) ?? doneFollowUp(of),
    bodies: [
      [{ note: 'Call back' }],
      [{ snoozeUntil: '2026-12-09T09:00:00.000Z' }, ['dueAt', 'setAt']],
      [{ done: true }, ['doneAt', 'closedBy']],
    ],
  },
  'PATCH /auth/passkeys/:id': {
    as: 'owner',
    path: ({ passkeyId }) => `/auth/passkeys/${passkeyId}`,
    read: inList('owner', '/auth/passkeys', { id: ({ passkeyId }) => passkeyId }),
    bodies: [[{ name: 'Laptop' }]],
  },
  'PATCH /schedule/:id': {
    as: 'owner',
    path: ({ scheduledId }) => `/schedule/${scheduledId}`,
    read: inList('owner', '/schedule', { id: ({ scheduledId }) => scheduledId, list: 'replies' }),
    bodies: [[{ message: 'Try ours for a month' }], [{ paused: true }, ['held', 'note']]],
  },
  'PATCH /leads/:id': {
    as: 'owner',
    path: ({ leadId }) => `/leads/${leadId}`,
    bodies: [
      [{ notes: 'Wrote on Monday' }, ['lastActivityAt']],
      [{ tags: ['warm'] }, ['lastActivityAt']],
      [{ value: 300 }, ['lastActivityAt']],
      [{ stage: 'contacted' }, ['lastActivityAt', 'stageChangedAt']],
      [{ assigneeId: '2' }, ['lastActivityAt', 'assignee']],
    ],
  },
  'PATCH /workspaces/:id': {
    as: 'owner',
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    read: inList('owner', '/workspaces', { id: ({ workspaceId }) => workspaceId }),
    bodies: [[{ name: 'Harbour Studio' }]],
  },
  'PATCH /workspaces/:id/members/:userId': {
    as: 'owner',
    path: ({ workspaceId, memberId }) => `/workspaces/${workspaceId}/members/${memberId}`,
    read: async (of) => inList('owner', `/workspaces/${of.workspaceId}/members`, { id: ({ memberId }) => memberId })(of),
    bodies: [[{ role: 'viewer' }], [{ role: 'admin' }]],
  },
  'PATCH /notifications/channels/:id': {
    as: 'owner',
    path: ({ channelId }) => `/notifications/channels/${channelId}`,
    read: inList('owner', '/notifications/channels', { id: ({ channelId }) => channelId }),
    bodies: [[{ minScore: 50 }], [{ name: 'Email' }], [{ quiet: { from: '22:00', to: '07:00' } }], [{ hour: 9 }]],
  },
  'PATCH /reports/schedules/:id': {
    as: 'owner',
    path: ({ reportScheduleId }) => `/reports/schedules/${reportScheduleId}`,
    read: inList('owner', '/reports/schedules', { id: ({ reportScheduleId }) => reportScheduleId }),
    bodies: [[{ hour: 9 }, ['nextAt']], [{ day: 3 }, ['nextAt']], [{ pace: 'monthly' }, ['nextAt']], [{ competitorIds: ['1'] }]],
  },
  'PATCH /posts/:id': {
    as: 'owner',
    path: ({ postId }) => `/posts/${postId}`,
    bodies: [[{ seen: true }], [{ status: 'archived' }]],
  },
};

const changedBetween = (before: Fields, after: Fields): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

test('covers every PUT and PATCH, and there is a PATCH beside every PUT', () => {
  const keys = allRoutes.filter(({ method }) => method === 'PUT' || method === 'PATCH').map(({ method, path }) => `${method} ${path}`);
  expect(keys.toSorted()).toEqual([...Object.keys(puts), ...Object.keys(patches)].toSorted());
  // The weights are one value, and a field of the campaign; what reports show and how somebody writes are two fields of one form each; a
  // session is in one workspace.
  const alone = Object.keys(puts).filter((key) => !(key.replace('PUT', 'PATCH') in patches));
  expect(alone).toEqual(['PUT /campaigns/:id/weights', 'PUT /reports/brand', 'PUT /workspaces/active', 'PUT /voice']);
});

describe('PATCH', () => {
  test.each(Object.entries(patches))('%s changes only what it names', async (_, { bodies, ...subject }) => {
    for (const [body, follow = []] of bodies) {
      const before = await readFields(subject);
      const answer = await world.as[subject.as].patch(subject.path(world), body);
      expect([answer.status, answer.status === 200 || answer.json]).toEqual([200, true]);
      const changed = changedBetween(before, await readFields(subject));
      expect({ body, changed }).not.toEqual({ body, changed: [] });
      const named = new Set([...Object.keys(body), ...follow]);
      expect(changed.filter((name) => !named.has(name))).toEqual([]);
    }
  });
});

describe('PUT', () => {
  test.each(Object.keys(puts))('%s replaces: what it leaves out gets its default', async (key) => {
    const row = puts[key];
    if (!row) throw new Error(`${key} is missing`);
    const { whole, least, after, ...subject } = row;
    const put = (body: Fields) => world.as[subject.as].put(subject.path(world), body);
    const full = await put(whole);
    expect([full.status, full.status === 200 || full.json]).toEqual([200, true]);
    expect(await readFields(subject)).toMatchObject(whole);
    expect(await put(least)).toMatchObject({ status: 200 });
    const fields = await readFields(subject);
    const expected = after();
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, fields[name]]))).toEqual(expected);
  });

  test.each(['/campaigns/:id', '/competitors/:id'])('%s without a name is rejected, and changes nothing', async (path) => {
    const row = puts[`PUT ${path}`];
    if (!row) throw new Error(`${path} is missing`);
    const before = await readFields(row);
    expect(await world.as.owner.put(row.path(world), { notes: 'x', rules: [] })).toMatchObject({ status: 400 });
    expect(await readFields(row)).toEqual(before);
  });
});
