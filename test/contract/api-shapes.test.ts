import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '#shared/routes.ts';
import { makeWorld, type World } from '#test/security/world.ts';
import { makeServer } from '#test/support/serve.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const read = async (path: string): Promise<unknown> => (await world.as.owner.get(path)).json;
const keysOf = (value: unknown): string[] => Object.keys(value as object).sort();
const sorted = (text: string): string[] => text.split(' ').sort();

/** Method and path of every call that clients rely on. */
const seedCalls = `
POST /auth/login
POST /auth/register
GET /auth/me
PUT /auth/profile
POST /auth/forgot-password
POST /auth/reset-password
GET /reddit-oauth/status
GET /reddit-oauth/connect
DELETE /reddit-oauth/disconnect
POST /reddit-oauth/refresh-token
GET /reddit/activity
POST /posts/:id/post-to-reddit
GET /reddit-vibe-analysis/analyze
GET /reddit-vibe-analysis/latest
GET /reddit-vibe-analysis/history
GET /reddit-health-simple/current
GET /reddit-health-simple/latest
GET /reddit-health-simple/history
GET /competitors
POST /competitors
PUT /competitors/:id
DELETE /competitors/:id
POST /competitors/scrape
POST /competitors/discover
GET /public-settings/beta-mode`;

/** Further routes that clients may rely on. */
const promisedCalls = `
GET /health
GET /ready
GET /public-settings/app
PATCH /auth/profile
PATCH /competitors/:id
POST /auth/logout-everywhere
POST /auth/change-password
DELETE /auth/me
GET /auth/me/export
GET /campaigns
POST /campaigns
GET /campaigns/:id
PUT /campaigns/:id
PATCH /campaigns/:id
DELETE /campaigns/:id
POST /campaigns/propose
POST /campaigns/preview
POST /campaigns/:id/run
POST /campaigns/:id/pause
POST /campaigns/:id/resume
POST /campaigns/:id/duplicate
POST /campaigns/:id/move
GET /campaigns/:id/runs
GET /campaigns/:id/coverage
PUT /campaigns/:id/weights
GET /campaigns/:id/learning
POST /rules/check
POST /import/paste
POST /import/file
POST /import/inspect
GET /posts
GET /posts/:id
PATCH /posts/:id
POST /posts/:id/feedback
DELETE /posts/:id/feedback
POST /posts/bulk
POST /posts/undo
POST /posts/:id/draft-reply
GET /posts/:id/reply-check
GET /leads
GET /leads/:id
PATCH /leads/:id
GET /leads/:id/timeline
GET /leads/export.csv
GET /leads/export.json
GET /follow-ups
POST /leads/:id/follow-ups
PATCH /follow-ups/:id
DELETE /follow-ups/:id
GET /archived
POST /archived/restore
GET /schedule
POST /schedule
PATCH /schedule/:id
DELETE /schedule/:id
GET /outbox
DELETE /outbox/:id
GET /approvals
POST /approvals/:id
POST /outbox/:id/resolve
GET /search/reddit
POST /search/save
GET /competitors/:id/mentions
GET /competitors/:id/analytics
GET /competitors/overview
GET /dashboard
GET /analytics
GET /analytics/:chart.csv
GET /notifications/channels
POST /notifications/channels
PATCH /notifications/channels/:id
DELETE /notifications/channels/:id
POST /notifications/channels/:id/test
GET /notifications
POST /notifications/read
GET /tokens
POST /tokens
DELETE /tokens/:id
POST /assistants/review
POST /assistants/allow
GET /feeds/:token.atom
GET /feeds/:token.json
GET /roadmap
POST /roadmap/:id/vote
DELETE /roadmap/:id/vote
POST /feedback
POST /beta/applications
POST /beta/verify
GET /billing
POST /billing/checkout
POST /billing/portal
POST /billing/webhook
GET /admin/overview
GET /admin/users
GET /admin/users/:id
PATCH /admin/users/:id
GET /admin/blacklist
POST /admin/blacklist
DELETE /admin/blacklist/:id
POST /admin/blacklist/import
GET /admin/feedback
GET /admin/feedback/:id
PATCH /admin/feedback/:id
GET /admin/beta-applications
GET /admin/beta-applications/:id
PATCH /admin/beta-applications/:id
GET /admin/settings
PUT /admin/settings
PATCH /admin/settings
GET /admin/jobs
POST /admin/jobs/:name/run
GET /admin/ai-usage
GET /admin/workspaces
GET /admin/audit
GET /admin/audit.csv
POST /admin/roadmap
PUT /admin/roadmap/:id
PATCH /admin/roadmap/:id
DELETE /admin/roadmap/:id
POST /reddit-oauth/callback
POST /admin/users/:id/merge
GET /reddit-oauth/accounts
POST /reddit-oauth/accounts/:id/default
DELETE /reddit-oauth/accounts/:id
GET /openapi.json`;

