import { canSend, type Channel, type ChannelUpdate, type NewChannel, onlyWebhooks } from '#shared/notify.ts';
import { dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { can, memberOf } from '#core/platform/policy.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Runner } from '#core/platform/runner.ts';
import {
  type ChannelChanges,
  type ChannelRow,
  type ListedChannel,
  timingOf,
  changeChannel,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  listWaiting,
  findReceiver,
  listOwnCampaigns,
} from './channel-queries.ts';
import { type ChannelDeps, parseTarget, sealTarget, unsealTarget, withSecret } from './channel.ts';
import { requireReachable } from './http-result.ts';
import type { MailLinkDeps, ReportLinks } from './mail-links.ts';
import { dropWaiting, moveWaiting } from './message-queries.ts';
import type { ModelState } from './announcements.ts';
import { dueAt } from './plain.ts';
import { hintOf } from './registry.ts';

export interface NotifyDeps extends CoreContext {
  channelDeps: Omit<ChannelDeps, 'now'>;
  /** Private hosts and networks that receivers may be in. */
  allowPrivateHosts: () => readonly string[];
  isMailConfigured: () => boolean;
  model: ModelState;
  posts: Pick<MailLinkDeps, 'getPost' | 'ratePost'>;
  reports: ReportLinks;
  runner: Runner;
  random: () => number;
}

/** A channel as its owner sees it, without the address. */
function present(row: ListedChannel, waiting: { waiting: number; next: number | null } | undefined): Channel {
  const { pace, hour, weekday, quiet, zone } = timingOf(row);
  const errorAt = isoTime(row.last_error_at);
  return {
    id: String(row.id),
    kind: row.kind,
    name: row.name,
    hint: row.hint,
    kinds: JSON.parse(row.kinds) as Channel['kinds'],
    minScore: row.min_score,
    campaignIds: JSON.parse(row.campaign_ids) as string[],
    pace,
    hour,
    weekday,
    quiet,
    zone,
    paused: row.paused,
    lastError: row.last_error === null || errorAt === null ? null : { message: row.last_error, at: errorAt },
    lastSentAt: isoTime(row.last_sent_at),
    waiting: waiting?.waiting ?? 0,
    nextAt: row.paused === null ? isoTime(waiting?.next) : null,
  };
}

/** The columns for the given settings; absent ones stay unchanged. */
function columnsOf({ name, kinds, minScore, campaignIds, pace, hour, weekday, quiet, zone }: ChannelUpdate): ChannelChanges {
  return {
    ...(name !== undefined && { name }),
    ...(kinds && { kinds: JSON.stringify([...new Set(kinds)]) }),
    ...(minScore !== undefined && { min_score: minScore }),
    ...(campaignIds && { campaign_ids: JSON.stringify(campaignIds) }),
    ...(pace && { pace }),
    ...(hour !== undefined && { hour }),
    ...(weekday !== undefined && { weekday }),
    ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    ...(zone !== undefined && { zone }),
  };
}

const maxChannels = 20;

const missing = () => new AppError('not_found', 'Channel not found');

async function requireOwnCampaigns(db: Db | Trx, userId: number, ids: readonly string[] = []): Promise<void> {
  const own = await listOwnCampaigns(db, userId, ids.map(Number));
  if (new Set(own).size < new Set(ids).size)
    throw new AppError('invalid', 'One of the campaigns is no longer available. Choose again.', {
      details: [{ path: 'campaignIds', message: 'No longer available' }],
    });
}

const originOf = (url: string | undefined): string | null => (url !== undefined && URL.canParse(url) ? new URL(url).origin : null);

/** A channel with headers keeps what the update doesn't contain; its headers only on the same server. */
function newTarget({ secrets }: Pick<NotifyDeps, 'secrets'>, row: ChannelRow, given: Record<string, string>) {
  if (row.kind !== 'webhook' && row.kind !== 'custom') return parseTarget(row.kind, given);
  const { headers, ...kept } = unsealTarget(secrets, { ...row, kind: row.kind });
  const target = { ...kept, ...given };
  const isThere = originOf(kept.url) === originOf(target.url);
  return parseTarget(row.kind, { ...(isThere && headers && { headers }), ...target });
}

/** A program may add webhooks, and change only those that it added. */
const tokenIdOf = (actor: Actor): number | null => (actor.kind === 'user' ? (actor.tokenId ?? null) : null);

async function getOwn(trx: Trx, actor: Actor, id: string): Promise<ChannelRow> {
  const row = await findChannel(trx, { id: Number(id), userId: workspaceOf(actor) });
  const tokenId = tokenIdOf(actor);
  if (!row || (tokenId !== null && row.token_id !== tokenId)) throw missing();
  return row;
}

/** The row of a new channel. */
function rowOf(
  { secrets, now }: Pick<NotifyDeps, 'secrets' | 'now'>,
  actor: Actor,
  { kind, target, ...rules }: NewChannel,
): Omit<ChannelRow, 'id'> & { made_by: number } {
  const userId = workspaceOf(actor);
  return {
    user_id: userId,
    made_by: userIdOf(actor),
    token_id: tokenIdOf(actor),
    kind,
    target_sealed: sealTarget(secrets, userId, target),
    hint: hintOf(kind, target),
    name: rules.name,
    kinds: JSON.stringify([...new Set(rules.kinds)]),
    min_score: rules.minScore,
    campaign_ids: JSON.stringify(rules.campaignIds),
    pace: rules.pace,
    hour: rules.hour,
    weekday: rules.weekday,
    quiet_from: rules.quiet?.from ?? null,
    quiet_to: rules.quiet?.to ?? null,
    zone: rules.zone,
    paused: null,
    failures: 0,
    last_error: null,
    last_error_at: null,
    last_sent_at: null,
    tested_at: null,
    created_at: now(),
  };
}

function createUpdate(deps: NotifyDeps) {
  const { secrets, now } = deps;
  return async function writeUpdate(trx: Trx, actor: Actor, { row, update }: { row: ChannelRow; update: ChannelUpdate }): Promise<void> {
    await requireOwnCampaigns(trx, row.user_id, update.campaignIds);
    if (!canSend(row.kind, update.kinds))
      throw new AppError('invalid', onlyWebhooks, { details: [{ path: 'kinds', message: onlyWebhooks }] });
    const target = update.target && newTarget(deps, row, update.target);
    if (target) requireReachable(actor, target, deps.allowPrivateHosts());
    const isFixed = update.paused === false || target !== undefined;
    await changeChannel(trx, row, {
      ...columnsOf(update),
      ...(target && {
        target_sealed: sealTarget(secrets, row.user_id, target),
        hint: hintOf(row.kind, target),
        // It may go to them now.
        made_by: userIdOf(actor),
      }),
      ...(update.paused === true && { paused: row.paused ?? 'Paused by you' }),
      ...(update.paused === false && { paused: null }),
      ...(isFixed && { failures: 0, last_error: null, last_error_at: null }),
    });
    const after = await findChannel(trx, { id: row.id, userId: row.user_id });
    if (!after) return;
    if (row.paused !== null && after.paused === null) await dropWaiting(trx, row.id, now() - dayMs);
    await moveWaiting(trx, row.id, dueAt(now(), timingOf(after)));
  };
}

/** The owner's address is for those who manage where notifications go. */
async function mailOf({ db, config, isMailConfigured }: NotifyDeps, actor: Actor) {
  const address = can(memberOf(actor), 'manage') ? (await findReceiver(db, workspaceOf(actor))).address : null;
  return { configured: isMailConfigured(), address: address ?? '', hasLinks: config.http.publicUrl !== '' };
}

/** A workspace's notification channels. */
export function createChannels(deps: NotifyDeps) {
  const { db, bus, writeAudit } = deps;
  const writeUpdate = createUpdate(deps);
  const stale = (userId: number) => bus.announce(String(userId), ['channels-changed']);

  async function get(userId: number, id: number): Promise<Channel> {
    const row = await findChannel(db, { id, userId });
    if (!row) throw missing();
    return present(
      row,
      (await listWaiting(db, userId)).find(({ channel_id }) => channel_id === id),
    );
  }

  return {
    async list(actor: Actor) {
      const userId = workspaceOf(actor);
      const waiting = new Map((await listWaiting(db, userId)).map((row) => [row.channel_id, row]));
      return {
        items: (await listChannels(db, userId)).map((row) => present(row, waiting.get(row.id))),
        mail: await mailOf(deps, actor),
        pushKey: deps.channelDeps.vapid().publicKey,
      };
    },

    /** Throws `conflict` when the user already has 20 channels. */
    async create(actor: Actor, given: NewChannel) {
      const userId = workspaceOf(actor);
      if (tokenIdOf(actor) !== null && given.kind !== 'webhook')
        throw new AppError('forbidden', 'API tokens can only add webhooks. Sign in to add other channels.');
      const { target, made } = withSecret(given.kind, given.target);
      requireReachable(actor, target, deps.allowPrivateHosts());
      const id = await transact(db, async (trx) => {
        if ((await listChannels(trx, userId)).length >= maxChannels)
          throw new AppError('conflict', `You can have at most ${maxChannels} channels. Remove one first.`);
        await requireOwnCampaigns(trx, userId, given.campaignIds);
        return insertChannel(trx, rowOf(deps, actor, { ...given, target } as NewChannel));
      });
      await writeAudit(actor, { action: 'channel-added', target: `channel:${id}`, details: { kind: given.kind } });
      stale(userId);
      return { ...(await get(userId, id)), signingSecret: made };
    },

    async update(actor: Actor, id: string, update: ChannelUpdate): Promise<Channel> {
      const userId = workspaceOf(actor);
      await transact(db, async (trx) => {
        await writeUpdate(trx, actor, { row: await getOwn(trx, actor, id), update });
      });
      stale(userId);
      return get(userId, Number(id));
    },

    async remove(actor: Actor, id: string): Promise<null> {
      const userId = workspaceOf(actor);
      const { kind } = await transact(db, async (trx) => {
        const row = await getOwn(trx, actor, id);
        await deleteChannel(trx, row);
        return row;
      });
      await writeAudit(actor, { action: 'channel-removed', target: `channel:${id}`, details: { kind } });
      stale(userId);
      return null;
    },
  };
}
