import * as z from 'zod';
import { changesTo, idParams, idSchema, pageOf, pageQuery, timeSchema, websiteSchema } from './common.ts';
import { postSchema } from './posts.ts';
import { customerLanguages } from './languages.ts';
import { priceRangeSchema } from './price-range.ts';
import { defineRoute } from './route.ts';
import { usualLeadsPerDay, defaultWeights, weightsSchema } from './scoring.ts';
import { fetchedKinds, sourceIds } from './sources.ts';
import { shownStreamsSchema, streamsSchema } from './stream-schema.ts';

export const campaignModes = ['basic', 'website', 'smart', 'manual'] as const;
export const campaignStatuses = ['draft', 'active', 'paused'] as const;
export const schedules = ['continuous', 'hourly', 'twice-daily', 'daily'] as const;
const minute = 60_000;
/** Milliseconds between runs; `continuous` means every scheduler tick, but at most every two minutes. */
export const schedulePeriods: Readonly<Record<(typeof schedules)[number], number>> = {
  continuous: 2 * minute,
  hourly: 60 * minute,
  'twice-daily': 720 * minute,
  daily: 1440 * minute,
};

/** A rule: one line of the rule language, optionally with its own minimum score. */
export const ruleSchema = z.strictObject({
  text: z.string().trim().min(1).max(500),
  minScore: z.number().int().min(0).max(100).optional(),
});
export type Rule = z.infer<typeof ruleSchema>;

const texts = (max: number, length: number) => z.array(z.string().trim().min(1).max(length)).max(max);
/** Most characters of a text, or entries of a list. */
export const campaignLimits = {
  name: 120,
  description: 5000,
  offering: 5000,
  idealCustomer: 5000,
  facts: 2000,
  painPoints: 50,
  exclusions: 50,
  regions: 50,
  excludes: 200,
  languages: 20,
  rules: 200,
};
/** Most entries of an answer to a proposal, or characters of a list of keywords. */
export const answerLimits = { trades: 3, regions: 5, competitors: 5, list: 200_000 };

const campaignFields = {
  name: z.string().trim().min(1, 'Give it a name').max(campaignLimits.name),
  mode: z.enum(campaignModes).default('manual'),
  status: z.enum(campaignStatuses).default('active'),
  description: z.string().trim().max(campaignLimits.description).default(''),
  websiteUrl: z.union([z.literal(''), websiteSchema]).default(''),
  offering: z.string().trim().max(campaignLimits.offering).default(''),
  idealCustomer: z.string().trim().max(campaignLimits.idealCustomer).default(''),
  /** What a reply may state about the offering, such as prices; it changes no score. */
  facts: z.string().trim().max(campaignLimits.facts).default(''),
  painPoints: texts(campaignLimits.painPoints, 300).default([]),
  /** What the offering doesn't include, in plain text; unlike `excludes`, it doesn't filter. Only an AI model reads it. */
  exclusions: texts(campaignLimits.exclusions, 300).default([]),
  /** Where the offering is available, such as "Germany" or "Austin, TX". Empty: anywhere. Only an AI model reads it. */
  regions: texts(campaignLimits.regions, 120).default([]),
  priceRange: priceRangeSchema.nullable().default(null),
  rules: z.array(ruleSchema).max(campaignLimits.rules).default([]),
  excludes: texts(campaignLimits.excludes, 120).default([]),
  streams: streamsSchema.default([]),
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/))
    .max(campaignLimits.languages)
    .default([]),
  schedule: z.enum(schedules).default('continuous'),
  postFloor: z.number().int().min(0).max(100).default(25),
  /** Every post from this score on is a lead; null: the best of a day. */
  leadThreshold: z.number().int().min(0).max(100).nullable().default(null),
  /** How many posts of the 24 hours up to it a lead may have above it, itself included; only without a threshold. */
  leadsPerDay: z.number().int().min(1).max(100).default(usualLeadsPerDay),
  weights: weightsSchema.default(defaultWeights),
  notify: z.boolean().default(true),
};
export const campaignInputSchema = z.strictObject(campaignFields);
export type CampaignInput = z.output<typeof campaignInputSchema>;
export type CampaignUpdate = { [field in keyof CampaignInput]?: CampaignInput[field] | undefined };
export const campaignUpdateSchema = changesTo(campaignFields);

export const campaignSchema = z.object({
  ...campaignFields,
  streams: shownStreamsSchema,
  id: idSchema,
  /** Invented sample posts; marked as a sample wherever it is shown. */
  sample: z.boolean(),
  createdAt: timeSchema,
  lastRunAt: timeSchema.nullable(),
  nextRunAt: timeSchema.nullable(),
  running: z.boolean(),
  /** Number of streams that are fetched for it: a subreddit with comments is two, a search one for each rule. */
  streamCount: z.number().int(),
  /** Rules that match nothing until resumed, because all their rated matches were bad. */
  pausedRules: z.array(z.string()),
  /** Number of changes that feedback suggests. */
  suggestions: z.number().int(),
  counts: z.object({ posts: z.number().int(), leads: z.number().int(), newLeads: z.number().int() }),
});
export type Campaign = z.output<typeof campaignSchema>;

