import { dayMs } from '#shared/time.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { type Dialect, dialectOf } from '#core/platform/db/dialect.ts';
import type { LedgerEntry, SubjectReader } from './entry.ts';

/** Limits for a UTC day. */
export interface Ceilings {
  tokensPerDay: number;
  callsPerDay: number;
  tokensPerUserDay: number;
}

export interface Reservation {
  id: number;
  day: number;
  userId: string | null;
  tokens: number;
  expiresAt: number;
}

const tokensHeld = (filter: string): string =>
  `(select coalesce(sum(tokens_in + tokens_out), 0) from ai_ledger where day = :day ${filter})
   + (select coalesce(sum(tokens), 0) from ai_reservations where day = :day and expires_at > :now ${filter})`;
const callsHeld = `(select count(*) from ai_ledger where day = :day)
   + (select count(*) from ai_reservations where day = :day and expires_at > :now)`;

const payer = `coalesce((select user_id from plan_seats where member_id = :userId), :userId)`;
const group = `(select ${payer} union select member_id from plan_seats where user_id = ${payer} and member_id is not null)`;
const callsOfGroup = `(select count(*) from ai_ledger where day = :day and user_id in ${group})
   + (select count(*) from ai_reservations where day = :day and expires_at > :now and user_id in ${group})`;
/** Daily limit of the payer's plan, or of the first plan if theirs is no longer configured. Null: no limit. */
const callsOfPlan = `(select ai_calls_per_day from plan_limits
   order by id = (select plan from users where id = ${payer}) desc, position limit 1)`;

const callsOfUser = `(select count(*) from ai_ledger where day = :day and user_id = :userId)
   + (select count(*) from ai_reservations where day = :day and expires_at > :now and user_id = :userId)`;
const callersToday = `select user_id from ai_ledger where day = :day and user_id is not null
   union select user_id from ai_reservations where day = :day and expires_at > :now and user_id is not null
   union select id from users where id = :userId`;
const possibleCallers = `select id from users where disabled = 0 and last_login_at > :now - ${30 * dayMs} union ${callersToday}`;
/**
 * A user's share of the day's calls: what is left if everyone who called today, and one more, had as much. The one more
 * is left out where nobody else signed in within 30 days, so that a single user has all of them.
 */
function userShare({ least, greatest }: Dialect): string {
  const callers = least(`(select count(*) from (${possibleCallers}) as possible)`, `(select count(*) + 1 from (${callersToday}) as today)`);
  // A call for the instance has no user, and there may be no one else: PostgreSQL refuses to divide by 0.
  return greatest('1', `(:callsPerDay + 0.0) / nullif(${callers}, 0)`);
}

interface Wanted extends Omit<Reservation, 'id'> {
  now: number;
}

/**
 * Checks and reserves as the only writer, so that parallel jobs and processes can't exceed a limit: PostgreSQL runs statements side
 * by side. Returns the ID, or null if a limit would be exceeded.
 */
export async function insertReservation(db: Db, wanted: Wanted, ceilings: Ceilings): Promise<number | null> {
  const rows: unknown = await transact(db, (trx) =>
    trx.raw(
      `insert into ai_reservations (day, user_id, tokens, expires_at)
       select cast(:day as integer), (select id from users where id = :userId), cast(:tokens as integer), cast(:expiresAt as bigint)
       where ${tokensHeld('')} + :tokens <= :tokensPerDay
         and ${callsHeld} + 1 <= :callsPerDay
         and (cast(:userId as integer) is null or ${tokensHeld('and user_id = :userId')} + :tokens <= :tokensPerUserDay)
         and (cast(:userId as integer) is null or ${callsOfUser} + 1 <= ${userShare(dialectOf(db))})
         and (cast(:userId as integer) is null or ${callsOfPlan} is null or ${callsOfGroup} + 1 <= ${callsOfPlan})
       returning id`,
      { ...wanted, ...ceilings },
    ),
  );
  const [row] = rows as { id: number }[];
  return row?.id ?? null;
}

export interface Held {
  tokens: number;
  calls: number;
  userTokens: number;
  userCalls: number;
  /** Of the day's calls. */
  userShare: number;
  /** Calls of all members of the user's plan. */
  planCalls: number;
  planLimit: number | null;
}

/** Spent and reserved amounts, to tell which limit was reached. */
export async function readHeld(
  db: Db,
  day: number,
  { userId, now, callsPerDay }: { userId: string | null; now: number; callsPerDay: number },
): Promise<Held> {
  const rows: unknown = await db.raw(
    `select ${tokensHeld('')} as tokens, ${callsHeld} as calls, ${tokensHeld('and user_id = :userId')} as "userTokens",
       ${callsOfUser} as "userCalls", ${userShare(dialectOf(db))} as "userShare", ${callsOfGroup} as "planCalls", ${callsOfPlan} as "planLimit"`,
    { day, userId, now, callsPerDay },
  );
  const [row] = rows as Held[];
  return row ?? { tokens: 0, calls: 0, userTokens: 0, userCalls: 0, userShare: callsPerDay, planCalls: 0, planLimit: null };
}

interface Settled {
  id: number;
  entry: LedgerEntry;
  findExisting: SubjectReader['findExisting'];
}

/** Replaces the reservation with a ledger entry in one transaction. Returns the entry's ID. */
export async function settleReservation(db: Db, { id, entry, findExisting }: Settled): Promise<number> {
  return transact(db, async (trx) => {
    await trx('ai_reservations').where({ id }).del();
    // The cost is recorded even if the user, campaign, or lead has been deleted in the meantime.
    const { campaignId, leadId } = await findExisting(trx, entry);
    const [row] = await trx('ai_ledger')
      .insert({
        at: entry.at,
        day: entry.day,
        user_id: trx.raw('(select id from users where id = ?)', [entry.userId]),
        campaign_id: campaignId,
        lead_id: leadId,
        provider: entry.provider,
        model: entry.model,
        purpose: entry.purpose,
        tokens_in: entry.tokensIn,
        tokens_out: entry.tokensOut,
        cost: entry.cost,
        items: entry.items,
        failure: entry.failure,
      })
      .returning('id');
    return row?.id ?? 0;
  });
}

/** Deletes reservations of calls that crashed. */
export async function deleteExpired(db: Db, now: number): Promise<number> {
  return db('ai_reservations').where('expires_at', '<=', now).del();
}
