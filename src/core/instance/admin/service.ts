import { statfs } from 'node:fs/promises';
import type { AdminInvitation, AdminSettings, AdminUser, AuditRecord, Invited, NewerVersion, Overview } from '#shared/admin.ts';
import type { Role } from '#shared/auth.ts';
import type { Page } from '#shared/common.ts';
import { version } from '#shared/product.ts';
import { dayMs } from '#shared/time.ts';
import type { UserOverview } from '#core/accounts/administration.ts';
import { findAccount as findBilling } from '#core/accounts/billing/queries.ts';
import type { MergeStep } from '#core/accounts/user-data.ts';
import { createTelling } from '#core/accounts/workspaces/access.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { type Cell, csvLines } from '#core/inbox/exports/csv.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { databaseBytes } from '#core/platform/db/status-queries.ts';
import { AppError } from '#core/platform/errors.ts';
import type { BudgetState } from '#core/reddit/client/budget.ts';
import { type NewestQuery, pageNewest } from '#core/platform/paging/cursor.ts';
import { type AuditRecordRow, countCampaignsOf, countUsersLike, countInstance, listAudit, listUserIds } from './queries.ts';

/** Admin functions of accounts and settings. */
interface AdminActions {
  listUsersById: (actor: Actor, ids: readonly number[]) => Promise<UserOverview[]>;
  setRole: (actor: Actor, email: string, role: Role) => Promise<unknown>;
  setDisabled: (actor: Actor, email: string, disabled: boolean) => Promise<unknown>;
  grantPlan: (actor: Actor, userId: number, plan: string) => Promise<void>;
  inviteUser: (actor: Actor, given: AdminInvitation) => Promise<Invited>;
  deleteUser: (actor: Actor, email: string) => Promise<unknown>;
  createResetLink: (actor: Actor, email: string) => Promise<{ link: string; expiresAt: string }>;
  getSetting: (key: 'betaModeEnabled') => Promise<boolean>;
  setSetting: (actor: Actor, key: 'betaModeEnabled', value: boolean) => Promise<void>;
}
interface AdminDeps extends Pick<CoreContext, 'config' | 'db' | 'now' | 'bus' | 'writeAudit'> {
  /** ID of the active Reddit source, or `off`. */
  sourceId: () => string;
  /** Health of every source that campaigns look at. */
  listSources: () => Promise<Overview['sources']>;
  /** State of the active source. */
  transportState: () => Overview['transport'];
  /** Request budget of the client ID; null without one. */
  budgetState: () => BudgetState | null;
  mailConfigured: () => boolean;
  newerVersion: () => Promise<NewerVersion | null>;
  actions: AdminActions;
  /** Each makes what one room keeps for an account the other's. */
  mergeSteps: readonly MergeStep[];
}

/**
 * Merges two accounts of one person: campaigns with all that is in them, memberships, Reddit accounts, channels, competitors, and
 * views of the first become the second's, or nothing does. The first is disabled, so that nobody logs in to it.
 */
function createMerging({ db, bus, writeAudit, mergeSteps, actions: { setDisabled } }: AdminDeps) {
  const tell = createTelling({ db, bus });
  return async function merge(actor: Actor, { user, into }: { user: UserOverview; into: UserOverview }): Promise<void> {
    requireAdmin(actor);
    if (user.id === into.id) throw new AppError('conflict', 'Choose another account to merge it into.');
    if (into.disabled) throw new AppError('conflict', `${into.username} is disabled. Enable that account first.`);
    if (actor.kind === 'user' && actor.userId === user.id)
      throw new AppError('conflict', "This is your own account, so it can't be merged away.");
    if (user.role === 'admin' && into.role !== 'admin')
      throw new AppError('conflict', `${user.username} is an admin. Make ${into.username} an admin first.`);
    const merged = { from: Number(user.id), to: Number(into.id) };
    if ((await findBilling(db, merged.from))?.plan) throw new AppError('conflict', `End the subscription of ${user.username} first.`);
    // First, so that nothing is added meanwhile.
    await setDisabled(actor, user.email, true);
    try {
      await transact(db, async (trx) => {
        for (const step of mergeSteps) await step(trx, merged);
      });
    } catch (error) {
      if (!user.disabled) await setDisabled(actor, user.email, false);
      throw error;
    }
    await writeAudit(actor, { action: 'users-merged', target: `user:${into.id}`, details: { from: user.id, name: user.username } });
    await tell(merged.to);
    bus.announce(into.id, ['everything-changed']);
  };
}