test('has every documented call', () => {
  const there = new Set(allRoutes.map(({ method, path }) => `${method} ${path}`));
  const promised = `${seedCalls}${promisedCalls}`.trim().split('\n');
  expect(promised.filter((call) => !there.has(call))).toEqual([]);
});

describe('the original API', () => {
  test('returns token and user after login and registration, and the user from profile calls', async () => {
    const user = sorted('id username email role createdAt hasRedditConnection plan settings workspace');
    const server = await makeServer();
    const registered = await server
      .api()
      .post('/auth/register', { username: 'ada', email: 'ada@example.test', password: 'a good long one' });
    const result = registered.json as { token: string; user: object };
    expect([registered.status, keysOf(result), keysOf(result.user)]).toEqual([201, ['token', 'user'], user]);
    expect(result.user).toMatchObject({ role: 'admin', hasRedditConnection: false });
    const login = await server.api().post('/auth/login', { email: 'ada@example.test', password: 'a good long one' });
    expect([login.status, keysOf(login.json)]).toEqual([200, ['token', 'user']]);
    const api = server.api(result.token);
    expect(keysOf((await api.get('/auth/me')).json)).toEqual(user);
    const profile = await api.put('/auth/profile', { username: 'ada b', settings: { timezone: 'Europe/Berlin', defaultTone: 'short' } });
    expect(profile.json).toMatchObject({ username: 'ada b', settings: { timezone: 'Europe/Berlin', defaultTone: 'short' } });
    expect(keysOf(profile.json)).toEqual(user);
    expect(decodeJwt(result.token)).toMatchObject({ sub: expect.any(String), exp: expect.any(Number), iat: expect.any(Number), ver: 1 });
    await server.close();
  });

  test('responds to wrong credentials with 401 and “Invalid credentials”', async () => {
    for (const email of ['owner@example.test', 'nobody@example.test']) {
      const answer = await world.as.anonymous.post('/auth/login', { email, password: 'not that one' });
      expect([answer.status, answer.json]).toMatchObject([401, { error: 'unauthenticated', message: 'Invalid credentials' }]);
    }
  });

  test('returns beta mode as success and data.betaModeEnabled', async () => {
    expect(await read('/public-settings/beta-mode')).toEqual({ success: true, data: { betaModeEnabled: false } });
  });

  test('returns the seven fields of the Reddit status and accepts _t', async () => {
    expect(keysOf(await read('/reddit-oauth/status?_t=1795251600000'))).toEqual(
      expect.arrayContaining(sorted('connected username scopes expiresAt canPost needsReconnect lastError')),
    );
  });
});

