import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as inFolder } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GivenRole } from '#shared/auth.ts';
import type { Actor } from '#core/platform/actor.ts';
import { systemActor } from '#core/platform/actor.ts';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';
import { competitorInputSchema } from '#shared/competitors.ts';
import { newReportSchema } from '#shared/reports.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { openInMemory } from '#test/support/memory-database.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';
import { isOnPostgres } from '#test/support/test-database.ts';

export const callers = ['anonymous', 'disabled', 'other', 'admin', 'owner'] as const;
export type Caller = (typeof callers)[number];

/** What is in the database, and how to get in. */
interface Contents {
  /** Of sessions. */
  tokens: Record<Exclude<Caller, 'anonymous'>, string>;
  owner: Actor & { kind: 'user' };
  campaignId: string;
  postId: string;
  leadId: string;
  followUpId: string;
  viewId: string;
  tokenId: string;
  reportId: string;
  reportScheduleId: string;
  blacklistId: string;
  competitorId: string;
  channelId: string;
  scheduledId: string;
  sessionId: string;
  passkeyId: string;
  workspaceId: string;
}

export interface World extends Contents {
  server: TestServer;
  as: Record<Caller, Api>;
  close(): Promise<void>;
}

async function fill(server: TestServer): Promise<Contents> {
  const admin = await server.member('root', 'admin');
  const [owner, other, disabled] = [await server.member('owner'), await server.member('other'), await server.member('gone')];
  await server.core.accounts.users.setDisabled(systemActor, disabled.email, true);
  const actor = { kind: 'user', userId: owner.user.id, role: 'user' } as const;
  const campaign = await makeCampaign(server.core, actor);
  await ingestItems(server.core, [makeItem(1, server.clock.now), makeItem(2, server.clock.now)]);
  const [post] = (await server.core.inbox.posts.list(actor, { limit: 25, sort: '-confidence', status: 'all' })).items;
  if (!post?.leadId) throw new Error('The world has no lead');
  await server.core.inbox.leads.update(actor, post.leadId, { shownToClients: true });
  const followUp = await server.core.inbox.followUps.create(actor, post.leadId, { dueAt: '2026-12-01T09:00:00.000Z', note: '' });
  const view = await server.core.inbox.savedViews.save(actor, { list: 'leads', name: 'Needs me', query: 'stage=new' });
  const token = await server.core.accounts.tokens.create(actor, { name: 'CRM', scope: 'write', tools: [] });
  const report = await server.core.insights.reports.create(actor, newReportSchema.parse({ from: '2026-11-01', to: '2026-11-20' }));
  const rules = {
    kinds: ['new-lead' as const],
    minScore: 0,
    campaignIds: [],
    pace: 'now' as const,
    hour: 8,
    weekday: 1,
    quiet: null,
    zone: 'UTC',
  };
  const channel = await server.core.notifications.channels.create(actor, { kind: 'email', name: 'Mail', target: {}, ...rules });
  const due = server.clock.now + 86_400_000;
  const [scheduled] = await server.core
    .db('outbox')
    .insert({
      user_id: Number(owner.user.id),
      post_id: Number(post.id),
      account: 'owner_reddit',
      parent_fullname: post.fullname,
      subreddit: post.subreddit,
      text: 'Try ours',
      text_hash: 'agreed',
      state: 'queued',
      due_at: due,
      scheduled_at: due,
      created_at: server.clock.now,
    })
    .returning<{ id: number }[]>('id');
  // Not by the service: there is no mail server.
  const [emailed] = await server.core
    .db('report_schedules')
    .insert({
      user_id: Number(owner.user.id),
      made_by: Number(owner.user.id),
      pace: 'weekly',
      day: 1,
      hour: 8,
      zone: 'UTC',
      due_at: due,
      created_at: server.clock.now,
    })
    .returning<{ id: number }[]>('id');
  await server.core
    .db('report_recipients')
    .insert({ schedule_id: Number(emailed?.id), email: 'client@example.test', email_key: 'client@example.test' });
  await server.core.discovery.blacklist.ofWorkspace.add(actor, [{ kind: 'author', value: 'u/nobody' }]);
  const [excluded] = await server.core.discovery.blacklist.ofWorkspace.list(actor);
  const competitor = await server.core.insights.competitors.create(actor, competitorInputSchema.parse({ name: 'Quillbill' }));
  const [passkey] = await server.core
    .db('passkeys')
    .insert({
      user_id: Number(owner.user.id),
      name: 'Phone',
      credential_id: 'phone',
      public_key: 'key',
      user_handle: 'owner',
      counter: 0,
      created_at: server.clock.now,
    })
    .returning<{ id: number }[]>('id');
  // A second session, so that ending it keeps the caller signed in.
  const elsewhere = await server.core.accounts.users.signIn({ email: owner.email, password: owner.password }, '192.0.2.2');
  const { sessionId = '' } = (await server.core.accounts.users.sessionFrom(elsewhere.token)).actor;
  return {
    tokens: { disabled: disabled.token, other: other.token, admin: admin.token, owner: owner.token },
    owner: actor,
    campaignId: campaign.id,
    postId: post.id,
    leadId: post.leadId,
    followUpId: followUp.id,
    viewId: view.id,
    tokenId: token.id,
    reportId: report.id,
    reportScheduleId: String(emailed?.id),
    blacklistId: excluded?.id ?? '',
    competitorId: competitor.id,
    channelId: channel.id,
    scheduledId: String(scheduled?.id),
    sessionId,
    passkeyId: String(passkey?.id),
    workspaceId: owner.user.id,
  };
}

