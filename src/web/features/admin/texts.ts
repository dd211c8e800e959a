import type { ApplicationStatus } from '#shared/beta.ts';
import type { BlacklistKind } from '#shared/blacklist.ts';
import { sources } from '#shared/sources.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

export const never = 'Never';

export const adminTexts = {
  title: 'Admin Dashboard',
  lead: 'Users, sources, jobs, and settings of this instance.',
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
};

export const overviewTexts = {
  users: (count: number) => (count === 1 ? 'user' : 'users'),
  activeLately: (count: number) => `${counted(count, 'account')} active in the last 30 days`,
  campaigns: (count: number) => (count === 1 ? 'campaign' : 'campaigns'),
  active: (count: number) => `(${String(count)} active)`,
  posts: (count: number) => (count === 1 ? 'post' : 'posts'),
  leads: (count: number) => (count === 1 ? 'lead' : 'leads'),
  instance: 'Instance',
  version: 'Version',
  started: 'Started',
  items: 'Stored items',
  database: 'Database',
  disk: 'Disk free',
  ofTotal: (free: string, total: string) => `${free} of ${total}`,
  source: 'Reddit source',
  /** By the server's names. */
  sourceNames: {
    ...Object.assign({}, ...sources.map(({ transports }) => transports)),
    import: 'Import',
    sample: 'Sample',
    off: 'Off',
  } as Readonly<Record<string, string>>,
  scorerNames: { builtin: 'Built-in', ollama: 'Ollama', openai: 'OpenAI or compatible' } as Readonly<Record<string, string>>,
  budget: 'Requests per 10 minutes',
  budgetOf: (calls: string, capacity: string) => `${calls} of ${capacity}`,
  noBudget: 'Not applicable without a Reddit client ID',
  paused: 'paused by Reddit',
  ai: 'Scorer',
  email: 'Email',
  emailOn: 'SMTP is configured',
  emailOff: 'Not configured: share links manually',
  admins: 'Admins',
  disabled: 'Disabled',
  sources: 'Sources',
  unread: 'no stream can be read',
  sourcesEmpty: "Nothing has been read yet. Figures appear after a campaign's first run.",
  columns: { source: 'Source', ok: 'Streams read', failed: 'Failed or rate limited', last: 'Last success' },
};

const endsIn = (days: number): string => (days === 0 ? 'Today' : `In ${counted(days, 'day')}`);

export const needTexts = {
  title: 'What needs you',
  nothing: 'Nothing needs you.',
  disk: (free: string) => `Only ${free} of disk space is free. Below 100 MB, nothing is fetched any more.`,
  job: (name: string, error: string) => `The job ${name} failed and won't retry before its next run: ${error}`,
  noBackup: 'No backup has been made yet.',
  oldBackup: (days: number) => `The latest backup is ${counted(days, 'day')} old.`,
  model: (message: string) => `The AI model scores nothing. ${message}`,
  source: (label: string, error: string | null) => `${label}: no stream can be read.${error === null ? '' : ` ${error}`}`,
  unregistered: (days: number) => `${endsIn(days)}, Reddit cuts off apps and accounts that aren't registered. Register yours.`,
  ends: (days: number) => `${endsIn(days)}, the rest of public access to Reddit's API ends.`,
  mail: "Email isn't set up, so nobody gets a digest or can reset a forgotten password.",
  feedback: (count: number) => `${counted(count, 'message')} from users ${count === 1 ? 'is' : 'are'} waiting for an answer.`,
  applications: (count: number) => `${counted(count, 'application')} for an invitation ${count === 1 ? 'is' : 'are'} waiting.`,
  newer: (version: string) => `Version ${version} is available.`,
  jobs: 'Open jobs',
  connections: 'Open connections',
  reddit: 'Reddit access',
  register: 'Open the registration',
  read: 'Read',
  decide: 'Decide',
  changes: 'What changed',
};

