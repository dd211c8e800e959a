import type { ApplicationStatus } from '#shared/beta.ts';
import type { BlacklistKind } from '#shared/blacklist.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

export const listTexts = { newer: 'Newer', older: 'Older', never: 'never', pages: 'Pages' };

export const adminTexts = {
  title: 'Admin Dashboard',
  lead: 'The whole instance: who uses it, how it hears, what runs in it.',
  sections: 'Admin',
  tabs: {
    overview: 'Overview',
    users: 'Users',
    jobs: 'Jobs',
    applications: 'Beta',
    roadmap: 'Roadmap',
    settings: 'Settings',
    audit: 'Audit log',
  },
  parts: 'Parts of the interface',
  failed: 'This could not be read.',
};

export const overviewTexts = {
  users: 'users',
  activeLately: (count: number) => `${counted(count, 'account')} in use in the last 30 days`,
  campaigns: 'campaigns',
  active: (count: number) => `(${String(count)} active)`,
  posts: 'posts',
  leads: 'leads',
  instance: 'Instance',
  version: 'Version',
  started: 'Started',
  items: 'Items heard and kept',
  database: 'Database',
  inMemory: 'in memory',
  disk: 'Disk free',
  ofTotal: (free: string, total: string) => `${free} of ${total}`,
  source: 'Road to Reddit',
  budget: 'Calls in ten minutes',
  budgetOf: (calls: string, capacity: string) => `${calls} of ${capacity}`,
  noBudget: 'No client id: feeds keep their own pace',
  paused: 'paused by Reddit',
  ai: 'Scorer',
  mail: 'Mail',
  mailOn: 'A mail server is configured',
  mailOff: 'None: links are copied by hand',
  admins: 'Admins',
  disabled: 'Shut out',
  sources: 'How it hears',
  sourcesEmpty: 'Nothing has been read from Reddit yet. Figures come with the first run of a campaign.',
  columns: { source: 'Road', ok: 'Places read', failed: 'Failed or limited', last: 'Last success' },
  waiting: 'Waiting for you',
  newFeedback: (count: number) => `${counted(count, 'message')} from users`,
  newApplications: (count: number) => counted(count, 'application'),
};

export const userTexts = {
  caption: 'Accounts',
  find: 'Find by name or e-mail',
  empty: 'No account fits that.',
  columns: {
    name: 'Name',
    role: 'Role',
    state: 'State',
    plan: 'Plan',
    campaigns: 'Campaigns',
    since: 'Since',
    seen: 'Last sign-in',
    actions: 'Actions',
  },
  roles: { admin: 'Admin', user: 'User' },
  active: 'Active',
  disabled: 'Shut out',
  actions: (name: string) => `Actions for ${name}`,
  makeAdmin: 'Make admin',
  makeUser: 'Make user',
  disable: 'Shut out',
  enable: 'Let in again',
  reset: 'Make a reset link',
  plan: 'Change plan',
  ask: {
    makeAdmin: (name: string) => `Make ${name} an admin?`,
    makeUser: (name: string) => `Take the admin role from ${name}?`,
    disable: (name: string) => `Shut ${name} out?`,
    enable: (name: string) => `Let ${name} in again?`,
  },
  sessionsEnd: 'Their sessions end at once, on every device.',
  canSignIn: 'They can sign in with their password.',
  linkTitle: 'Reset link',
  linkText: (name: string) => `Give this link to ${name}. It sets a new password once, within 30 minutes.`,
};

export const planTexts = {
  title: (name: string) => `Plan of ${name}`,
  text: 'It counts at once. Campaigns beyond the room of a smaller plan are paused, the newest first.',
  label: 'Plan',
  choose: 'Choose a plan',
  save: 'Give this plan',
  failed: 'The plan could not be changed.',
};

export const linkTexts = { copy: 'Copy link', copied: 'Link copied', close: 'Close', label: 'Link' };

export const jobTexts = {
  caption: 'Jobs',
  columns: { name: 'Job', schedule: 'Schedule (UTC)', state: 'Newest run', last: 'Last success', actions: 'Run' },
  running: 'Running',
  failed: 'Failed',
  ok: 'Done',
  waiting: 'Not run yet',
  run: 'Run now',
  runNamed: (name: string) => `Run ${name} now`,
  done: (name: string) => `${name} is done`,
  goesOn: (name: string) => `${name} goes on in the background`,
  broke: (name: string, error: string) => `${name} failed: ${error}`,
};

export const settingTexts = {
  registration: 'Registration',
  beta: 'Beta mode',
  betaHint: 'New accounts need an invitation that was opened. People apply on the public page; you decide under Beta.',
  on: 'Beta mode is on',
  off: 'Beta mode is off',
};

