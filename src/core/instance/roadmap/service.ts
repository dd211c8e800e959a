import { createHmac } from 'node:crypto';
import { dayMs } from '#shared/time.ts';
import type { NewRoadmapEntry, RoadmapEntry, RoadmapUpdate } from '#shared/roadmap.ts';
import type { CoreContext } from '#core/context.ts';
import { networkOf } from '#core/platform/http/network.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import {
  countGuestVotes,
  deleteEntry,
  deleteVote,
  findEntry,
  hasEntries,
  insertEntry,
  insertVote,
  listEntries,
  type EntryRow,
  updateEntry,
} from '../queries.ts';
import type { Fact } from '#shared/events.ts';

type RoadmapDeps = Pick<CoreContext, 'db' | 'bus' | 'now' | 'secrets' | 'writeAudit'>;
/** An account, or an anonymous visitor, identified by cookie (null if there is none yet) and IP address. */
export type Voter = { userId: string } | { cookie: string | null; address: string };

/** Limits for anonymous votes from one network: enough for an office, too few to manipulate the list. */
const maxPerEntry = 3;
const maxADay = 20;
const facts: Fact[] = ['roadmap-changed'];

const present = (row: EntryRow): RoadmapEntry => ({
  id: String(row.id),
  title: row.title,
  text: row.text,
  status: row.status,
  votes: row.votes,
  voted: row.voted > 0,
  updatedAt: isoTime(row.updated_at),
});

const missing = () => new AppError('not_found', 'Roadmap entry not found');

async function getEntry(db: Db, id: number, voter: string | null): Promise<RoadmapEntry> {
  const row = await findEntry(db, id, voter);
  if (!row) throw missing();
  return present(row);
}

/** Votes of accounts and anonymous visitors. */
function createVoting({ db, bus, now, secrets }: RoadmapDeps) {
  const key = secrets.keyFor('roadmap voters');
  // Only digests of addresses and cookies are stored.
  const digest = (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32);
  const idOf = (voter: Voter): string | null => {
    if ('userId' in voter) return `user:${voter.userId}`;
    return voter.cookie === null ? null : `guest:${digest(voter.cookie)}`;
  };
  return {
    list: async (voter: Voter): Promise<RoadmapEntry[]> => (await listEntries(db, idOf(voter))).map(present),
    /** One vote per account or visitor. Throws `too_many` above the limit of a network, `invalid` for a visitor without a cookie. */
    async vote(voter: Voter, id: string): Promise<RoadmapEntry> {
      const name = idOf(voter);
      if (name === null) throw new AppError('invalid', 'Allow cookies on this page to vote');
      const entryId = Number(id);
      const network = 'userId' in voter ? null : digest(networkOf(voter.address));
      await transact(db, async (trx) => {
        const entry = await findEntry(trx, entryId, name);
        if (!entry) throw missing();
        if (entry.voted > 0) return;
        if (network !== null) {
          const here = await countGuestVotes(trx, network, { roadmapId: entryId });
          const today = await countGuestVotes(trx, network, { since: now() - dayMs });
          if (here >= maxPerEntry || today >= maxADay)
            throw new AppError('too_many', 'Your network has reached its limit of anonymous votes. Sign in to vote.', { retryAfter: 3600 });
        }
        const userId = 'userId' in voter ? Number(voter.userId) : null;
        await insertVote(trx, { roadmap_id: entryId, voter: name, user_id: userId, network, created_at: now() });
      });
      bus.announce(null, facts);
      return getEntry(db, entryId, name);
    },
    async unvote(voter: Voter, id: string): Promise<RoadmapEntry> {
      const name = idOf(voter);
      if (name !== null) await deleteVote(db, Number(id), name);
      const entry = await getEntry(db, Number(id), name);
      bus.announce(null, facts);
      return entry;
    },
  };
}

/** The public roadmap with votes. */
export function createRoadmap(deps: RoadmapDeps) {
  const { db, bus, now, writeAudit } = deps;
  async function record(actor: Actor, { id, title: name }: Pick<RoadmapEntry, 'id' | 'title'>, change: 'added' | 'changed' | 'removed') {
    await writeAudit(actor, { action: 'roadmap-changed', target: `roadmap:${id}`, details: { name, change } });
    bus.announce(null, facts);
  }

  const { list, vote, unvote } = createVoting(deps);

  return {
    list,
    hasEntries: () => hasEntries(deps.db),
    vote,
    unvote,
    async add(actor: Actor, given: NewRoadmapEntry): Promise<RoadmapEntry> {
      requireAdmin(actor);
      const id = await insertEntry(db, { ...given, updated_at: now() });
      const entry = await getEntry(db, id, null);
      await record(actor, entry, 'added');
      return entry;
    },
    async change(actor: Actor, id: string, given: RoadmapUpdate): Promise<RoadmapEntry> {
      requireAdmin(actor);
      if ((await updateEntry(db, Number(id), { ...given, updated_at: now() })) === 0) throw missing();
      const entry = await getEntry(db, Number(id), null);
      await record(actor, entry, 'changed');
      return entry;
    },
    async remove(actor: Actor, id: string): Promise<null> {
      requireAdmin(actor);
      const entry = await getEntry(db, Number(id), null);
      if ((await deleteEntry(db, Number(id))) === 0) throw missing();
      await record(actor, entry, 'removed');
      return null;
    },
  };
}
export type Roadmap = ReturnType<typeof createRoadmap>;