export const coverageStates = ['ok', 'empty', 'failed', 'limited', 'pending'] as const;
/** State of fetching one stream. `empty` (nothing new) and `failed` (couldn't be read) are always distinct. */
export const streamStateSchema = z.object({
  /** A subreddit, the text of a search, or as in the campaign's list. */
  name: z.string(),
  /** Its own title, as of a feed, once it was read. */
  title: z.string().nullable(),
  kind: z.enum(fetchedKinds.map(({ kind }) => kind)),
  state: z.enum(coverageStates),
  source: z.string(),
  lastSuccessAt: timeSchema.nullable(),
  newestAt: timeSchema.nullable(),
  items: z.number().int(),
  gapFrom: timeSchema.nullable(),
  gapTo: timeSchema.nullable(),
  nextTryAt: timeSchema.nullable(),
  /** As text for users. */
  error: z.string().nullable(),
  /** The last 48 half hours, oldest first: items read, null where reading failed, -1 where none was planned. */
  strip: z.array(z.number().int().nullable()),
});
export type StreamState = z.output<typeof streamStateSchema>;
export const coverageSchema = z.object({
  summary: z.object({
    total: z.number().int(),
    monitored: z.number().int(),
    failed: z.number().int(),
    limited: z.number().int(),
    pending: z.number().int(),
  }),
  places: z.array(streamStateSchema),
  /** Why nothing is read from Reddit, whichever subreddit; null if something is. Also the error of its streams. */
  reddit: z.string().nullable(),
});
export type Coverage = z.output<typeof coverageSchema>;

