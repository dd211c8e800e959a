import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Application, ApplicationStatus, Decision, NewApplication } from '#shared/beta.ts';
import type { Page } from '#shared/common.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { hashOf, newSecret } from '../secret.ts';
import { ownOrigin } from '../reset-links.ts';
import { keyOf } from '../look-alikes.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import { type NewestQuery, pageNewest } from '#core/platform/paging/cursor.ts';
import type { CoreContext } from '#core/context.ts';
import {
  countApplications,
  findApplication,
  insertApplication,
  listApplications,
  type ListedApplication,
  markVerified,
  writeDecision,
  markRegistered,
} from './queries.ts';
import { betaEmail } from '../emails.ts';
import { languageFor } from '../user.ts';
import type { BetaApplicationsRow } from '../tables.ts';
import type { Fact } from '#shared/events.ts';
import { dayMs } from '#shared/time.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';

const used = () =>
  new AppError('invalid', 'This invitation was already used to create an account. Log in, or ask whoever invited you for a new one.');

/** Throws `invalid` for a link that is unknown, expired, or was used to register. */
async function getInvitation(db: Db | Trx, token: string, now: number): Promise<BetaApplicationsRow> {
  const row = await findApplication(db, { token_hash: hashOf(token) });
  if (row && row.registered_at !== null) throw used();
  if (!row || (row.token_expires_at ?? 0) <= now)
    throw new AppError('invalid', 'This invitation has expired or was replaced. Ask whoever invited you for a new one.');
  return row;
}

/** What a registration with an invitation asks. An invitation is bound to its token, not to whoever types its address. */
function createInvitations(now: Now) {
  async function check(db: Db | Trx, { invitation, email }: { invitation: string; email: string }): Promise<BetaApplicationsRow> {
    const row = await getInvitation(db, invitation, now());
    if (row.email_key === keyOf(email)) return row;
    const message = 'This invitation was sent to another email address. Register with that one.';
    throw new AppError('invalid', message, { details: [{ path: 'email', message }] });
  }
  return {
    /** Before the password is hashed. */
    check: (db: Db, given: { invitation: string; email: string }): Promise<unknown> => check(db, given),
    /** Uses it up, for one of several concurrent callers. */
    async use(trx: Trx, given: { invitation: string; email: string }): Promise<void> {
      if (!(await markRegistered(trx, await check(trx, given), now()))) throw used();
    },
  };
}

interface BetaDeps extends Pick<CoreContext, 'config' | 'db' | 'readDb' | 'bus' | 'log' | 'now' | 'writeAudit'> {
  mailer: Mailer;
}

/** Two weeks, because invitations sit in inboxes longer than password resets. */
const lifeMs = 14 * dayMs;
const sameAnswer = { message: "Thanks for applying. If you're accepted, you'll get an email with a link." };
const facts: Fact[] = ['beta-applications-changed'];

const present = (row: ListedApplication): Application => ({
  id: String(row.id),
  email: row.email,
  name: row.name,
  useCase: row.use_case,
  status: row.status,
  createdAt: isoTime(row.created_at),
  decidedAt: isoTime(row.decided_at),
  verifiedAt: isoTime(row.verified_at),
});

async function sendInvitation(
  { db, mailer, log }: BetaDeps,
  row: BetaApplicationsRow,
  { link, actor }: { link: string; actor: Actor },
): Promise<boolean> {
  if (!mailer.isConfigured) return false;
  try {
    await mailer.send(betaEmail(row, { link, language: await languageFor(db, actor, row.email) }));
    return true;
  } catch (error) {
    log.error({ err: error, application: row.id }, 'could not send an invitation');
    return false;
  }
}

