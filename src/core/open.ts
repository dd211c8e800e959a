import type { MergeStep, UserData } from './accounts/user-data.ts';
import { openAccounts } from './accounts/open.ts';
import type { PasswordCost } from './accounts/passwords.ts';
import { openAi } from './ai/open.ts';
import type { CoreContext } from './context.ts';
import { createFetchReader } from './discovery/fetch/coverage.ts';
import { mergeEntries } from './discovery/blacklist/queries.ts';
import { type DiscoveryOptions, type DiscoveryRoom, openDiscovery } from './discovery/open.ts';
import { openSources } from './sources/open.ts';
import { countAiCalls, forgetSpentOn } from './ai/ledger/spend-queries.ts';
import { countCampaignsOf, pauseCampaignsBeyond } from './inbox/campaigns/queries.ts';
import { countPosts, deleteContent, listContent, readConversations } from './inbox/items/user-content-queries.ts';
import { countWaitingLeads, promoteWaiting, unassignLeads } from './inbox/leads/queries.ts';
import { endFeedsBy, endFeedsOf, keepFeeds } from './inbox/feeds/queries.ts';
import { mergeNames } from './inbox/campaigns/move-queries.ts';
import { mergeMemberships } from './accounts/workspaces/queries.ts';
import { type InboxRoom, openInbox } from './inbox/open.ts';
import { openSubjects } from './inbox/spend-queries.ts';
import { moveRuns } from './discovery/imports/pending-import-queries.ts';
import { eraseReadings } from './discovery/pass/queries.ts';
import { eraseMentions, selectMentions } from './insights/competitors/queries.ts';
import { mergeSchedules, pauseSchedulesBy, pauseSchedulesOf } from './insights/reports/email-queries.ts';
import { keepReports, mergeCompetitors, moveFigures } from './insights/reports/queries.ts';
import { openInsights } from './insights/open.ts';
import { createKeptThreads } from './insights/threads/kept.ts';
import { openInstance } from './instance/open.ts';
import { type ConnectionStore, createConnectionStore } from './instance/connections/store.ts';
import { createSettings } from './instance/settings/service.ts';
import { pauseChannelsOf } from './notifications/channel-queries.ts';
import { countNotices, dropNoticesOf, eraseNotifications, forgetNoticesFor } from './notifications/notice-queries.ts';
import { openNotifications, createChannelMerge } from './notifications/open.ts';
import { createAudit } from './platform/audit/service.ts';
import { createBus } from './platform/bus.ts';
import type { Now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { folderFailure } from './platform/db/failure.ts';
import { openDatabase, type OpenDatabaseOptions } from './platform/db/open.ts';
import type { OpenDatabase } from './platform/db/open-database.ts';
import { createReadCache, unknownMark } from './platform/db/read-cache.ts';
import type { DiskSpace } from './platform/guards/disk.ts';
import { openGuards } from './platform/guards/open.ts';
import { createMailer } from './platform/email/mailer.ts';
import { createLiveConfig } from './platform/live-config.ts';
import { createLocalQueue } from './platform/local-queue.ts';
import type { Log } from './platform/log.ts';
import { endLeasesOfOthers } from './platform/job-queries.ts';
import { watchServers } from './platform/peers.ts';
import { openSecrets } from './platform/secrets.ts';
import { listConnected } from './reddit/account/queries.ts';
import { createAccountMerge } from './reddit/account/tokens.ts';
import { openReddit } from './reddit/open.ts';
import { openReplies, forgetAccount } from './replies/open.ts';
import { countReplies, eraseReplies, selectRepliesToPost } from './replies/outbox/erasing-queries.ts';
import { holdLeft, selectQueued, selectReplied } from './replies/outbox/queries.ts';
import { listFollowedNames } from './replies/activity/queries.ts';
import { mergeReplies, moveReplies } from './replies/outbox/move-queries.ts';

export interface OpenOptions extends Pick<OpenDatabaseOptions, 'hold'> {
  log: Log;
  now?: Now;
  /** Who runs this command, for the audit log; absent for the server. */
  operator?: string;
  /** For tests: an open database instead of the configured one. */
  database?: OpenDatabase | undefined;
  /** For tests: other sources and paces than the configured ones. */
  discovery?: DiscoveryOptions;
  /** For tests: a cheaper hash than the one that is right for passwords. */
  passwordCost?: PasswordCost;
  /** For tests: another disk than the one there is. */
  diskSpace?: DiskSpace;
}

const userData: UserData = {
  listConnected,
  keepLinks: [keepFeeds, keepReports],
  endLinks: [endFeedsBy, pauseSchedulesBy],
  leaveSteps: [unassignLeads, holdLeft, pauseChannelsOf, endFeedsOf, forgetNoticesFor, pauseSchedulesOf],
  readConversations,
  listContent,
  deleteContent,
  countSteps: [countPosts, countReplies, countNotices],
};

/** What makes everything of an account another one's. Names first: a campaign that moves keeps only those who are there. */
const mergeStepsOf = ({ secrets }: CoreContext, { inbox, discovery }: { inbox: InboxRoom; discovery: DiscoveryRoom }): MergeStep[] => [
  mergeMemberships,
  mergeNames,
  createAccountMerge(secrets),
  mergeReplies,
  createChannelMerge(secrets),
  mergeCompetitors,
  mergeSchedules,
  mergeEntries,
  inbox.campaigns.mergeAll,
  (trx, { to }) => discovery.blacklist.applyWithin(trx, { user_id: to }, to),
];

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
    userData,
    planUsage: { countCampaigns: countCampaignsOf, pauseCampaignsBeyond, countAiCalls, countWaitingLeads, promoteWaiting },
    passwordCost: options.passwordCost,
  });
  const sources = openSources(context, reddit, options.discovery?.source);
  const ai = openAi(context, { countWaiting: (userId) => discovery.rescoring.countWaiting(userId), subjects: openSubjects(context.db) });
  const keptThreads = createKeptThreads(context.now);
  const inbox = openInbox(context, {
    reddit,
    ai,
    sourceIdOf: sources.transports.idOf,
    fetching: createFetchReader(config),
    selectReplied,
    selectQueued,
    moveSteps: [moveReplies, dropNoticesOf, moveFigures, moveRuns, forgetSpentOn],
    afterMoving: (trx, { campaignId, to }) => discovery.blacklist.applyWithin(trx, { campaign_id: campaignId }, to),
    eraseSteps: [eraseNotifications, eraseReplies, eraseMentions, eraseReadings, keptThreads.erase],
    learnPauseMs: options.discovery?.learnPauseMs,
  });
  const discovery = openDiscovery(
    context,
    { sources, ai, inbox, selectReplies: selectRepliesToPost, selectMentions, listFollowedNames },
    options.discovery,
  );
  const replies = openReplies(context, { reddit, ai, inbox });
  const insights = openInsights(context, { ai, sources, inbox, discovery, keptThreads });
  const notifications = openNotifications(context, { ai, inbox, reports: insights.reports.schedules.subscriptions });
  const instance = openInstance(context, {
    settings,
    connections,
    mailer,
    accounts,
    reddit,
    discovery,
    tryModel: ai.tryModel,
    listModels: ai.listModels,
    checkModelPart: ai.checkModelPart,
    mergeSteps: mergeStepsOf(context, { inbox, discovery }),
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
  { db, readDb, exportDb, commitMark = unknownMark, peers, close, ...database }: OpenDatabase,
  config: Config,
  options: OpenOptions,
) {
  const { log, now = Date.now, hold } = options;
  const bus = createBus((error) => log.error({ err: error }, 'a listener failed'));
  // After the database: a key without one says that one is missing.
  const secrets = openSecrets(config.dataDir, config.security.secret);
  const writeAudit = createAudit({ db, now, log, operator: options.operator }).write;
  const live = createLiveConfig(config);
  const connections = createConnectionStore({ db, secrets, now, log, live });
  await connections.load();
  connections.follow(bus);
  const { guardOf } = live;
  const guards = openGuards({ folder: config.dataDir, db, log, diskSpace: options.diskSpace });
  const queue = database.queue ?? createLocalQueue({ db, now, log });
  const stored = { db, readDb, exportDb, readCache: createReadCache(commitMark), secrets, peers, queue };
  const context: CoreContext = { ...stored, ...guards, config: live.config, guardOf, bus, log, now, writeAudit };
  const rooms = await openRooms(context, connections, options);
  const { accounts, reddit, ai, inbox, discovery, replies, insights, instance, notifications } = rooms;
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
  const endings: (() => Promise<void>)[] = [];
  return {
    ...context,
    ...rooms,
    /** Called after all work has ended, for what brings its facts to other servers. */
    atEnd: (ending: () => Promise<void>): void => void endings.push(ending),
    async close() {
      await stopWatching();
      await queue.close();
      for (const room of [instance, insights, replies, discovery, inbox, ai, reddit, notifications, accounts]) await room.close();
      for (const end of endings) await end();
      await close();
    },
  };
}
export type Core = Awaited<ReturnType<typeof openCore>>;