export const runCountsSchema = z.object({
  heard: z.number().int(),
  new: z.number().int(),
  filtered: z.number().int(),
  matched: z.number().int(),
  posts: z.number().int(),
  leads: z.number().int(),
});
export type RunCounts = z.infer<typeof runCountsSchema>;
export const runSchema = z.object({
  id: idSchema,
  campaignId: idSchema,
  source: z.string(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  state: z.enum(['running', 'ok', 'partial', 'failed']),
  counts: runCountsSchema,
  /** Reason for filtering → number of items. */
  filtered: z.record(z.string(), z.number().int()),
  perSubreddit: z.array(
    z.object({
      name: z.string(),
      source: z.enum(sourceIds),
      title: z.string().nullish(),
      state: z.enum(['ok', 'empty', 'failed', 'limited']),
      newest: timeSchema.nullable(),
      items: z.number().int(),
      gapFrom: timeSchema.nullable(),
      gapTo: timeSchema.nullable(),
      error: z.string().nullable(),
    }),
  ),
  error: z.string().nullable(),
});
export type Run = z.output<typeof runSchema>;

export const bestSchema = z.array(postSchema.partial({ id: true, campaignId: true }));

export const maxExamples = 3;
const examplesSchema = z.array(z.string()).max(maxExamples);
export const previewSchema = z.object({
  /** Nothing is stored yet, so the bundled made-up posts were checked, whatever subreddit they are in. */
  sample: z.boolean(),
  /** Number of stored items from the last 30 days that were checked. */
  considered: z.number().int(),
  matched: z.number().int(),
  leads: z.number().int(),
  perDay: z.number(),
  best: bestSchema,
  /** What each rule and subreddit finds, with the titles of the best; filtered items and those below `postFloor` don't count. */
  effects: z.object({
    /** `elsewhere`: matches in stored items outside the campaign's streams. */
    rules: z.array(z.object({ text: z.string(), matches: z.number().int(), elsewhere: z.number().int(), examples: examplesSchema })),
    /** `stored`: items there, matched or not; 0 if it wasn't read yet. */
    subreddits: z.array(z.object({ name: z.string(), stored: z.number().int(), matches: z.number().int(), examples: examplesSchema })),
  }),
  /** Posts per day in its streams, based on what was fetched in that time; streams that weren't fetched are left out. */
  pace: z.array(z.object({ name: z.string(), perDay: z.number() })),
  /** Additional suggestions, most matches first. */
  suggestions: z.object({
    /** `matches`: stored items there that a rule of the campaign matches; 0 if only the campaign's text suggests it. */
    subreddits: z.array(z.object({ name: z.string(), why: z.string(), matches: z.number().int() })),
    /** `matches`: items of its streams that this rule would match; `fresh`: those of them that no rule matches yet. */
    rules: z.array(z.object({ text: z.string(), why: z.string(), matches: z.number().int(), fresh: z.number().int() })),
  }),
});
export type Preview = z.output<typeof previewSchema>;

export const proposalSchema = z.object({
  draft: campaignInputSchema,
  /** What customers write: as requested, or as the text proves it. Null: unknown, so the rules are for English and nothing is filtered. */
  language: z.enum(customerLanguages).nullable(),
  /** Trades that the text may be about, the likeliest first; the draft is made from the chosen ones. */
  trades: z.array(z.object({ id: z.string(), name: z.string(), isChosen: z.boolean() })),
  /** What the text doesn't say and a new proposal would use: `regions` and `competitors` of the request. */
  questions: z.array(z.enum(['regions', 'competitors'])),
  /** Why each part is proposed. `part` is a path into the draft, such as `streams.3`. */
  reasons: z.array(z.object({ part: z.string(), why: z.string() })),
});
export type Proposal = z.output<typeof proposalSchema>;

export const campaignRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/campaigns',
    access: 'user',
    tokens: 'read',
    summary: 'Your campaigns',
    query: z.object(pageQuery),
    response: pageOf(campaignSchema),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/campaigns',
    access: 'user',
    tokens: 'write',
    summary: 'Create a campaign',
    body: campaignInputSchema,
    response: campaignSchema,
    status: 201,
  }),
  createSample: defineRoute({
    method: 'POST',
    path: '/campaigns/sample',
    access: 'user',
    tokens: 'write',
    summary: 'Create the sample campaign and replay its made-up posts',
    response: z.object({ campaign: campaignSchema, runId: idSchema }),
    status: 202,
  }),
  propose: defineRoute({
    method: 'POST',
    path: '/campaigns/propose',
    access: 'user',
    tokens: 'write',
    summary: "Propose a campaign from a description, a website, or another tool's keywords",
    body: z.strictObject({
      mode: z.enum(['basic', 'website', 'smart', 'list']),
      list: z.string().max(answerLimits.list).optional(),
      description: z.string().trim().max(campaignLimits.description).optional(),
      websiteUrl: websiteSchema.optional(),
      /** What customers write; read from the text when missing. */
      language: z.enum(customerLanguages).optional(),
      /** IDs of the trades to make it from, as a proposal lists them; empty for none of them. Chosen by the text when missing. */
      trades: texts(answerLimits.trades, 80).optional(),
      /** Where you work. */
      regions: texts(answerLimits.regions, 120).optional(),
      /** With whom you compete: people who compare them or want to leave them are found, too. */
      competitors: texts(answerLimits.competitors, 60).optional(),
    }),
    response: proposalSchema,
  }),
  preview: defineRoute({
    method: 'POST',
    path: '/campaigns/preview',
    access: 'user',
    tokens: 'write',
    summary: 'Dry run over the stored items of the last 30 days, or over the sample posts if nothing is stored',
    body: campaignUpdateSchema,
    response: previewSchema,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/campaigns/:id',
    access: 'user',
    tokens: 'read',
    summary: 'One campaign',
    params: idParams,
    response: campaignSchema,
  }),
  replace: defineRoute({
    method: 'PUT',
    path: '/campaigns/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Replace all fields of a campaign; those left out get their defaults',
    params: idParams,
    body: campaignInputSchema,
    response: campaignSchema,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/campaigns/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Change some fields of a campaign',
    params: idParams,
    body: campaignUpdateSchema,
    response: campaignSchema,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/campaigns/:id',
    access: 'user',
    tokens: 'write',
    summary: 'Delete a campaign with its posts and leads',
    params: idParams,
    response: z.null(),
  }),
  run: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/run',
    access: 'user',
    tokens: 'write',
    summary: 'Fetch now',
    params: idParams,
    response: z.object({ runId: idSchema }),
    status: 202,
  }),
  pause: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/pause',
    access: 'user',
    tokens: 'write',
    summary: 'Pause the campaign',
    params: idParams,
    response: campaignSchema,
  }),
  resume: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/resume',
    access: 'user',
    tokens: 'write',
    summary: 'Resume the campaign',
    params: idParams,
    response: campaignSchema,
  }),
  duplicate: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/duplicate',
    access: 'user',
    tokens: 'write',
    summary: 'Duplicate as a paused campaign',
    params: idParams,
    response: campaignSchema,
    status: 201,
  }),
  move: defineRoute({
    method: 'POST',
    path: '/campaigns/:id/move',
    access: 'user',
    tokens: 'none',
    summary: 'Move the campaign with all that is in it to another workspace, in which you are owner or admin',
    params: idParams,
    body: z.strictObject({ workspaceId: idSchema }),
    response: campaignSchema,
  }),
  weights: defineRoute({
    method: 'PUT',
    path: '/campaigns/:id/weights',
    access: 'user',
    tokens: 'write',
    summary: 'Set the weights and re-rank without a model call',
    params: idParams,
    body: z.strictObject({ weights: weightsSchema }),
    response: campaignSchema,
  }),
  runs: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/runs',
    access: 'user',
    tokens: 'read',
    summary: 'Run history',
    params: idParams,
    query: z.object(pageQuery),
    response: pageOf(runSchema),
  }),
  coverage: defineRoute({
    method: 'GET',
    path: '/campaigns/:id/coverage',
    access: 'user',
    tokens: 'read',
    summary: 'Coverage: the state of each stream',
    params: idParams,
    response: coverageSchema,
  }),
};
