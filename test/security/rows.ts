import type { Route } from '#shared/route.ts';
import type { World } from './world.ts';

export const keyOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

export interface Row {
  /** Status for callers with access. */
  ok: number;
  body?: (world: World) => unknown;
  /** Status for users without a campaign, if different. */
  stranger?: number;
  /** The object that `:id` refers to; absent if there is none. */
  id?:
    | 'campaignId'
    | 'postId'
    | 'leadId'
    | 'followUpId'
    | 'viewId'
    | 'tokenId'
    | 'reportId'
    | 'reportScheduleId'
    | 'blacklistId'
    | 'competitorId'
    | 'channelId'
    | 'scheduledId'
    | 'sessionId'
    | 'passkeyId'
    | 'workspaceId';
  /** Value of `:name`. */
  name?: string;
  query?: string;
  /** For requests that aren't JSON. */
  init?: () => RequestInit;
}
const plain: Row = { ok: 200 };
const campaign: Row = { ok: 200, id: 'campaignId' };
const post: Row = { ok: 200, id: 'postId' };
const lead: Row = { ok: 200, id: 'leadId' };
/** An object that doesn't exist in the test data: callers with access get 404, others don't learn even that. */
const missing: Row = { ok: 404 };
const competitor: Row = { ok: 200, id: 'competitorId' };
const workspace: Row = { ok: 200, id: 'workspaceId' };
const followUp: Row = { ok: 200, id: 'followUpId' };
const sending = (row: Row, body: unknown): Row => ({ ...row, body: () => body });

function fileForm(): RequestInit {
  const body = new FormData();
  body.set('file', new Blob(['{}\n']), 'a.jsonl');
  return { body };
}

const pageText = {
  url: 'https://forum.example.test/t/1',
  kind: 'post',
  author: 'ann',
  title: '',
  text: 'I need invoicing software',
  writtenAt: null,
};

