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
    | 'competitorId'
    | 'channelId'
    | 'scheduledId'
    | 'sessionId'
    | 'passkeyId';
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
const followUp: Row = { ok: 200, id: 'followUpId' };
const sending = (row: Row, body: unknown): Row => ({ ...row, body: () => body });

function fileForm(): RequestInit {
  const body = new FormData();
  body.set('file', new Blob(['{}\n']), 'a.jsonl');
  return { body };
}

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
  'POST /demo/sign-in': sending({ ok: 404 }, { code: 'x' }),
  'GET /campaigns': plain,
  'POST /campaigns': sending({ ok: 201 }, { name: 'Mine', rules: [{ text: 'invoice' }] }),
  'POST /campaigns/sample': { ok: 202 },
  'POST /campaigns/propose': sending(plain, { mode: 'basic', description: 'Invoicing software for freelancers who chase late payments' }),
  'POST /campaigns/preview': sending(plain, { rules: [{ text: 'invoice' }] }),
  'GET /campaigns/:id': campaign,
  'PUT /campaigns/:id': sending(campaign, { name: 'Renamed', rules: [{ text: 'invoice' }] }),
  'PATCH /campaigns/:id': sending(campaign, { name: 'Renamed' }),
  'DELETE /campaigns/:id': { ...campaign, ok: 204 },
  'POST /campaigns/:id/run': { ...campaign, ok: 202 },
  'POST /campaigns/:id/pause': campaign,
  'POST /campaigns/:id/resume': campaign,
  'POST /campaigns/:id/duplicate': { ...campaign, ok: 201 },
  'PUT /campaigns/:id/weights': sending(campaign, {
    weights: { intent: 1, fit: 1, relevance: 1, urgency: 0, reachability: 0, recency: 0, saturation: 0 },
  }),
  'GET /campaigns/:id/runs': campaign,
  'GET /campaigns/:id/coverage': campaign,
  'GET /campaigns/:id/learning': campaign,
  'POST /campaigns/:id/rules/wake': sending({ ...campaign, ok: 409 }, { rule: 'invoic*' }),
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
  'PATCH /posts/:id': sending(post, { seen: true }),
  'POST /posts/:id/feedback': sending(post, { verdict: 'wrong', reason: 'no-need' }),
  'DELETE /posts/:id/feedback': post,
  'POST /posts/bulk': { ok: 200, stranger: 404, body: ({ postId }) => ({ ids: [postId], action: 'archive' }) },
  'POST /posts/undo': sending({ ok: 404 }, { undoToken: 'x' }),
  'GET /ai/status': plain,
  'GET /ai/spend': plain,
  'POST /posts/:id/draft-reply': sending(post, { tone: 'short' }),
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
  'POST /posts/:id/post-to-reddit': sending({ ...post, ok: 409 }, { message: 'Try ours' }),
  'GET /posts/:id/reply-check': post,
  'POST /posts/:id/reply-check': sending(post, { text: 'Try ours' }),
  'GET /outbox': plain,
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
  'GET /tokens': plain,
  'POST /tokens': sending({ ok: 201 }, { name: 'Mine' }),
  'DELETE /tokens/:id': { ok: 204, id: 'tokenId' },
  'GET /feeds/:token.atom': { ok: 404 },
  'GET /feeds/:token.json': { ok: 404 },
  'GET /campaigns/:id/feed': campaign,
  'POST /campaigns/:id/feed': { ...campaign, ok: 201 },
  'DELETE /campaigns/:id/feed': { ...campaign, ok: 204 },
  'GET /dashboard': plain,
  'GET /analytics': plain,
  'GET /analytics/:chart.csv': { ok: 200, name: 'funnel' },
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
  'GET /admin/users': plain,
  'GET /admin/users/:id': missing,
  'POST /admin/users': sending({ ok: 201 }, { username: 'nina', email: 'nina@example.test' }),
  'DELETE /admin/users/:id': missing,
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
  'GET /admin/purges': plain,
  'GET /admin/audit': plain,
  'GET /admin/ai-usage': plain,
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