describe('the API', () => {
  test('returns the documented fields of a post', async () => {
    const { items } = (await read('/posts')) as { items: { components: object; evidence: object[] }[] };
    const [post] = items;
    expect(keysOf(post)).toEqual(
      expect.arrayContaining(
        sorted(
          'id fullname kind subreddit author title body url permalink createdAt discoveredAt score numComments campaignId matchedRules confidence components evidence reason scoredBy status seen feedback',
        ),
      ),
    );
    expect(keysOf(post?.components)).toEqual(sorted('intent fit relevance urgency reachability recency saturation'));
    expect(keysOf(post?.evidence[0])).toEqual(sorted('text start end field why'));
  });

  test('returns the documented fields of a lead', async () => {
    const { items } = (await read('/leads')) as { items: { posts: object[] }[] };
    expect(keysOf(items[0])).toEqual(
      expect.arrayContaining(sorted('id campaignId redditUsername confidence stage notes tags value posts firstSeenAt lastActivityAt')),
    );
    expect(keysOf(items[0]?.posts[0])).toEqual(expect.arrayContaining(sorted('id title permalink confidence')));
  });

  test('returns the documented fields of a campaign', async () => {
    const campaign = (await read(`/campaigns/${world.campaignId}`)) as { counts: object };
    expect(keysOf(campaign)).toEqual(
      expect.arrayContaining(
        sorted(
          'name mode status description websiteUrl offering idealCustomer painPoints rules excludes streams languages schedule postFloor leadThreshold leadsPerDay weights notify id createdAt lastRunAt nextRunAt counts',
        ),
      ),
    );
    expect(campaign).toMatchObject({ postFloor: 25, leadThreshold: 70 });
    expect(keysOf(campaign.counts)).toEqual(sorted('posts leads newLeads'));
  });

  test('returns the documented fields of a run', async () => {
    const sent = await world.as.owner.post('/import/paste', { text: 'I need invoicing software', campaignId: world.campaignId });
    expect([sent.status, keysOf(sent.json)]).toEqual([202, ['runId']]);
    const runs = async () => ((await read(`/campaigns/${world.campaignId}/runs`)) as { items: { counts: object }[] }).items;
    await expect.poll(async () => (await runs()).length).toBeGreaterThan(0);
    const [run] = await runs();
    expect(keysOf(run)).toEqual(expect.arrayContaining(sorted('id campaignId source startedAt finishedAt state counts perSubreddit')));
    expect(keysOf(run?.counts)).toEqual(expect.arrayContaining(['heard', ...sorted('new filtered matched posts leads')]));
  });

  test.each(
    sorted(
      '/campaigns /posts /leads /follow-ups /archived /outbox /notifications /notifications/channels /tokens /views /roadmap /competitors /competitors/mentions /feedback /admin/users /admin/jobs /admin/audit /admin/blacklist /admin/feedback /admin/beta-applications /admin/workspaces',
    ),
  )('returns items, nextCursor, and total from %s', async (path) => {
    const api = path.startsWith('/admin') ? world.as.admin : world.as.owner;
    const { status, json } = await api.get(path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ items: expect.any(Array), nextCursor: null });
    expect(keysOf(json)).toContain('total');
  });

  test('returns seven days of the schedule by default, from now or next to the given end', async () => {
    const scheduled = async (query: string) =>
      ((await read(`/schedule${query}`)) as { replies: { id: string }[] }).replies.map(({ id }) => id);
    expect(await scheduled('')).toEqual([world.scheduledId]);
    expect(await scheduled('?from=2026-12-01T00:00:00Z')).toEqual([]);
    expect(await scheduled('?to=2026-11-23T00:00:00Z')).toEqual([world.scheduledId]);
    expect((await world.as.owner.get('/schedule?from=2026-11-23T00:00:00Z&to=2026-11-21T00:00:00Z')).status).toBe(400);
  });

  test('returns a single feedback message to an admin', async () => {
    const sent = (await world.as.owner.post('/feedback', { kind: 'idea', message: 'More of this', page: '/dashboard' })).json as {
      id: string;
    };
    const found = await world.as.admin.get(`/admin/feedback/${sent.id}`);
    expect([found.status, found.json]).toMatchObject([200, { id: sent.id, message: 'More of this', user: { username: 'owner' } }]);
  });

  test("returns the column of a rule's syntax error", async () => {
    expect((await world.as.owner.post('/rules/check', { text: '(invoice' })).json).toMatchObject({
      ok: false,
      errors: [{ column: expect.any(Number), message: expect.any(String) }],
    });
  });

  test('returns the public settings before sign-in', async () => {
    expect(keysOf((await world.as.anonymous.get('/public-settings/app')).json)).toEqual(
      expect.arrayContaining(
        sorted(
          'product version socketUrl needsSetUpCode registrationOpen billingEnabled uses assistantsUrl redditConfigured postingEnabled aiProvider',
        ),
      ),
    );
  });
});
