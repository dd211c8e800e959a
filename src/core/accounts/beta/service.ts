import { randomBytes } from 'node:crypto';
import type { Application, ApplicationStatus, Decision, NewApplication } from '#shared/beta.ts';
import type { Page } from '#shared/common.ts';
import { product } from '#shared/product.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { digestOf, ownOrigin } from '../reset-links.ts';
import { keyOf } from '../user.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import { type NewestQuery, pageNewest } from '#core/platform/paging/newest-first.ts';
import type { CoreContext } from '#core/context.ts';
import {
  type ApplicationRow,
  countApplications,
  findApplication,
  insertApplication,
  listApplications,
  takeToken,
  writeDecision,
} from './queries.ts';
import type { Fact } from '#shared/events.ts';
import { dayMs } from '#shared/time.ts';

interface Deps extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'log' | 'now' | 'writeAudit'> {
  mailer: Mailer;
}

/** Two weeks: an invitation waits in a mailbox for longer than a password reset. */
const lifeMs = 14 * dayMs;
const sameAnswer = { message: 'Thank you. If we can take you in, a mail with a link will come to your address.' };
const facts: Fact[] = ['beta-applications-changed'];
const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const present = (row: ApplicationRow): Application => ({
  id: String(row.id),
  email: row.email,
  name: row.name,
  useCase: row.use_case,
  status: row.status,
  createdAt: new Date(row.created_at).toISOString(),
  decidedAt: time(row.decided_at),
  verifiedAt: time(row.verified_at),
});

const letter = ({ email, name }: ApplicationRow, link: string) => ({
  to: email,
  subject: `Your invitation to ${product}`,
  text: [`Hello ${name},`, `you are invited. Open this link within two weeks, then create your account:`, link].join('\n\n'),
});

/** What admins make of applications. */
function createDecisions({ config, db, bus, log, now, mailer, writeAudit }: Deps) {
  async function getRow(by: Parameters<typeof findApplication>[1]): Promise<ApplicationRow> {
    const row = await findApplication(db, by);
    if (!row) throw new AppError('not_found', 'There is no such application');
    return row;
  }

  async function post(row: ApplicationRow, link: string): Promise<boolean> {
    if (!mailer.isConfigured) return false;
    try {
      await mailer.send(letter(row, link));
      return true;
    } catch (error) {
      log.error({ err: error, application: row.id }, 'an invitation was not mailed');
      return false;
    }
  }

  async function accept(row: ApplicationRow): Promise<{ link: string; mailed: boolean }> {
    const token = randomBytes(32).toString('base64url');
    await writeDecision(db, row.id, {
      status: 'accepted',
      token_hash: digestOf(token),
      token_expires_at: now() + lifeMs,
      decided_at: now(),
      verified_at: null,
    });
    const link = `${ownOrigin(config)}/beta-verification/${token}`;
    return { link, mailed: await post(row, link) };
  }

  async function decide(actor: Actor, row: ApplicationRow, status: 'accepted' | 'declined'): Promise<Decision> {
    const none = { status, token_hash: null, token_expires_at: null, decided_at: now(), verified_at: null } as const;
    const made = status === 'accepted' ? await accept(row) : { link: null, mailed: false };
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
    /** Accepting again makes a new link, and the older one is worthless. */
    async decide(actor: Actor, id: string, status: 'accepted' | 'declined'): Promise<Decision> {
      requireAdmin(actor);
      return decide(actor, await getRow({ id: Number(id) }), status);
    },
    /** For the command line, where people are named by address; who never applied is invited all the same. */
    async invite(actor: Actor, email: string): Promise<Decision> {
      requireAdmin(actor);
      const key = keyOf(email);
      if (!(await findApplication(db, { email_key: key })))
        await insertApplication(db, { email, email_key: key, name: email, use_case: '', status: 'waiting', created_at: now() });
      return decide(actor, await getRow({ email_key: key }), 'accepted');
    },
  };
}

/** Manage beta invitations. */
export function createBeta(deps: Deps) {
  const { db, bus, now, writeAudit } = deps;
  const limiter = createLimiter({ db, now });

  return {
    ...createDecisions(deps),
    /** The same answer for everybody, whether they applied before or not. Throws `too_many`. */
    async apply({ email, name, useCase }: NewApplication, address: string): Promise<{ message: string }> {
      await limiter.apply(address);
      await insertApplication(db, { email, email_key: keyOf(email), name, use_case: useCase, status: 'waiting', created_at: now() });
      bus.announce(null, facts);
      return sameAnswer;
    },
    /** Throws `invalid` for a link that is wrong, used or over. */
    async verify(token: string, address: string): Promise<{ email: string }> {
      await limiter.reset(address);
      const row = await takeToken(db, digestOf(token), now());
      if (!row) throw new AppError('invalid', 'This link is no longer good. Ask the people who invited you for a new one.');
      await writeAudit(null, { action: 'beta-verified', target: `application:${row.id}`, address });
      bus.announce(null, facts);
      return { email: row.email };
    },
    /** Whether this address opened its invitation. */
    async isInvited(email: string): Promise<boolean> {
      return (await findApplication(db, { email_key: keyOf(email) }))?.status === 'verified';
    },
  };
}
export type Beta = ReturnType<typeof createBeta>;