export const addUserTexts = {
  title: 'Add user',
  text: 'They set their password with a one-time link, valid for three days.',
  username: 'Username',
  email: 'Email',
  role: 'Role',
  cancel: 'Cancel',
  add: 'Add user',
  added: (name: string) => `${name} added`,
  emailed: (email: string) => `The link to set a password was emailed to ${email}. You can also pass it on yourself.`,
  passOn: (email: string) => `Send this link to ${email} to set a password. It works once and expires in three days.`,
};

export const userTexts = {
  caption: 'Accounts',
  find: 'Find by name or email',
  empty: 'No matching accounts.',
  columns: {
    name: 'Name',
    role: 'Role',
    state: 'Status',
    plan: 'Plan',
    campaigns: 'Campaigns',
    since: 'Since',
    seen: 'Last login',
    actions: 'Actions',
  },
  roles: { admin: 'Admin', user: 'User' },
  active: 'Active',
  disabled: 'Disabled',
  actions: (name: string) => `Actions for ${name}`,
  makeAdmin: 'Make admin',
  makeUser: 'Remove admin role',
  disable: 'Disable account',
  enable: 'Enable account',
  reset: 'Create reset link',
  plan: 'Change plan',
  ask: {
    makeAdmin: (name: string) => `Make ${name} an admin?`,
    makeUser: (name: string) => `Remove the admin role from ${name}?`,
    disable: (name: string) => `Disable ${name}'s account?`,
    enable: (name: string) => `Enable ${name}'s account?`,
  },
  delete: 'Delete account',
  deleteTitle: (name: string) => `Delete ${name}'s account?`,
  deleteText:
    "This deletes their campaigns, posts, leads, and notes, ends their Reddit connection, and cancels their subscription. It can't be undone.",
  deleted: (name: string) => `${name}'s account deleted`,
  sessionsEnd: 'They are logged out on every device right away.',
  canLogIn: 'They can log in with their password again.',
  linkTitle: 'Reset link',
  linkText: (name: string) => `Send this link to ${name}. It works once and expires in 30 minutes.`,
};

export const planTexts = {
  title: (name: string) => `Change ${name}'s plan`,
  text: "The change applies right away. Campaigns over the new plan's limit are paused, newest first.",
  label: 'Plan',
  choose: 'Choose a plan',
  save: 'Change plan',
};

export const linkTexts = { copy: 'Copy link', copied: 'Link copied', label: 'Link' };

export const jobTexts = {
  caption: 'Jobs',
  columns: { name: 'Job', schedule: 'Schedule (UTC)', state: 'Latest run', last: 'Last success', next: 'Next run', actions: 'Run' },
  running: 'Running',
  failed: 'Failed',
  ok: 'Done',
  waiting: "Hasn't run yet",
  run: 'Run now',
  runNamed: (name: string) => `Run ${name} now`,
  retry: 'Retry now',
  retryNamed: (name: string) => `Retry ${name} now`,
  nextTry: 'Tries again',
  gaveUp: (attempts: number) => `Gave up after ${attempts} attempts`,
  due: 'due',
  done: (name: string) => `${name} finished`,
  goesOn: (name: string) => `${name} is running in the background`,
  failedWith: (name: string, error: string) => `${name} failed: ${error}`,
};

export const settingTexts = {
  registration: 'Registration',
  beta: 'Beta mode',
  betaHint: 'New accounts need a confirmed invitation. People apply on a public page; you decide in the Beta tab.',
  on: 'Beta mode is on',
  off: 'Beta mode is off',
};

export const auditTexts = {
  caption: 'Audit log',
  empty: 'Nothing has been recorded yet.',
  find: 'Find who, what, or target',
  noneFound: 'No matching entries.',
  export: 'Export CSV',
  columns: { at: 'When', actor: 'Who', action: 'What', target: 'Target', details: 'Details', address: 'IP address' },
  noActor: 'system or anonymous',
};

