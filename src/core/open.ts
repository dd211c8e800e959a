import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAccounts } from './accounts/service.ts';
import { createAdmin } from './instance/admin/service.ts';
import { createBeta } from './accounts/beta/service.ts';
import { createFeedback } from './instance/feedback/service.ts';
import { createPurges } from './instance/deletion-report/service.ts';
import { createRoadmap } from './instance/roadmap/service.ts';
import { createPasswords, type PasswordCost } from './accounts/passwords.ts';
import { openPlans } from './open-plans.ts';
import type { Actor } from './platform/actor.ts';
import type { WriteAudit } from './platform/audit/entry.ts';
import { createAudit } from './platform/audit/service.ts';
import { createBus, type Bus } from './platform/bus.ts';
import type { Now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { backupRotating } from './platform/db/backup.ts';
import { checkEngine, connect, type Db } from './platform/db/connect.ts';
import { isDamage } from './platform/db/failure.ts';
import { takeInstanceLock, type InstanceLock } from './platform/db/lock.ts';
import { listPending, migrate } from './platform/db/migrate.ts';
import { closeToOthers, damageOf, refuseDamaged, refuseEmptied } from './platform/db/soundness.ts';
import { createInstance } from './instance/status/service.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/email/mailer.ts';
import { openAnswering } from './open-answering.ts';
import { createDrafting } from './replies/drafts/service.ts';
import { type HearingOptions, openHearing } from './open-hearing.ts';
import { openCompetitors } from './open-competitors.ts';
import { openDesk } from './open-desk.ts';
import { openModel } from './open-model.ts';
import { openNotify } from './open-notify.ts';
import { openReddit } from './open-reddit.ts';
import { type Room, roomOf } from './platform/disk-space.ts';
import { openSecrets, type Secrets } from './platform/secrets.ts';
import { createSettings } from './instance/settings/service.ts';

export interface OpenOptions {
  log: Log;
  now?: Now;
  /**
   * `own`: this process is the server of the data folder and holds its lock; a second one is refused.
   * `beside`: a command that may run next to a server; it migrates only when no server runs.
   */
  hold: 'own' | 'beside';
  /** For tests: a database in memory. */
  inMemory?: boolean;
  /** For tests: other roads and paces than the configured ones. */
  hearing?: HearingOptions;
  /** For tests: a cheaper hash than the one that is right for passwords. */
  passwordCost?: PasswordCost;
  /** For tests: another disk than the one there is. */
  room?: Room;
}

/** What every area is built from. */
export interface Parts {
  config: Config;
  db: Db;
  bus: Bus;
  log: Log;
  now: Now;
  secrets: Secrets;
  room: Room;
}

export const databaseFile = (config: Config): string => join(config.dataDir, 'earshot.db');

async function bringUpToDate(db: Db, config: Config, now: Now): Promise<string[]> {
  const pending = await listPending(db);
  const isUsed = await db.schema.hasTable('knex_migrations');
  if (pending.length > 0 && isUsed) await backupRotating(db, { dataDir: config.dataDir, now: now(), keep: config.retention.backups });
  return migrate(db);
}

async function prepareSchema(db: Db, config: Config, options: OpenOptions): Promise<InstanceLock | null> {
  const now = options.now ?? Date.now;
  if (options.inMemory) {
    await migrate(db);
    return null;
  }
  if (options.hold === 'beside' && existsSync(databaseFile(config)) && (await listPending(db)).length === 0) return null;
  const lock = await takeInstanceLock(config.dataDir);
  try {
    closeToOthers(databaseFile(config));
    await refuseDamaged(databaseFile(config));
    const applied = await bringUpToDate(db, config, now);
    if (applied.length > 0) options.log.info({ applied }, 'database migrated');
  } catch (error) {
    await lock.release();
    throw error;
  }
  if (options.hold === 'own') return lock;
  await lock.release();
  return null;
}

async function openDatabase(config: Config, options: OpenOptions): Promise<{ db: Db; lock: InstanceLock | null }> {
  if (!options.inMemory) refuseEmptied(databaseFile(config));
  const db = connect(options.inMemory ? ':memory:' : databaseFile(config));
  try {
    await checkEngine(db);
    return { db, lock: await prepareSchema(db, config, options) };
  } catch (error) {
    await db.destroy();
    throw isDamage(error) ? damageOf(databaseFile(config), error) : error;
  }
}

interface WorkOptions {
  sessionActor: (token: string) => Promise<Actor>;
  hearing: HearingOptions | undefined;
}

/** What the house is there for, wired: hearing Reddit, the desk and answering. */
function openWork(house: Parts & { writeAudit: WriteAudit }, options: WorkOptions) {
  const reddit = openReddit(house, options.hearing);
  const model = openModel(house, { ...options.hearing, listSubreddits: reddit.subreddits.list });
  const hearing = openHearing(house, { reddit, model }, options.hearing);
  const drafting = createDrafting({
    draft: model.ai.draft,
    getPost: hearing.posts.get,
    getCampaign: hearing.campaigns.get,
    getSubreddit: reddit.subreddits.get,
  });
  const desk = openDesk(house, { hearing, sessionActor: options.sessionActor, writeAudit: house.writeAudit });
  const answering = openAnswering(house, { reddit, hearing, desk });
  const telling = openNotify(house, { hearing, model });
  const rivals = openCompetitors(house, { reddit, hearing });
  return {
    ...reddit,
    ...model,
    ...hearing,
    drafting,
    ...desk,
    ...answering,
    ...telling,
    competitors: rivals.competitors,
    async closeWork(): Promise<void> {
      await rivals.closeCompetitors();
      await answering.closeAnswering();
      drafting.close();
      await hearing.closeHearing();
      await model.closeModel();
      await reddit.closeReddit();
      await desk.closeDesk();
      await telling.closeNotify();
    },
  };
}

/** The composition root: everything is built here once, and closed by `close`. Throws `AppError` in one line for people. */
export async function openCore(config: Config, options: OpenOptions) {
  const { log, now = Date.now } = options;
  const secrets = openSecrets(config.dataDir, config.security.secret);
  const bus = createBus((error) => log.error({ err: error }, 'a listener failed'));
  const { db, lock } = await openDatabase(config, options);
  const parts: Parts = { config, db, bus, log, now, secrets, room: options.room ?? roomOf(config.dataDir) };
  const audit = createAudit(parts);
  const settings = createSettings({ ...parts, writeAudit: audit.write });
  const mailer = createMailer(config.smtp);
  const house = { ...parts, mailer, writeAudit: audit.write };
  const beta = createBeta(house);
  const { plans, billing } = await openPlans(house);
  const accounts = createAccounts({
    ...house,
    beforeLeaving: (userId) => billing.endFor(userId).then(() => work.redditAccount.endFor(userId)),
    isBetaMode: () => settings.get('betaModeEnabled'),
    isInvited: beta.isInvited,
    signingKey: secrets.keyFor('access tokens'),
    passwords: createPasswords(options.passwordCost),
  });
  const work = openWork(house, { sessionActor: accounts.actorFrom, hearing: options.hearing });
  if (options.hold === 'own') {
    await work.discovery.recover();
    work.competitors.lookSoon();
    work.learning.learnSoon();
  }
  return {
    ...parts,
    ...work,
    audit,
    settings,
    accounts,
    plans,
    billing,
    beta,
    feedback: createFeedback(house),
    roadmap: createRoadmap(house),
    purges: createPurges({ ...parts, whyUnchecked: work.discovery.whyUnchecked }),
    admin: createAdmin({
      ...parts,
      sourceId: work.sourceId,
      roadState: work.roadState,
      budgetState: () => work.sources.client?.budget.state() ?? null,
      mailConfigured: mailer.isConfigured,
      inMemory: options.inMemory === true,
      neighbours: { ...accounts, grantPlan: billing.grant, getSetting: settings.get, setSetting: settings.set },
    }),
    instance: createInstance(parts),
    async close() {
      await work.closeWork();
      await accounts.settle();
      await billing.close();
      if (!options.inMemory)
        await db.raw('PRAGMA wal_checkpoint(TRUNCATE)').catch((error: unknown) => log.warn({ err: error }, 'checkpoint failed'));
      await db.destroy();
      await lock?.release();
    },
  };
}
export type Core = Awaited<ReturnType<typeof openCore>>;