const lately = 30 * dayMs;
const pageSize = 1000;
const maxRows = 50_000;

function presentAudit(row: AuditRecordRow): AuditRecord {
  const { by, name, ...details } = JSON.parse(row.details) as AuditRecord['details'];
  return {
    id: String(row.id),
    at: isoTime(row.at),
    actor: row.actor ?? (typeof by === 'string' ? by : null),
    action: row.action,
    target: row.target,
    targetName: row.account ?? (typeof name === 'string' ? name : null),
    details,
    address: row.address,
  };
}

function budgetOf(state: BudgetState | null, perMinute: number): Overview['budget'] {
  if (!state) return null;
  const { calls, remaining, pausedUntil } = state;
  return {
    calls,
    capacity: Math.floor(perMinute * 10),
    remaining,
    pausedUntil: isoTime(pausedUntil),
  };
}

async function countsOf(db: Db, now: number) {
  const { users, admins, disabled, activeLately, campaigns, activeCampaigns, ...counts } = await countInstance(db, now - lately);
  const { items, posts, leads, newFeedback, waitingApplications } = counts;
  return {
    users: { total: users, admins, disabled, activeLately },
    campaigns: { total: campaigns, active: activeCampaigns },
    items,
    posts,
    leads,
    waiting: { feedback: newFeedback, applications: waitingApplications },
  };
}

/** User administration. */
function createUserAdmin(deps: AdminDeps) {
  const { db, actions } = deps;
  const merge = createMerging(deps);
  async function present(actor: Actor, ids: readonly number[]): Promise<AdminUser[]> {
    const campaigns = await countCampaignsOf(db, ids);
    const users = await actions.listUsersById(actor, ids);
    const byId = new Map(users.map((user) => [user.id, Object.assign(user, { campaigns: campaigns.get(Number(user.id)) ?? 0 })]));
    return ids.flatMap((id) => byId.get(String(id)) ?? []);
  }

  async function getUser(actor: Actor, id: string): Promise<AdminUser> {
    requireAdmin(actor);
    const [user] = await present(actor, [Number(id)]);
    if (!user) throw new AppError('not_found', 'Account not found');
    return user;
  }

  return {
    async users(actor: Actor, { q, ...query }: NewestQuery & { q?: string | undefined }): Promise<Page<AdminUser>> {
      requireAdmin(actor);
      const page = await pageNewest(
        { list: 'users', ...query },
        (below) => listUserIds(db, { q, ...below }),
        ({ id }) => id,
      );
      return { items: await present(actor, page.items), nextCursor: page.nextCursor, total: await countUsersLike(db, q) };
    },
    getUser,
    /** Ends their sessions. Throws `conflict` if no admin would be left. */
    async changeUser(
      actor: Actor,
      id: string,
      { role, disabled, plan }: { role?: Role | undefined; disabled?: boolean | undefined; plan?: string | undefined },
    ): Promise<AdminUser> {
      const user = await getUser(actor, id);
      if (plan !== undefined && plan !== user.plan) await actions.grantPlan(actor, Number(user.id), plan);
      if (role !== undefined && role !== user.role) await actions.setRole(actor, user.email, role);
      if (disabled !== undefined && disabled !== user.disabled) await actions.setDisabled(actor, user.email, disabled);
      return getUser(actor, id);
    },
    /** `name` confirms which account ends. Throws `invalid` for another name, `conflict`, `forbidden`. */
    async mergeUsers(actor: Actor, id: string, { intoId, name }: { intoId: string; name: string }): Promise<AdminUser> {
      const [user, into] = [await getUser(actor, id), await getUser(actor, intoId)];
      if (name !== user.username)
        throw new AppError('invalid', `Enter the name of the account that ends: ${user.username}.`, {
          details: [{ path: 'name', message: 'Another name' }],
        });
      await merge(actor, { user, into });
      return getUser(actor, intoId);
    },
    inviteUser: actions.inviteUser,
    async deleteUser(actor: Actor, id: string): Promise<null> {
      await actions.deleteUser(actor, (await getUser(actor, id)).email);
      return null;
    },
    async createResetLink(actor: Actor, id: string) {
      return actions.createResetLink(actor, (await getUser(actor, id)).email);
    },
  };
}