/** One row per route with the status for callers with access, so that a refusal in the test isn't an accident. */
export const rows: Record<string, Row> = {
  'GET /health': plain,
  'GET /ready': plain,
  'GET /public-settings/beta-mode': plain,
  'GET /public-settings/app': plain,
  'GET /notifications/channels': plain,
  'POST /notifications/channels': sending({ ok: 201 }, { kind: 'email', name: 'Mail', target: {} }),
  'PATCH /notifications/channels/:id': sending({ ok: 200, id: 'channelId' }, { minScore: 50 }),
  'DELETE /notifications/channels/:id': { ok: 204, id: 'channelId' },
  'GET /notifications/channels/:id/deliveries': { ok: 200, id: 'channelId' },
  'POST /notifications/channels/:id/resend': sending({ ok: 404, id: 'channelId' }, { delivery: '999999' }),
  'POST /notifications/channels/:id/test': { ok: 200, id: 'channelId' },
  'GET /notifications': plain,
  'POST /notifications/read': sending(plain, { all: true }),
  'GET /mail-links/:token': missing,
  'POST /mail-links/:token': missing,
  'POST /auth/login': sending({ ok: 401 }, { email: 'x@example.test', password: 'x' }),
  'POST /auth/register': sending({ ok: 400 }, { username: 'new', email: 'new@example.test', password: 'password123' }),
  'GET /auth/me': plain,
  'PUT /auth/profile': sending(plain, { settings: { defaultTone: 'short' } }),
  'PATCH /auth/profile': sending(plain, { settings: { defaultTone: 'short' } }),
  'POST /auth/forgot-password': sending(plain, { email: 'x@example.test' }),
  'POST /auth/reset-password': sending({ ok: 400 }, { token: 'x', password: 'another good one' }),
  'GET /auth/confirm-email': plain,
  // Without a mail server.
  'POST /auth/confirm-email/request': { ok: 503 },
  'POST /auth/confirm-email': sending({ ok: 400 }, { token: 'x' }),
  'POST /auth/undo-email-change': sending({ ok: 400 }, { token: 'x' }),
  'POST /auth/change-password': sending({ ok: 400 }, { currentPassword: 'wrong one', newPassword: 'another good one' }),
  'POST /auth/logout-everywhere': { ok: 204 },
  'POST /auth/logout': { ok: 204 },
  'GET /auth/sessions': plain,
  'DELETE /auth/sessions/:id': { ok: 204, id: 'sessionId' },
  'GET /auth/two-factor': plain,
  'POST /auth/two-factor/setup': { ok: 201 },
  'POST /auth/two-factor/enable': sending({ ok: 409 }, { currentPassword: 'wrong one', code: '123456' }),
  'POST /auth/two-factor/disable': sending({ ok: 409 }, { currentPassword: 'wrong one', code: '123456' }),
  'POST /auth/two-factor/recovery-codes': sending({ ok: 409 }, { currentPassword: 'wrong one', code: '123456' }),
  'GET /auth/passkeys': plain,
  'POST /auth/passkeys/setup': sending({ ok: 400 }, { currentPassword: 'wrong one' }),
  'POST /auth/passkeys': sending({ ok: 400 }, { credentialId: 'x', clientDataJSON: 'x', attestationObject: 'x' }),
  'PATCH /auth/passkeys/:id': sending({ ok: 200, id: 'passkeyId' }, { name: 'Mine' }),
  'DELETE /auth/passkeys/:id': { ok: 204, id: 'passkeyId', body: () => ({ currentPassword: 'owner has a long one' }) },
  'POST /auth/passkeys/challenge': plain,
  'POST /auth/passkeys/sign-in': sending(
    { ok: 400 },
    { credentialId: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
  ),
  'POST /auth/oidc/start': missing,
  'POST /auth/oidc/finish': sending(missing, { query: 'code=x&state=x' }),
  'POST /auth/proxy': { ok: 401 },
  'GET /auth/ways': plain,
  'DELETE /auth/identity': sending({ ok: 400 }, { currentPassword: 'wrong one' }),
  'POST /demo/sign-in': sending({ ok: 404 }, { code: 'x' }),
  'GET /campaigns': plain,
  'POST /campaigns': sending({ ok: 201 }, { name: 'Mine', rules: [{ text: 'invoice' }] }),
  'POST /campaigns/sample': { ok: 202 },
  'POST /campaigns/propose': sending(plain, { mode: 'basic', description: 'Invoicing software for freelancers who chase late payments' }),
  'GET /places': plain,
  'POST /campaigns/try': sending(plain, { offering: 'Invoicing', streams: [] }),
  'POST /companion/code': { ok: 201 },
  'POST /companion/pair': sending({ ok: 400 }, { code: 'ABCD-EFGH' }),
  'POST /companion/score': sending(plain, { texts: [pageText] }),
  'POST /companion/save': { ok: 200, stranger: 404, body: ({ campaignId }) => ({ campaignId, texts: [pageText] }) },
  'POST /campaigns/:id/keep': sending(campaign, { items: [] }),
  'POST /campaigns/preview': sending(plain, { rules: [{ text: 'invoice' }] }),
  'GET /campaigns/:id': campaign,
  'PUT /campaigns/:id': sending(campaign, { name: 'Renamed', rules: [{ text: 'invoice' }] }),
  'PATCH /campaigns/:id': sending(campaign, { name: 'Renamed' }),
  'DELETE /campaigns/:id': { ...campaign, ok: 204 },
  'POST /campaigns/:id/run': { ...campaign, ok: 202 },
  'POST /campaigns/:id/pause': campaign,
  'POST /campaigns/:id/resume': campaign,
  'POST /campaigns/:id/duplicate': { ...campaign, ok: 201 },
  'POST /campaigns/:id/move': sending({ ...campaign, ok: 404 }, { workspaceId: '999999' }),
  'PUT /campaigns/:id/weights': sending(campaign, {
    weights: { intent: 1, fit: 1, relevance: 1, urgency: 0, reachability: 0, recency: 0, saturation: 0 },
  }),
  'GET /campaigns/:id/runs': campaign,
  'GET /campaigns/:id/coverage': campaign,
  'GET /campaigns/:id/just-below': campaign,
  'GET /campaigns/:id/learning': campaign,
  'POST /campaigns/:id/rules/wake': sending({ ...campaign, ok: 409 }, { rule: 'invoic*' }),
  'GET /campaigns/:id/suggestions': campaign,
  'POST /campaigns/:id/suggestions/:name/accept': { ...campaign, ok: 404, name: '0123456789abcdef' },
  'POST /campaigns/:id/suggestions/:name/dismiss': { ...campaign, ok: 404, name: '0123456789abcdef' },
  'DELETE /campaigns/:id/suggestions/:name/dismiss': { ...campaign, ok: 404, name: '0123456789abcdef' },
  'POST /rules/check': sending(plain, { text: 'invoice' }),
  'POST /import/paste': { ok: 202, stranger: 409, body: () => ({ text: 'I need invoicing software' }) },
  'POST /import/file': { ok: 202, stranger: 409, init: fileForm },
  'POST /import/inspect': { ok: 200, stranger: 200, init: fileForm },
  'GET /leads/export.csv': plain,
  'GET /leads/export.json': plain,
  'GET /posts/export.csv': plain,
  'GET /posts/export.json': plain,
  'GET /posts': plain,
  'GET /posts/:id': post,
  'GET /posts/:id/thread': post,
  'PATCH /posts/:id': sending(post, { seen: true }),
  'POST /posts/:id/feedback': sending(post, { verdict: 'wrong', reason: 'no-need' }),
  'DELETE /posts/:id/feedback': post,
  'POST /posts/bulk': { ok: 200, stranger: 404, body: ({ postId }) => ({ ids: [postId], action: 'archive' }) },
  'POST /posts/undo': sending({ ok: 404 }, { undoToken: 'x' }),
  'GET /ai/status': plain,
  'GET /ai/spend': plain,
  'GET /posts/:id/draft-reply': post,
  'POST /posts/:id/draft-reply': sending(post, { tone: 'short' }),
  'GET /voice': plain,
  'PUT /voice': sending(plain, { profile: 'Short sentences.', samples: [] }),
  'POST /voice/describe': sending(plain, { samples: ['Ask for half in advance.', 'I send a reminder.', 'Which country are you in?'] }),
  'GET /leads': plain,
  'GET /leads/:id': lead,
  'PATCH /leads/:id': sending(lead, { stage: 'contacted' }),
  'GET /leads/:id/timeline': lead,
  'GET /follow-ups': plain,
  'GET /follow-ups/counts': plain,
  'POST /leads/:id/follow-ups': sending({ ...lead, ok: 201 }, { dueAt: '2026-12-01T09:00:00Z' }),
  'PATCH /follow-ups/:id': sending(followUp, { done: true }),
  'DELETE /follow-ups/:id': { ...followUp, ok: 204 },
  'GET /archived': plain,
  'POST /archived/restore': { ok: 200, stranger: 404, body: ({ postId }) => ({ ids: [postId] }) },
  'GET /reddit/activity': plain,
  'GET /reddit-vibe-analysis/analyze': { ok: 409 },
  'GET /reddit-vibe-analysis/latest': { ok: 204 },
  'GET /reddit-vibe-analysis/history': plain,
  'GET /reddit-health-simple/current': { ok: 409 },
  'GET /reddit-health-simple/latest': { ok: 204 },
  'GET /reddit-health-simple/history': plain,
  'GET /search/reddit': { ...plain, query: '?q=invoice' },
  'POST /search/save': { ok: 404, body: ({ campaignId }) => ({ fullname: 't3_abc', campaignId }) },
  'GET /subreddits': { ...plain, query: '?names=freelance' },
  'GET /subreddits/:name': { ...plain, name: 'freelance' },
  'GET /reddit-access': plain,
  'GET /reddit-oauth/status': plain,
  'GET /reddit-oauth/connect': { ok: 503 },
  'POST /reddit-oauth/callback': sending({ ok: 400 }, { code: 'x', state: 'x' }),
  'DELETE /reddit-oauth/disconnect': plain,
  'POST /reddit-oauth/refresh-token': { ok: 409 },
  'GET /reddit-oauth/accounts': plain,
  'POST /reddit-oauth/accounts/:id/default': missing,
  'DELETE /reddit-oauth/accounts/:id': missing,
  'POST /posts/:id/post-to-reddit': sending({ ...post, ok: 409 }, { message: 'Try ours' }),
  'GET /posts/:id/reply-check': post,
  'POST /posts/:id/reply-check': sending(post, { text: 'Try ours' }),
  'GET /outbox': plain,
  'DELETE /outbox/:id': missing,
  'GET /approvals': plain,
  'POST /approvals/:id': sending(missing, { decision: 'approve' }),
  'POST /outbox/:id/resolve': sending(missing, { outcome: 'sent' }),
  'GET /schedule': { ok: 200, query: '?from=2026-11-20T00:00:00Z&to=2026-11-27T00:00:00Z' },
  'POST /schedule': {
    ok: 409,
    stranger: 404,
    body: ({ postId, server }) => ({ postId, message: 'Hi', dueAt: new Date(server.clock.now + 60_000).toISOString() }),
  },
  'POST /schedule/pause': sending(plain, { paused: true }),
  'PATCH /schedule/:id': sending({ ok: 200, id: 'scheduledId' }, { paused: true }),
  'DELETE /schedule/:id': { ok: 204, id: 'scheduledId' },
  'GET /openapi.json': plain,
  'GET /views': plain,
  'POST /views': sending({ ok: 201 }, { list: 'leads', name: 'Mine', query: 'stage=new' }),
  'DELETE /views/:id': { ok: 204, id: 'viewId' },
  'GET /workspaces': plain,
  'PUT /workspaces/active': { ok: 200, stranger: 404, body: ({ workspaceId }) => ({ id: workspaceId }) },
  'PATCH /workspaces/:id': sending(workspace, { name: 'Studio' }),
  'GET /workspaces/:id/members': workspace,
  'PATCH /workspaces/:id/members/:userId': sending(missing, { role: 'viewer' }),
  'DELETE /workspaces/:id/members/:userId': missing,
  'GET /workspaces/:id/invitations': workspace,
  'POST /workspaces/:id/invitations': sending({ ...workspace, ok: 201 }, { role: 'member' }),
  'DELETE /workspaces/:id/invitations/:invitationId': missing,
  'GET /workspaces/invitations/:token': missing,
  'POST /workspaces/invitations/:token/accept': missing,
  'GET /tokens': plain,
  'POST /tokens': sending({ ok: 201 }, { name: 'Mine' }),
  'DELETE /tokens/:id': { ok: 204, id: 'tokenId' },
  'POST /assistants/review': sending(missing, { query: '' }),
  'POST /assistants/allow': sending(missing, { query: '', workspaceId: '1', scope: 'read' }),
  'GET /feeds/:token.atom': { ok: 404 },
  'GET /feeds/:token.json': { ok: 404 },
  'GET /campaigns/:id/feed': campaign,
  'POST /campaigns/:id/feed': { ...campaign, ok: 201 },
  'DELETE /campaigns/:id/feed': { ...campaign, ok: 204 },
  'GET /dashboard': plain,
  'GET /dashboard/today': plain,
  'GET /analytics': plain,
  'GET /analytics/:chart.csv': { ok: 200, name: 'funnel' },
  'GET /clients/report': { ok: 200, query: '?from=2026-11-01&to=2026-11-20' },
  'GET /clients/leads': plain,
  'GET /clients/leads/:id': { ok: 200, id: 'leadId' },
  'GET /reports': plain,
  'POST /reports': sending({ ok: 201 }, { from: '2026-11-01', to: '2026-11-20' }),
  'PUT /reports/brand': sending(plain, { name: 'North', accent: 'Blue' }),
  'DELETE /reports/:id': { ok: 204, id: 'reportId' },
  'GET /reports/:token': { ok: 404 },
  'GET /reports/schedules': plain,
  // Without a mail server.
  'POST /reports/schedules': sending({ ok: 503 }, { recipients: ['client@example.test'] }),
  'PATCH /reports/schedules/:id': sending({ ok: 200, id: 'reportScheduleId' }, { hour: 9 }),
  'DELETE /reports/schedules/:id': { ok: 204, id: 'reportScheduleId' },
  'POST /reports/schedules/:id/try': { ok: 503, id: 'reportScheduleId' },
  'GET /auth/me/export': plain,
  'DELETE /auth/me': sending({ ok: 400 }, { password: 'wrong one' }),
  'GET /billing': plain,
  'POST /billing/checkout': sending({ ok: 503 }, { plan: 'free' }),
  'POST /billing/portal': { ok: 409 },
  'POST /billing/refresh': plain,
  'POST /billing/webhook': { ok: 503, init: () => ({ body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } }) },
  'POST /billing/seats': sending({ ok: 201 }, { email: 'colleague@example.test' }),
  'POST /billing/seats/:id/take': missing,
  'DELETE /billing/seats/:id': missing,
  'GET /competitors': plain,
  'POST /competitors': sending({ ok: 201 }, { name: 'Paperboat' }),
  'GET /competitors/overview': plain,
  'GET /competitors/mentions': plain,
  'POST /competitors/mentions/:id/lead': sending(missing, { campaignId: '1' }),
  'POST /competitors/scrape': sending({ ok: 503, stranger: 409 }, {}),
  'POST /competitors/discover': sending({ ok: 503 }, { websiteUrl: 'http://127.0.0.1:1/' }),
  'PUT /competitors/:id': sending(competitor, { name: 'Paperboat', notes: 'Cheaper' }),
  'PATCH /competitors/:id': sending(competitor, { notes: 'Cheaper' }),
  'DELETE /competitors/:id': { ...competitor, ok: 204 },
  'GET /competitors/:id/mentions': competitor,
  'GET /competitors/:id/analytics': competitor,
  'GET /admin/overview': plain,
  'GET /admin/workspaces': plain,
  'GET /admin/users': plain,
  'GET /admin/users/:id': missing,
  'POST /admin/users': sending({ ok: 201 }, { username: 'nina', email: 'nina@example.test' }),
  'DELETE /admin/users/:id': missing,
  'POST /admin/users/:id/merge': sending(missing, { intoId: '999998', name: 'nobody' }),
  'PATCH /admin/users/:id': sending(missing, { role: 'admin' }),
  'POST /admin/users/:id/reset-link': missing,
  'GET /admin/jobs': plain,
  'POST /admin/jobs/:name/run': { ok: 202, name: 'retention' },
  'GET /admin/settings': plain,
  'PUT /admin/settings': sending(plain, { betaModeEnabled: false }),
  'PATCH /admin/settings': sending(plain, { betaModeEnabled: false }),
  'GET /admin/connections': plain,
  'PATCH /admin/connections/:id': sending({ ok: 200, name: 'email' }, { values: {} }),
  'POST /admin/connections/:id/test': sending({ ok: 200, name: 'email' }, { values: {} }),
  'POST /admin/connections/model/models': sending(plain, { values: {} }),
  'POST /admin/connections/model/check': sending(plain, { values: {}, part: 0 }),
  'GET /admin/purges': plain,
  'GET /admin/audit': plain,
  'GET /admin/audit.csv': plain,
  'GET /admin/ai-usage': plain,
  'GET /blacklist': plain,
  'POST /blacklist': sending({ ok: 201 }, { kind: 'word', value: 'giveaway' }),
  'DELETE /blacklist/:id': { ok: 200, id: 'blacklistId' },
  'POST /blacklist/import': sending(plain, { text: 'r/spam' }),
  'GET /admin/blacklist': plain,
  'POST /admin/blacklist': sending({ ok: 201 }, { kind: 'word', value: 'giveaway' }),
  'DELETE /admin/blacklist/:id': missing,
  'POST /admin/blacklist/import': sending(plain, { text: 'r/spam' }),
  'POST /feedback': sending({ ok: 201 }, { kind: 'idea', message: 'More of this', page: '/dashboard' }),
  'GET /feedback': plain,
  'GET /admin/feedback': plain,
  'GET /admin/feedback/:id': missing,
  'GET /admin/feedback/:id/picture': missing,
  'PATCH /admin/feedback/:id': sending(missing, { status: 'done' }),
  'GET /roadmap': plain,
  'POST /roadmap/:id/vote': missing,
  'DELETE /roadmap/:id/vote': missing,
  'POST /admin/roadmap': sending({ ok: 201 }, { title: 'A dark theme' }),
  'PUT /admin/roadmap/:id': sending(missing, { title: 'A dark theme' }),
  'PATCH /admin/roadmap/:id': sending(missing, { status: 'done' }),
  'DELETE /admin/roadmap/:id': missing,
  'POST /beta/applications': sending({ ok: 202 }, { email: 'new@example.test', name: 'New', useCase: 'Find new customers' }),
  'POST /beta/verify': sending({ ok: 400 }, { token: 'x' }),
  'GET /admin/beta-applications': plain,
  'GET /admin/beta-applications/:id': missing,
  'PATCH /admin/beta-applications/:id': sending(missing, { status: 'accepted' }),
};

/** All that clients reach, written out: whatever isn't listed here is refused. */
export const forClients = new Set(
  `GET /auth/me
PUT /auth/profile
PATCH /auth/profile
GET /auth/confirm-email
POST /auth/confirm-email/request
POST /auth/change-password
POST /auth/logout-everywhere
POST /auth/logout
GET /auth/sessions
DELETE /auth/sessions/:id
GET /auth/me/export
DELETE /auth/me
GET /auth/two-factor
POST /auth/two-factor/setup
POST /auth/two-factor/enable
POST /auth/two-factor/disable
POST /auth/two-factor/recovery-codes
GET /auth/passkeys
POST /auth/passkeys/setup
POST /auth/passkeys
PATCH /auth/passkeys/:id
DELETE /auth/passkeys/:id
GET /auth/ways
DELETE /auth/identity
GET /workspaces
PUT /workspaces/active
GET /clients/report
GET /clients/leads
GET /clients/leads/:id`.split('\n'),
);