/** Admins' decisions on applications. */
function createDecisions(deps: BetaDeps) {
  const { config, db, bus, now, writeAudit } = deps;
  async function getRow(by: Parameters<typeof findApplication>[1]): Promise<BetaApplicationsRow> {
    const row = await findApplication(db, by);
    if (!row) throw new AppError('not_found', 'Application not found');
    return row;
  }

  async function accept(actor: Actor, row: BetaApplicationsRow): Promise<{ link: string; mailed: boolean }> {
    const token = newSecret();
    await writeDecision(db, row.id, {
      status: 'accepted',
      token_hash: hashOf(token),
      token_expires_at: now() + lifeMs,
      decided_at: now(),
      verified_at: null,
      registered_at: null,
    });
    const link = `${ownOrigin(config)}/beta-verification/${token}`;
    return { link, mailed: await sendInvitation(deps, row, { link, actor }) };
  }

  async function decide(actor: Actor, row: BetaApplicationsRow, status: 'accepted' | 'declined'): Promise<Decision> {
    const none = { status, token_hash: null, token_expires_at: null, decided_at: now(), verified_at: null, registered_at: null } as const;
    const made = status === 'accepted' ? await accept(actor, row) : { link: null, mailed: false };
    if (status === 'declined') await writeDecision(db, row.id, none);
    await writeAudit(actor, { action: 'beta-decided', target: `application:${row.id}`, details: { status, mailed: made.mailed } });
    bus.announce(null, facts);
    return { application: present(await getRow({ id: row.id })), ...made };
  }

  return {
    async list(actor: Actor, { status, ...query }: NewestQuery & { status?: ApplicationStatus | undefined }): Promise<Page<Application>> {
      requireAdmin(actor);
      const page = await pageNewest({ list: 'beta', ...query }, (below) => listApplications(db, { status, ...below }), present);
      return { ...page, total: await countApplications(db, status) };
    },
    async get(actor: Actor, id: string): Promise<Application> {
      requireAdmin(actor);
      return present(await getRow({ id: Number(id) }));
    },
    /** Accepting again creates a new link and revokes the previous one. */
    async decide(actor: Actor, id: string, status: 'accepted' | 'declined'): Promise<Decision> {
      requireAdmin(actor);
      return decide(actor, await getRow({ id: Number(id) }), status);
    },
    /** For the command line. */
    async decline(actor: Actor, email: string): Promise<Decision> {
      requireAdmin(actor);
      return decide(actor, await getRow({ email_key: keyOf(email) }), 'declined');
    },
    /** For the command line. Also works without an application. */
    async invite(actor: Actor, email: string): Promise<Decision> {
      requireAdmin(actor);
      const key = keyOf(email);
      if (!(await findApplication(db, { email_key: key })))
        await insertApplication(db, { email, email_key: key, name: email, use_case: '', status: 'waiting', created_at: now() });
      return decide(actor, await getRow({ email_key: key }), 'accepted');
    },
  };
}

/** Beta applications and invitations. */
export function createBeta(deps: BetaDeps) {
  const { db, readDb, bus, now, writeAudit } = deps;
  const limiter = createLimiter({ db, readDb, now });

  const decisions = createDecisions(deps);

  return {
    ...decisions,
    /** Responds the same whether or not the address has applied before. Throws `too_many`. */
    async apply({ email, name, useCase }: NewApplication, address: string): Promise<{ message: string }> {
      await limiter.apply(address);
      await insertApplication(db, { email, email_key: keyOf(email), name, use_case: useCase, status: 'waiting', created_at: now() });
      bus.announce(null, facts);
      return sameAnswer;
    },
    /** The address that the link invites. Throws `invalid` for a link that is unknown, expired, or was used to register. */
    async verify(token: string, address: string): Promise<{ email: string }> {
      await limiter.reset(address);
      const row = await getInvitation(db, token, now());
      if (row.status === 'accepted') {
        await markVerified(db, row.id, now());
        await writeAudit(null, { action: 'beta-verified', target: `application:${row.id}`, address });
        bus.announce(null, facts);
      }
      return { email: row.email };
    },
    invitations: createInvitations(now),
  };
}
