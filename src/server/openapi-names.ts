import type * as z from 'zod';
import { ownUserSchema, userSchema } from '#shared/auth.ts';
import { campaignSchema, coverageSchema, previewSchema, proposalSchema, runSchema } from '#shared/campaigns.ts';
import { competitorSchema, mentionSchema } from '#shared/competitors.ts';
import { todayItemSchema } from '#shared/dashboard.ts';
import { errorBodySchema } from '#shared/errors.ts';
import { followUpSchema } from '#shared/follow-ups.ts';
import { leadPostSchema, leadSchema, timelineEntrySchema } from '#shared/leads.ts';
import { noticeSchema } from '#shared/notices.ts';
import { channelSchema } from '#shared/notify.ts';
import { webhookMessageSchema } from '#shared/webhook-message.ts';
import { outboxItemSchema } from '#shared/outbox.ts';
import { postDetailSchema, postSchema, postThreadSchema } from '#shared/posts.ts';
import { scheduledReplySchema } from '#shared/schedule.ts';
import { componentsSchema, evidenceSchema } from '#shared/scoring.ts';
import { subredditSchema } from '#shared/subreddits.ts';
import { apiTokenSchema } from '#shared/tokens.ts';

/** What responses consist of, as generated clients call it. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  Lead: leadSchema,
  LeadPost: leadPostSchema,
  TimelineEntry: timelineEntrySchema,
  Post: postSchema,
  PostDetail: postDetailSchema,
  PostThread: postThreadSchema,
  Components: componentsSchema,
  Evidence: evidenceSchema,
  Campaign: campaignSchema,
  Coverage: coverageSchema,
  Run: runSchema,
  Preview: previewSchema,
  Proposal: proposalSchema,
  FollowUp: followUpSchema,
  Reply: outboxItemSchema,
  ScheduledReply: scheduledReplySchema,
  TodayItem: todayItemSchema,
  Competitor: competitorSchema,
  Mention: mentionSchema,
  Subreddit: subredditSchema,
  Notice: noticeSchema,
  Channel: channelSchema,
  WebhookMessage: webhookMessageSchema,
  Token: apiTokenSchema,
  User: userSchema,
  OwnUser: ownUserSchema,
  Error: errorBodySchema,
};

/** What parameters mean: by their name, or by their name in a path. */
const parameterTexts: Readonly<Record<string, string>> = {
  limit: 'Rows per page',
  cursor: '`nextCursor` of the page before; keep the other parameters as they were',
  q: 'Text to search for',
  'q /search/reddit': "Words to search for, in Reddit's own syntax",
  campaignId: 'Only those of this campaign',
  stage: 'Only leads at this stage',
  assignee: 'Only leads of this member, `me`, or `none` for those without',
  tag: 'Only leads with this tag',
  step: 'Only what reached this step of the funnel',
  minConfidence: 'Only leads with at least this confidence, out of 100',
  minScore: 'Only posts with at least this confidence, out of 100',
  since: 'Only what was written at or after this time',
  'since /leads': 'Only leads that were found at or after this time',
  updatedSince:
    'Only leads with whom something happened at or after this time. With `sort=lastActivityAt`, no change is missed while you page: next time, ask for what changed since you began',
  subreddit: 'Only what is from this subreddit, or from this place on another site',
  'subreddit /search/reddit': 'Only search in this subreddit',
  waiting: 'Whether there is nothing to do yet: a follow-up is set for later, or a reply waits to be posted',
  sort: 'Order; with a leading `-`, descending',
  status: 'Only those with this status',
  kind: 'Only posts, or only comments',
  rule: 'Only posts that this rule matched',
  seen: 'Only posts that were read, or that were not',
  from: 'First day or time of the range',
  to: 'Last day or time of the range',
  zone: "Time zone in which days begin; by default the account's",
  postId: 'Only replies to this post',
  leadId: 'Only follow-ups with this lead',
  due: 'Only follow-ups that are due then',
  competitorId: 'Only mentions of this competitor',
  sentiment: 'Only mentions with this sentiment',
  names: 'Names, separated by commas',
  time: 'How far back to search',
  text: 'Draft of the reply',
  account: 'Name of one of your connected Reddit accounts; without it, the default one',
  reason: 'Why it is a bad match',
  undo: 'Subscribe again to the reports that the link unsubscribes from',
  refresh: 'Whether to read Reddit again now',
  scope: 'What the connection may do',
  _t: 'Ignored: makes the URL unique, past caches',
  id: 'ID out of a list',
  userId: 'ID of a member, out of the list of members',
  invitationId: 'ID of an open invitation',
  chart: 'Name of the chart',
  'token /feeds': "The feed's secret",
  'token /mail-links': "The link's secret",
  'token /reports': "The report's secret",
  'token /workspaces': "The invitation's secret",
  'name /campaigns': 'Key of the suggestion',
  'name /subreddits': 'Name without r/',
  'name /admin/jobs': 'Name of the job',
};

/** Throws for a parameter that nothing describes. */
export function parameterText(name: string, path: string): string {
  const [, own] =
    Object.entries(parameterTexts).find(([key]) => key.startsWith(`${name} `) && path.startsWith(key.split(' ')[1] ?? '')) ?? [];
  const text = own ?? parameterTexts[name];
  if (text === undefined) throw new Error(`Describe the parameter ${name} of ${path} in openapi-names.ts`);
  return text;
}
