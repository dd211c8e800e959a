import { activityRoutes } from './activity.ts';
import { adminRoutes } from './admin.ts';
import { aiRoutes } from './ai.ts';
import { analyticsRoutes } from './analytics.ts';
import { archiveRoutes } from './archive.ts';
import { assistantRoutes } from './assistants.ts';
import { authRoutes } from './auth.ts';
import { betaRoutes } from './beta.ts';
import { billingRoutes } from './billing.ts';
import { blacklistRoutes, workspaceBlacklistRoutes } from './blacklist.ts';
import { campaignRoutes } from './campaigns.ts';
import { ruleRoutes } from './rules.ts';
import { clientRoutes } from './clients.ts';
import { companionRoutes } from './companion.ts';
import { competitorRoutes } from './competitors.ts';
import { connectionRoutes } from './connections.ts';
import { dashboardRoutes } from './dashboard.ts';
import { exportRoutes } from './exports.ts';
import { feedbackRoutes } from './feedback.ts';
import { followUpRoutes } from './follow-ups.ts';
import { healthRoutes } from './health.ts';
import { importRoutes } from './imports.ts';
import { leadRoutes } from './leads.ts';
import { mailLinkRoutes } from './mail-links.ts';
import { noticeRoutes } from './notices.ts';
import { channelRoutes } from './notify.ts';
import { learningRoutes } from './learning.ts';
import { suggestionRoutes } from './suggestions.ts';
import { outboxRoutes } from './outbox.ts';
import { passkeyRoutes } from './passkeys.ts';
import { placeRoutes } from './places.ts';
import { postRoutes } from './posts.ts';
import { redditAccountRoutes } from './reddit-account.ts';
import { purgeRoutes } from './purges.ts';
import { replyCheckRoutes } from './reply-check.ts';
import { reportEmailRoutes } from './report-emails.ts';
import { reportRoutes } from './reports.ts';
import { roadmapRoutes } from './roadmap.ts';
import type { Route } from './route.ts';
import { scheduleRoutes } from './schedule.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { searchRoutes } from './search.ts';
import { subredditRoutes } from './subreddits.ts';
import { systemRoutes, openapiRoutes } from './system.ts';
import { feedRoutes, tokenRoutes } from './tokens.ts';
import { trialRoutes } from './trials.ts';
import { twoFactorRoutes } from './two-factor.ts';
import { vibeRoutes } from './vibe.ts';
import { viewRoutes } from './views.ts';
import { voiceRoutes } from './voice.ts';
import { workspaceRoutes } from './workspaces.ts';

/** Every route: mounted by the server, iterated by tests, and listed in the API description. */
export const allRoutes: readonly Route[] = [
  systemRoutes,
  authRoutes,
  twoFactorRoutes,
  passkeyRoutes,
  singleSignOnRoutes,
  campaignRoutes,
  trialRoutes,
  placeRoutes,
  learningRoutes,
  suggestionRoutes,
  ruleRoutes,
  importRoutes,
  exportRoutes,
  postRoutes,
  aiRoutes,
  leadRoutes,
  outboxRoutes,
  scheduleRoutes,
  redditAccountRoutes,
  activityRoutes,
  vibeRoutes,
  voiceRoutes,
  healthRoutes,
  subredditRoutes,
  searchRoutes,
  replyCheckRoutes,
  followUpRoutes,
  archiveRoutes,
  viewRoutes,
  tokenRoutes,
  assistantRoutes,
  feedRoutes,
  channelRoutes,
  noticeRoutes,
  mailLinkRoutes,
  openapiRoutes,
  dashboardRoutes,
  analyticsRoutes,
  reportEmailRoutes,
  reportRoutes,
  clientRoutes,
  adminRoutes,
  connectionRoutes,
  purgeRoutes,
  blacklistRoutes,
  workspaceBlacklistRoutes,
  feedbackRoutes,
  roadmapRoutes,
  betaRoutes,
  billingRoutes,
  competitorRoutes,
  companionRoutes,
  workspaceRoutes,
].flatMap((group) => Object.values<Route>(group));