// All callers in a test have the same address. With another secret, tokens and encrypted columns of the copy couldn't be read.
const serveWorld = (database?: OpenDatabase) =>
  makeServer({ http: { connectionsPerAddress: 5000 }, security: { secret: 'the same for each copy of the world' } }, { database });

let kept: Promise<{ file: string; contents: Contents }> | undefined;

/** Fills one database, of which each world is a copy: filling takes five times as long as opening. */
async function keepWorld() {
  const server = await serveWorld();
  const contents = await fill(server);
  const file = inFolder(mkdtempSync(inFolder(tmpdir(), 'earshot-world-')), 'world.db');
  await server.core.db.raw('VACUUM INTO ?', [file]);
  await server.close();
  return { file, contents };
}

async function openWorld(): Promise<{ server: TestServer; contents: Contents }> {
  if (isOnPostgres) {
    const server = await serveWorld();
    return { server, contents: await fill(server) };
  }
  const { file, contents } = await (kept ??= keepWorld());
  return { server: await serveWorld(await openInMemory(file)), contents };
}

/** A server with an admin, an owner who has a campaign with a post and a lead, another user, and a disabled user. */
export async function makeWorld(): Promise<World> {
  const { server, contents } = await openWorld();
  const { disabled, other, admin, owner } = contents.tokens;
  return {
    ...contents,
    server,
    as: {
      anonymous: server.api(),
      disabled: server.api(disabled),
      other: server.api(other),
      admin: server.api(admin),
      owner: server.api(owner),
    },
    close: () => server.close(),
  };
}

/** A world of one test, which closes it. */
export async function makePlace(): Promise<World> {
  const world = await makeWorld();
  onTestFinished(world.close);
  return world;
}

export type Joined = GivenRole;

export interface Person {
  id: string;
  token: string;
  api: Api;
}

/** Somebody whose session is in the owner's workspace. */
export async function join(
  { server, workspaceId }: Pick<World, 'server' | 'workspaceId'>,
  role: Joined,
  name = `${role}-of-it`,
): Promise<Person> {
  const { user, token } = await server.member(name);
  const of = { workspace_id: Number(workspaceId), user_id: Number(user.id) };
  await server.core.db('workspace_members').insert({ ...of, role, created_at: server.clock.now });
  await server.core.db('sessions').where({ user_id: of.user_id }).update({ workspace_id: of.workspace_id });
  return { id: user.id, token, api: server.api(token) };
}
