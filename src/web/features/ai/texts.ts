import { fullNumber, percentText } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

const formatPercent = (share: number): string => percentText(share);

export const aiTexts = {
  tab: t('AI'),
  title: t('Current model'),
  failed: t("Couldn't load the AI settings."),
  provider: t('Provider'),
  model: t('Model'),
  asked: t('Asked with'),
  strongModel: t('For unclear posts, suggestions, and drafts'),
  tokensToday: t('Your tokens today'),
  instanceTokens: t('All users’ tokens today'),
  instanceCalls: t('All users’ calls today'),
  ofLimit: (used: number, limit: number) => t('{used} of {limit}', { used: fullNumber(used), limit: fullNumber(limit) }),
  untilMidnight: t(
    'Limits reset at midnight UTC. When one is reached, monitoring continues, and the model scores the waiting posts later, best first.',
  ),
  waiting: (count: number) =>
    t('{count, plural, one {# post} other {# posts}} {count, plural, one {is} other {are}} waiting for the model, best first.', { count }),
  builtIn: t(
    'No model is connected. The built-in scorer scores posts and suggests campaigns at no cost; instead of drafts, you see your own replies to similar questions.',
  ),
  builtInHow: t('An admin can connect Ollama, OpenAI, and others under Admin → Connections.'),
  names: { builtin: t('Built-in scorer'), ollama: t('Ollama'), openai: t('OpenAI or compatible') },
  spend: t('Spend, last 30 days'),
  spendCaption: t('Tokens per day, last 30 days'),
  day: t('Day'),
  tokens: t('Tokens'),
  calls: t('Calls'),
  cost: t('Cost'),
  perLead: t('Per lead'),
  leads: t('Leads'),
  nothingSpent: t('No model calls in the last 30 days.'),
  unknownCost: t('No price is set for this model, so its cost is unknown. The operator can set it with ai.prices.'),
  byCampaign: t('By campaign'),
  campaign: t('Campaign'),
  byPurpose: t('By purpose'),
  purpose: t('Purpose'),
  purposes: { score: t('Scoring posts'), audit: t('Checking skipped posts'), propose: t('Campaign suggestions'), draft: t('Reply drafts') },
  byLead: t('Drafts by lead'),
  lead: t('Lead'),
  missedTitle: t('Missed by the built-in scorer'),
  missed: (percent: string, { audited, low, high }: { audited: number; low: number; high: number }) =>
    t(
      'The model rates {percent} of {audited, plural, one {# skipped post} other {# skipped posts}} as leads (95% interval: {low} to {high}). The model checks 2% of the posts that the built-in scorer skips.',
      { percent, audited, low: formatPercent(low), high: formatPercent(high) },
    ),
  missedNone: t(
    'The model checks 2% of the posts that the built-in scorer skips, to measure how many it misses. None were checked in the last 30 days.',
  ),
  today: t('Model use today'),
  settings: t('View details'),
  todayNothing: t('No calls yet today.'),
  usageTitle: t('All users, last 30 days'),
  byModel: t('By model'),
  byUser: t('By user'),
  user: t('User'),
  gone: t('deleted accounts'),
};

export const voiceTexts = {
  title: t('How you write'),
  failed: t("Couldn't load how you write."),
  profile: t('Description'),
  profileHint: t('Drafts follow it. Let it be read from your replies, or write it yourself.'),
  samples: t('Replies you wrote'),
  sample: (number: number) => t('Reply {number}', { number }),
  paste: t('Paste a reply'),
  samplesHint: t('Five are enough. Without a model, those that fit a post are offered as a start.'),
  save: t('Save'),
  saved: t('How you write is saved'),
  describe: t('Describe from these'),
  describeOwn: (count: number) => t('Describe from my {count, plural, one {# posted reply} other {# posted replies}}', { count }),
  described: (read: number, by: string) =>
    by === 'builtin'
      ? t("Read from {read, plural, one {# reply} other {# replies}}. Change what doesn't fit, then save.", { read })
      : t("Read from {read, plural, one {# reply} other {# replies}} by {by}. Change what doesn't fit, then save.", { read, by }),
  delete: t('Delete'),
  deleted: t('How you write is deleted'),
};
