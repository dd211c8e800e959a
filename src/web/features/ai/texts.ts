import { counted, fullNumber } from '#web/lib/format.ts';

const formatPercent = (share: number): string => `${fullNumber(Math.round(share * 100))}%`;

export const aiTexts = {
  tab: 'AI',
  title: 'Current model',
  failed: "Couldn't load the AI settings.",
  provider: 'Provider',
  model: 'Model',
  asked: 'Asked with',
  strongModel: 'For unclear posts, suggestions, and drafts',
  tokensToday: 'Your tokens today',
  instanceTokens: 'All users’ tokens today',
  instanceCalls: 'All users’ calls today',
  ofLimit: (used: number, limit: number) => `${fullNumber(used)} of ${fullNumber(limit)}`,
  untilMidnight:
    'Limits reset at midnight UTC. When one is reached, monitoring continues, and the model scores the waiting posts later, best first.',
  waiting: (count: number) => `${counted(count, 'post')} ${count === 1 ? 'is' : 'are'} waiting for the model, best first.`,
  builtIn:
    'No model is connected. The built-in scorer scores posts and suggests campaigns at no cost; instead of drafts, you see your own replies to similar questions.',
  builtInHow: 'An admin can connect Ollama, OpenAI, and others under Admin → Connections.',
  names: { builtin: 'Built-in scorer', ollama: 'Ollama', openai: 'OpenAI or compatible' },
  spend: 'Spend, last 30 days',
  spendCaption: 'Tokens per day, last 30 days',
  day: 'Day',
  tokens: 'Tokens',
  calls: 'Calls',
  cost: 'Cost',
  perLead: 'Per lead',
  leads: 'Leads',
  nothingSpent: 'No model calls in the last 30 days.',
  unknownCost: 'No price is set for this model, so its cost is unknown. The operator can set it with ai.prices.',
  byCampaign: 'By campaign',
  campaign: 'Campaign',
  byPurpose: 'By purpose',
  purpose: 'Purpose',
  purposes: { score: 'Scoring posts', audit: 'Checking skipped posts', propose: 'Campaign suggestions', draft: 'Reply drafts' },
  byLead: 'Drafts by lead',
  lead: 'Lead',
  missedTitle: 'Missed by the built-in scorer',
  missed: (percent: string, { audited, low, high }: { audited: number; low: number; high: number }) =>
    `The model rates ${percent} of ${counted(audited, 'skipped post')} as leads (95% interval: ${formatPercent(low)} to ${formatPercent(high)}). The model checks 2% of the posts that the built-in scorer skips.`,
  missedNone:
    'The model checks 2% of the posts that the built-in scorer skips, to measure how many it misses. None were checked in the last 30 days.',
  today: 'Model use today',
  settings: 'View details',
  todayNothing: 'No calls yet today.',
  usageTitle: 'All users, last 30 days',
  byModel: 'By model',
  byUser: 'By user',
  user: 'User',
  gone: 'deleted accounts',
};

export const voiceTexts = {
  title: 'How you write',
  failed: "Couldn't load how you write.",
  profile: 'Description',
  profileHint: 'Drafts follow it. Let it be read from your replies, or write it yourself.',
  samples: 'Replies you wrote',
  sample: (number: number) => `Reply ${String(number)}`,
  paste: 'Paste a reply',
  samplesHint: 'Five are enough. Without a model, those that fit a post are offered as a start.',
  save: 'Save',
  saved: 'How you write is saved',
  describe: 'Describe from these',
  describeOwn: (count: number) => `Describe from my ${counted(count, 'posted reply', 'posted replies')}`,
  described: (read: number, by: string) =>
    `Read from ${counted(read, 'reply', 'replies')}${by === 'builtin' ? '' : ` by ${by}`}. Change what doesn't fit, then save.`,
  delete: 'Delete',
  deleted: 'How you write is deleted',
};