const applicationStatus: Record<ApplicationStatus, string> = {
  waiting: 'Waiting',
  accepted: 'Invited',
  verified: 'Can register',
  declined: 'Declined',
};
export const applicationTexts = {
  filter: 'Status',
  all: 'All',
  status: applicationStatus,
  empty: 'No applications. While beta mode is on, people apply on the public page.',
  accept: 'Accept',
  again: 'Create new link',
  decline: 'Decline',
  declined: (name: string) => `${name} was declined`,
  linkTitle: 'Invitation',
  emailed: (email: string) => `An email with this link was sent to ${email}.`,
  manual: (email: string) => `No email was sent. Send this link to ${email} yourself. It's shown only once and expires in two weeks.`,
};

export const blacklistKindTexts: Record<BlacklistKind, { label: string; many: string; placeholder: string }> = {
  subreddit: { label: 'Subreddit', many: 'Subreddits', placeholder: 'r/name' },
  author: { label: 'Author', many: 'Authors', placeholder: 'u/name' },
  word: { label: 'Word or phrase', many: 'Words', placeholder: 'free giveaway' },
  domain: { label: 'Domain', many: 'Domains', placeholder: 'example.com' },
};
export const blacklistTexts = {
  title: 'Manage Blacklist',
  lead: 'Hidden from everyone on this instance. Stored posts that match come back when you remove the entry.',
  kind: 'Kind',
  value: 'Exclude',
  note: 'Note (optional)',
  add: 'Add entry',
  filter: 'Kind',
  all: 'All',
  find: 'Find an entry',
  caption: 'Blacklist',
  columns: { kind: 'Kind', value: 'Excluded', note: 'Note', since: 'Since', actions: 'Remove' },
  empty: 'Nothing is excluded. Add a subreddit, author, word, or domain above.',
  noneFound: 'No matching entries.',
  remove: (value: string) => `Remove ${value}`,
  removed: (value: string, restored: number) =>
    `${value} removed from the blacklist${restored > 0 ? `, ${counted(restored, 'post')} restored` : ''}`,
  added: (added: number, hidden: number) =>
    added === 0 ? 'Already on the blacklist' : `${counted(added, 'entry', 'entries')} added, ${counted(hidden, 'stored post')} hidden`,
  import: 'Import',
  importTitle: 'Import entries',
  importHint: 'One per line: “kind,value,note”, or just r/name, u/name, a domain, or words.',
  importLabel: 'Entries',
  export: 'Export',
};

export const roadmapAdminTexts = {
  add: 'Add to the roadmap',
  empty: 'The roadmap is empty. Items you add are public, and people can vote for them.',
  caption: 'Roadmap',
  columns: { title: 'Title', status: 'Status', votes: 'Votes', changed: 'Updated', actions: 'Actions' },
  edit: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Remove ${title}`,
  removeTitle: (title: string) => `Remove “${title}”?`,
  removeText: "This also removes its votes. This can't be undone.",
  removeConfirm: 'Remove item',
  editTitle: 'Edit item',
  titleLabel: 'Title',
  textLabel: 'Description',
  statusLabel: 'Status',
  save: 'Save item',
  saved: 'Item saved',
};

export const purgeTexts = {
  title: 'Deletions',
  failed: "Couldn't load the report.",
  nothingKept: 'Nothing is stored yet that can be checked.',
  holds: (kept: number, hours: number) => `All ${fullNumber(kept)} stored conversations were checked for deletion within ${hours} hours.`,
  late: ({ late, kept, hours }: { late: number; kept: number; hours: number }) =>
    `${fullNumber(late)} of ${fullNumber(kept)} stored conversations weren't checked for deletion within ${hours} hours.`,
  unchecked: (source: string, items: number) => `${fullNumber(items)} from ${source} can't be checked.`,
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
    `Erased in the last ${days} days: ${fullNumber(items)} conversations, ${fullNumber(people)} people, ${fullNumber(answers)} replies, ${fullNumber(accounts)} deleted accounts.`,
  at: 'When',
  cause: 'Reason',
  causes: { gone: 'deleted or removed at its source', account: 'Earshot account deleted' },
  items: 'Conversations',
  people: 'People',
  answers: 'Replies',
};