const csvHead = ['at', 'actor', 'action', 'target', 'targetName', 'details', 'address'];
const csvCells = ({ at, actor, action, target, targetName, details, address }: AuditRecord): Cell[] => [
  at,
  actor,
  action,
  target,
  targetName,
  Object.entries(details)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', '),
  address,
];

/** The audit log, newest first. */
function createAuditReader({ db, now }: AdminDeps) {
  return {
    async audit(actor: Actor, { q, ...query }: NewestQuery & { q?: string | undefined }): Promise<Page<AuditRecord>> {
      requireAdmin(actor);
      const page = await pageNewest({ list: 'audit', ...query }, (below) => listAudit(db, { q, ...below }), presentAudit);
      return { ...page, total: null };
    },
    /** The latest 50,000 entries that `q` finds. */
    async auditCsv(actor: Actor, { q }: { q?: string | undefined }): Promise<{ name: string; text: string }> {
      requireAdmin(actor);
      const rows: AuditRecordRow[] = [];
      for (let last = pageSize; last === pageSize && rows.length < maxRows;) {
        const page = await listAudit(db, { q, beforeId: rows.at(-1)?.id ?? null, limit: pageSize });
        rows.push(...page);
        last = page.length;
      }
      const text = csvLines([csvHead, ...rows.map((row) => csvCells(presentAudit(row)))]);
      return { name: `earshot-audit-${isoTime(now()).slice(0, 10)}.csv`, text };
    },
  };
}

/** The instance as its admins see it. Every method throws `forbidden` for everyone else. */
export function createAdmin(deps: AdminDeps) {
  const { config, db, now, sourceId, mailConfigured, actions } = deps;
  const startedAt = isoTime(now());
  const readSettings = async (): Promise<AdminSettings> => ({ betaModeEnabled: await actions.getSetting('betaModeEnabled') });

  const { users, getUser, inviteUser, mergeUsers, changeUser, deleteUser, createResetLink } = createUserAdmin(deps);

  return {
    users,
    getUser,
    inviteUser,
    mergeUsers,
    changeUser,
    deleteUser,
    createResetLink,
    async overview(actor: Actor): Promise<Overview> {
      requireAdmin(actor);
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return {
        version,
        newer: await deps.newerVersion(),
        startedAt,
        ...(await countsOf(db, now())),
        databaseBytes: await databaseBytes(db),
        disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
        sources: await deps.listSources(),
        source: sourceId(),
        transport: deps.transportState(),
        budget: budgetOf(deps.budgetState(), config.reddit.requestsPerMinute),
        aiProvider: config.ai.provider,
        mailConfigured: mailConfigured(),
      };
    },
    async settings(actor: Actor): Promise<AdminSettings> {
      requireAdmin(actor);
      return readSettings();
    },
    async changeSettings(actor: Actor, { betaModeEnabled }: Partial<AdminSettings>): Promise<AdminSettings> {
      requireAdmin(actor);
      if (betaModeEnabled !== undefined) await actions.setSetting(actor, 'betaModeEnabled', betaModeEnabled);
      return readSettings();
    },
    ...createAuditReader(deps),
  };
}
