import { openAccounts } from './accounts/open.ts';
import type { PasswordCost } from './accounts/passwords.ts';
import { openAi } from './ai/open.ts';
import type { CoreContext } from './context.ts';
import { fetchReader } from './discovery/coverage.ts';
import { type DiscoveryOptions, openDiscovery } from './discovery/open.ts';
import { openSources } from './discovery/sources/open.ts';
import { countAiCalls } from './ai/ledger/call-queries.ts';
import { countCampaignsOf, pauseCampaignsBeyond } from './inbox/campaigns/plan-queries.ts';
import { countPosts, deleteContent, listContent, readConversations } from './inbox/items/user-content-queries.ts';
import { countWaitingLeads, promoteWaiting } from './inbox/leads/promotion-queries.ts';
import { openInbox } from './inbox/open.ts';
import { openSubjects } from './inbox/spend-queries.ts';
import { selectMentions } from './insights/competitors/mention-queries.ts';
import { openInsights } from './insights/open.ts';
import { openInstance } from './instance/open.ts';
import { type ConnectionStore, createConnectionStore } from './instance/connections/store.ts';
import { createSettings } from './instance/settings/service.ts';
import { countNotices, eraseNotifications } from './notifications/notice-queries.ts';
import { openNotifications } from './notifications/open.ts';
import { createAudit } from './platform/audit/service.ts';
import { createBus } from './platform/bus.ts';
import { connectBus } from './platform/bus-across-servers.ts';
import type { Now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { folderFailure } from './platform/db/failure.ts';
import { openDatabase, type OpenDatabaseOptions } from './platform/db/open.ts';
import { unknownMark } from './platform/db/commit-mark.ts';
import type { OpenDatabase } from './platform/db/open-database.ts';
import { createReadCache } from './platform/db/read-cache.ts';
import { createDiskReserve } from './platform/disk-reserve.ts';
import { type DiskSpace, diskSpaceOf } from './platform/disk-space.ts';
import { createMailer } from './platform/email/mailer.ts';
import { createLiveConfig } from './platform/live-config.ts';
import type { Log } from './platform/log.ts';
import { endLeasesOfOthers } from './platform/job-queries.ts';
import { watchServers } from './platform/watch-servers.ts';
import { openSecrets } from './platform/secrets.ts';
import { listConnected } from './reddit/account/queries.ts';
import { openReddit } from './reddit/open.ts';
import { openReplies } from './replies/open.ts';
import { countReplies, eraseReplies } from './replies/outbox/erasing-queries.ts';
import { listFollowedNames } from './replies/activity/queries.ts';
import { selectReplied, selectRepliesToPost } from './replies/outbox/sent-queries.ts';
import { forgetAccount } from './replies/forget-account.ts';

export interface OpenOptions extends Pick<OpenDatabaseOptions, 'hold'> {
  log: Log;
  now?: Now;
  /** For tests: an open database instead of the configured one. */
  database?: OpenDatabase | undefined;
  /** For tests: other sources and paces than the configured ones. */
  discovery?: DiscoveryOptions;
  /** For tests: a cheaper hash than the one that is right for passwords. */
  passwordCost?: PasswordCost;
  /** For tests: another disk than the one there is. */
  diskSpace?: DiskSpace;
}

/** The rooms, each from the context and the rooms below it. */
async function openRooms(context: CoreContext, connections: ConnectionStore, options: OpenOptions) {
  const { config } = context;
  const settings = createSettings(context);
  const mailer = createMailer(
    () => config.smtp,
    () => context.guardOf('smtp.url'),
  );
  const reddit = openReddit(context, { onDisconnect: forgetAccount });
  const accounts = await openAccounts(context, {
    mailer,
    isBetaMode: () => settings.get('betaModeEnabled'),
    beforeLeaving: reddit.account.endFor,
    userData: { listConnected, readConversations, listContent, deleteContent, countSteps: [countPosts, countReplies, countNotices] },
    planUsage: { countCampaigns: countCampaignsOf, pauseCampaignsBeyond, countAiCalls, countWaitingLeads, promoteWaiting },
    passwordCost: options.passwordCost,
  });
  const sources = openSources(context, reddit, options.discovery?.source);
  const ai = openAi(context, { countWaiting: (userId) => discovery.rescoring.countWaiting(userId), subjects: openSubjects(context.db) });
  const inbox = openInbox(context, {
    reddit,
    ai,
    sourceIdOf: sources.transports.idOf,
    fetching: fetchReader,
    selectReplied,
    eraseSteps: [eraseNotifications, eraseReplies],
    learnPauseMs: options.discovery?.learnPauseMs,
  });
  const discovery = openDiscovery(
    context,
    { sources, ai, inbox, selectReplies: selectRepliesToPost, selectMentions, listFollowedNames },
    options.discovery,
  );
  const replies = openReplies(context, { reddit, ai, inbox });
  const notifications = openNotifications(context, { ai, inbox });
  const insights = openInsights(context, { ai, sources, inbox, discovery });
  const instance = openInstance(context, {
    settings,
    connections,
    mailer,
    accounts,
    reddit,
    discovery,
    tryModel: ai.tryModel,
    listModels: ai.listModels,
  });
  return { accounts, reddit, ai, inbox, discovery, replies, insights, notifications, instance };
}

/** The composition root: everything is built here once, and closed by `close`. Throws `AppError` in one line for people. */
export async function openCore(config: Config, options: OpenOptions) {
  const { log, now = Date.now, hold } = options;
  const database = options.database ?? (await openDatabase(config, { log, now, hold }));
  try {
    return await openOver(database, config, options);
  } catch (error) {
    await database.close();
    throw folderFailure(config.dataDir, error) ?? error;
  }
}

async function openOver(
  { db, readDb, exportDb, commitMark = unknownMark, peers, close }: OpenDatabase,
  config: Config,
  options: OpenOptions,
) {
  const { log, now = Date.now, hold } = options;
  const bus = createBus((error) => log.error({ err: error }, 'a listener failed'));
  connectBus(bus, peers);
  // After the database: a key without one says that one is missing.
  const secrets = openSecrets(config.dataDir, config.security.secret);
  const writeAudit = createAudit({ db, now }).write;
  const diskSpace = options.diskSpace ?? diskSpaceOf(config.dataDir);
  const live = createLiveConfig(config);
  const connections = createConnectionStore({ db, secrets, now, log, live });
  await connections.load();
  connections.follow(bus);
  const { guardOf } = live;
  const reserve = createDiskReserve({ folder: config.dataDir, db, diskSpace, log });
  const readCache = createReadCache(commitMark);
  const stored = { db, readDb, exportDb, readCache, secrets, diskSpace, reserve, peers };
  const context: CoreContext = { ...stored, config: live.config, guardOf, bus, log, now, writeAudit };
  const rooms = await openRooms(context, connections, options);
  const { accounts, reddit, ai, inbox, discovery, replies, insights, notifications } = rooms;
  const stopWatching = watchServers({
    peers,
    log,
    async takeOver(running) {
      await endLeasesOfOthers(db, running);
      await discovery.pipeline.takeOver(running);
    },
  });
  if (hold === 'own') {
    await discovery.pipeline.recover();
    insights.competitors.lookSoon();
    inbox.learning.learnSoon();
  }
  return {
    ...context,
    ...rooms,
    async close() {
      await stopWatching();
      for (const room of [insights, replies, discovery, inbox, ai, reddit, notifications, accounts]) await room.close();
      await close();
    },
  };
}
export type Core = Awaited<ReturnType<typeof openCore>>;