export const auditTexts = {
  caption: 'Audit log',
  empty: 'Nothing has been recorded yet.',
  columns: { at: 'When', actor: 'Who', action: 'What', target: 'To', details: 'Details', address: 'From' },
  nobody: 'system or stranger',
};

const applicationStatus: Record<ApplicationStatus, string> = {
  waiting: 'Waiting',
  accepted: 'Invited',
  verified: 'May register',
  declined: 'Declined',
};
export const applicationTexts = {
  filter: 'Status',
  all: 'All',
  status: applicationStatus,
  empty: 'No application here. While beta mode is on, people apply on the public page.',
  accept: 'Accept',
  again: 'New link',
  decline: 'Decline',
  declined: (name: string) => `${name} was declined`,
  linkTitle: 'Invitation',
  mailed: (email: string) => `A mail with this link went to ${email}.`,
  byHand: (email: string) => `No mail was sent. Give this link to ${email}; it is good for two weeks and is shown this once.`,
};

export const blacklistKindTexts: Record<BlacklistKind, { label: string; many: string; placeholder: string }> = {
  subreddit: { label: 'Subreddit', many: 'Subreddits', placeholder: 'r/name' },
  author: { label: 'Author', many: 'Authors', placeholder: 'u/name' },
  word: { label: 'Word or phrase', many: 'Words', placeholder: 'free giveaway' },
  domain: { label: 'Domain', many: 'Domains', placeholder: 'example.com' },
};
export const blacklistTexts = {
  title: 'Manage Blacklist',
  lead: 'What nobody on this instance hears. Stored posts of it are hidden, and come back when the entry goes.',
  kind: 'Kind',
  value: 'Not to be heard',
  note: 'Why (optional)',
  add: 'Add',
  filter: 'Kind',
  all: 'All',
  find: 'Find an entry',
  caption: 'Blacklist',
  columns: { kind: 'Kind', value: 'Not heard', note: 'Why', since: 'Since', actions: 'Remove' },
  empty: 'Everything is heard. Add a subreddit, an author, a word or a domain above.',
  noneFound: 'No entry fits that.',
  remove: (value: string) => `Remove ${value}`,
  removed: (value: string, restored: number) => `${value} is heard again${restored > 0 ? `, ${counted(restored, 'post')} came back` : ''}`,
  added: (added: number, hidden: number) =>
    added === 0 ? 'That was there already' : `${counted(added, 'entry', 'entries')} added, ${counted(hidden, 'stored post')} hidden`,
  import: 'Import',
  importTitle: 'Import many',
  importHint: 'One a line: “kind,value,note”, or r/name, u/name, a host, or plain words.',
  importLabel: 'Lines',
  export: 'Export',
};

export const roadmapAdminTexts = {
  add: 'Add to the roadmap',
  empty: 'The roadmap is empty. What you add here is public, and people can vote for it.',
  caption: 'Roadmap',
  columns: { title: 'What', status: 'Status', votes: 'Votes', changed: 'Changed', actions: 'Actions' },
  edit: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Remove ${title}`,
  removeTitle: (title: string) => `Remove “${title}”?`,
  removeText: 'Its votes go with it. This cannot be undone.',
  removeConfirm: 'Remove',
  editTitle: 'Edit',
  titleLabel: 'Title',
  textLabel: 'What it is about',
  statusLabel: 'Status',
  save: 'Save',
  saved: 'Saved',
};

export const purgeTexts = {
  title: 'Deleted elsewhere, deleted here',
  failed: 'The report could not be loaded.',
  nothingKept: 'Nothing is kept from Reddit yet.',
  holds: (kept: number, hours: number) => `All ${fullNumber(kept)} conversations kept from Reddit were looked at within ${hours} hours.`,
  late: ({ late, kept, hours }: { late: number; kept: number; hours: number }) =>
    `${fullNumber(late)} of ${fullNumber(kept)} conversations kept from Reddit were not looked at within ${hours} hours.`,
  unchecked: (what: string, items: number) => `${fullNumber(items)} from ${what} cannot be looked at again.`,
  lately: ({
    days,
    items,
    people,
    answers,
    accounts,
  }: {
    days: number;
    items: number;
    people: number;
    answers: number;
    accounts: number;
  }) =>
    `Blanked within ${days} days: ${fullNumber(items)} conversations, ${fullNumber(people)} people, ${fullNumber(answers)} answers, ${fullNumber(accounts)} accounts that left.`,
  at: 'When',
  cause: 'Because',
  causes: { gone: 'deleted or removed on Reddit', account: 'somebody left Earshot' },
  items: 'Conversations',
  people: 'People',
  answers: 'Answers',
};
