import { expect, test, vi } from 'vitest';
import type { WorkspaceRole } from '#shared/auth.ts';
import type { Api } from '#test/support/serve.ts';
import { makeWorld } from '#test/security/world.ts';

vi.setConfig({ testTimeout: 300_000 });

/** One route for each right; what may be done twice. */
const cases: [method: string, path: string, body: object | null, statuses: Record<WorkspaceRole | 'stranger', number>][] = [
  ['GET', '/leads/:lead', null, { owner: 200, admin: 200, member: 200, viewer: 200, client: 403, stranger: 404 }],
  ['GET', '/leads/export.csv', null, { owner: 200, admin: 200, member: 200, viewer: 403, client: 403, stranger: 200 }],
  ['PATCH', '/leads/:lead', { notes: 'Wrote' }, { owner: 200, admin: 200, member: 200, viewer: 403, client: 403, stranger: 404 }],
  ['GET', '/approvals', null, { owner: 200, admin: 200, member: 200, viewer: 200, client: 403, stranger: 200 }],
  ['POST', '/approvals/9999', { decision: 'approve' }, { owner: 404, admin: 404, member: 403, viewer: 403, client: 403, stranger: 404 }],
  [
    'PATCH',
    '/workspaces/:workspace',
    { assignsInTurn: true },
    { owner: 200, admin: 200, member: 403, viewer: 403, client: 403, stranger: 404 },
  ],
  ['GET', '/workspaces/:workspace/members', null, { owner: 200, admin: 200, member: 200, viewer: 200, client: 403, stranger: 404 }],
  ['GET', '/workspaces/:workspace/invitations', null, { owner: 200, admin: 200, member: 403, viewer: 403, client: 403, stranger: 404 }],
];

test('roles may do on PostgreSQL what they may on SQLite, and strangers see nothing', async () => {
  const { server, workspaceId, leadId, as, close } = await makeWorld();
  const people: Record<string, Api> = { owner: as.owner, stranger: as.other };
  for (const role of ['admin', 'member', 'viewer', 'client'] as const) {
    const { user, token } = await server.member(`${role}-of-it`);
    const of = { workspace_id: Number(workspaceId), user_id: Number(user.id) };
    await server.core.db('workspace_members').insert({ ...of, role, created_at: server.clock.now });
    await server.core.db('sessions').where({ user_id: of.user_id }).update({ workspace_id: of.workspace_id });
    people[role] = server.api(token);
  }
  for (const [method, path, body, statuses] of cases) {
    const seen: Record<string, number> = {};
    for (const [role, api] of Object.entries(people)) {
      const init = body === null ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await api.send(method, path.replace(':lead', leadId).replace(':workspace', workspaceId), init);
      seen[role] = answer.status;
    }
    expect({ path: `${method} ${path}`, seen }).toEqual({ path: `${method} ${path}`, seen: statuses });
  }
  await close();
});
