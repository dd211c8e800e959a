import type { Channel, ChannelUpdate, NewChannel } from '#shared/notify.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { type ChannelRow, changeChannel, deleteChannel, findChannel, insertChannel, listChannels } from './channel-queries.ts';
import { listWaiting, timingOf } from './channel-queries.ts';
import { columnsOf, present } from './channel-shape.ts';
import { dropWaiting, moveWaiting } from './message-queries.ts';
import { hintOf } from './registry.ts';
import type { NotifyDeps } from './deps.ts';
import { parseTarget, sealTarget, unsealTarget, withSecret } from './target.ts';
import { dueAt } from './times.ts';
import { findEmail, listOwnCampaigns } from './user-queries.ts';

const maxChannels = 20;

const missing = () => new AppError('not_found', 'Channel not found');

async function requireOwnCampaigns(db: Db | Trx, userId: number, ids: readonly string[] = []): Promise<void> {
  const own = await listOwnCampaigns(db, userId, ids.map(Number));
  if (new Set(own).size < new Set(ids).size)
    throw new AppError('invalid', 'One of the campaigns is no longer available. Choose again.', {
      details: [{ path: 'campaignIds', message: 'No longer available' }],
    });
}

/** A webhook keeps its signing secret unless the update contains a new one. */
function newTarget({ secrets }: Pick<NotifyDeps, 'secrets'>, row: ChannelRow, given: Record<string, string>) {
  const isBare = row.kind === 'webhook' && given['secret'] === undefined;
  const kept = isBare ? unsealTarget(secrets, { ...row, kind: 'webhook' }).secret : undefined;
  return parseTarget(row.kind, { ...given, ...(kept && { secret: kept }) });
}

/** The row of a new channel. */
function rowOf(
  { secrets, now }: Pick<NotifyDeps, 'secrets' | 'now'>,
  userId: number,
  { kind, target, ...rules }: NewChannel,
): Omit<ChannelRow, 'id'> {
  return {
    user_id: userId,
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
  return async function writeUpdate(trx: Trx, row: ChannelRow, update: ChannelUpdate): Promise<void> {
    await requireOwnCampaigns(trx, row.user_id, update.campaignIds);
    const target = update.target && newTarget(deps, row, update.target);
    const isFixed = update.paused === false || target !== undefined;
    await changeChannel(trx, row, {
      ...columnsOf(update),
      ...(target && { target_sealed: sealTarget(secrets, row.user_id, target), hint: hintOf(row.kind, target) }),
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

/** A user's notification channels. */
export function createChannels(deps: NotifyDeps) {
  const { db, bus, config, writeAudit, isMailConfigured } = deps;
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
      const userId = userIdOf(actor);
      const waiting = new Map((await listWaiting(db, userId)).map((row) => [row.channel_id, row]));
      return {
        items: (await listChannels(db, userId)).map((row) => present(row, waiting.get(row.id))),
        mail: { configured: isMailConfigured(), address: (await findEmail(db, userId)) ?? '', hasLinks: config.http.publicUrl !== '' },
      };
    },

    /** Throws `conflict` when the user already has 20 channels. */
    async create(actor: Actor, given: NewChannel) {
      const userId = userIdOf(actor);
      const { target, made } = withSecret(given.kind, given.target);
      const id = await transact(db, async (trx) => {
        if ((await listChannels(trx, userId)).length >= maxChannels)
          throw new AppError('conflict', `You can have at most ${maxChannels} channels. Remove one first.`);
        await requireOwnCampaigns(trx, userId, given.campaignIds);
        return insertChannel(trx, rowOf(deps, userId, { ...given, target } as NewChannel));
      });
      await writeAudit(actor, { action: 'channel-added', target: `channel:${id}`, details: { kind: given.kind } });
      stale(userId);
      return { ...(await get(userId, id)), signingSecret: made };
    },

    async update(actor: Actor, id: string, update: ChannelUpdate): Promise<Channel> {
      const userId = userIdOf(actor);
      await transact(db, async (trx) => {
        const row = await findChannel(trx, { id: Number(id), userId });
        if (!row) throw missing();
        await writeUpdate(trx, row, update);
      });
      stale(userId);
      return get(userId, Number(id));
    },

    async remove(actor: Actor, id: string): Promise<null> {
      const userId = userIdOf(actor);
      await transact(db, async (trx) => {
        const row = await findChannel(trx, { id: Number(id), userId });
        if (!row) throw missing();
        await deleteChannel(trx, row);
      });
      await writeAudit(actor, { action: 'channel-removed', target: `channel:${id}` });
      stale(userId);
      return null;
    },
  };
}
