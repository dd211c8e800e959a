import type { ApplicationStatus } from '#shared/beta.ts';
import { sources } from '#shared/sources.ts';
import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const never = t('Never');

export const adminTexts = {
  title: t('Admin Dashboard'),
  lead: t('Users, sources, jobs, and settings of this instance.'),
  sections: t('Admin'),
  tabs: {
    overview: t('Overview'),
    users: t('Users'),
    jobs: t('Jobs'),
    applications: t('Beta'),
    roadmap: t('Roadmap'),
    settings: t('Settings'),
    audit: t('Audit log'),
  },
};

export const overviewTexts = {
  users: (count: number) => t('{count, plural, one {user} other {users}}', { count }),
  activeLately: (count: number) => t('{count, plural, one {# account} other {# accounts}} active in the last 30 days', { count }),
  campaigns: (count: number) => t('{count, plural, one {campaign} other {campaigns}}', { count }),
  active: (count: number) => t('({count} active)', { count }),
  posts: (count: number) => t('{count, plural, one {post} other {posts}}', { count }),
  leads: (count: number) => t('{count, plural, one {lead} other {leads}}', { count }),
  instance: t('Instance'),
  version: t('Version'),
  started: t('Started'),
  items: t('Stored items'),
  database: t('Database'),
  disk: t('Disk free'),
  ofTotal: (free: string, total: string) => t('{free} of {total}', { free, total }),
  source: t('Reddit source'),
  /** By the server's names. */
  sourceNames: {
    ...Object.assign({}, ...sources.map(({ transports }) => transports)),
    import: t('Import'),
    sample: t('Sample'),
    off: t('Off'),
  } as Readonly<Record<string, string>>,
  scorerNames: { builtin: t('Built-in'), ollama: t('Ollama'), openai: t('OpenAI or compatible') } as Readonly<Record<string, string>>,
  budget: t('Requests per 10 minutes'),
  budgetOf: (calls: string, capacity: string) => t('{calls} of {capacity}', { calls, capacity }),
  noBudget: t('Not applicable without a Reddit client ID'),
  paused: t('paused by Reddit'),
  ai: t('Scorer'),
  email: t('Email'),
  emailOn: t('SMTP is configured'),
  emailOff: t('Not configured: share links manually'),
  admins: t('Admins'),
  disabled: t('Disabled'),
  sources: t('Sources'),
  unread: t('no stream can be read'),
  sourcesEmpty: t("Nothing has been read yet. Figures appear after a campaign's first run."),
  columns: { source: t('Source'), ok: t('Streams read'), failed: t('Failed or rate limited'), last: t('Last success') },
};

const endsIn = (days: number): string => (days === 0 ? t('Today') : t('In {days, plural, one {# day} other {# days}}', { days }));

export const needTexts = {
  title: t('What needs you'),
  nothing: t('Nothing needs you.'),
  disk: (free: string) => t('Only {free} of disk space is free. Below 100 MB, nothing is fetched any more.', { free }),
  job: (name: string, error: string) => t("The job {name} failed and won't retry before its next run: {error}", { name, error }),
  noBackup: t('No backup has been made yet.'),
  oldBackup: (days: number) => t('The latest backup is {days, plural, one {# day} other {# days}} old.', { days }),
  model: (message: string) => t('The AI model scores nothing. {message}', { message }),
  source: (label: string, error: string | null) =>
    error === null ? t('{label}: no stream can be read.', { label }) : t('{label}: no stream can be read. {error}', { label, error }),
  unregistered: (days: number) =>
    t("{days}, Reddit cuts off apps and accounts that aren't registered. Register yours.", { days: endsIn(days) }),
  ends: (days: number) => t("{days}, the rest of public access to Reddit's API ends.", { days: endsIn(days) }),
  mail: t("Email isn't set up, so nobody gets a digest or can reset a forgotten password."),
  feedback: (count: number) =>
    t('{count, plural, one {# message} other {# messages}} from users {count, plural, one {is} other {are}} waiting for an answer.', {
      count,
    }),
  applications: (count: number) =>
    t('{count, plural, one {# application} other {# applications}} for an invitation {count, plural, one {is} other {are}} waiting.', {
      count,
    }),
  newer: (version: string) => t('Version {version} is available.', { version }),
  jobs: t('Open jobs'),
  connections: t('Open connections'),
  reddit: t('Reddit access'),
  register: t('Open the registration'),
  read: t('Read'),
  decide: t('Decide'),
  changes: t('What changed'),
};

export const addUserTexts = {
  title: t('Add user'),
  text: t('They set their password with a one-time link, valid for three days.'),
  username: t('Username'),
  email: t('Email'),
  role: t('Role'),
  cancel: t('Cancel'),
  add: t('Add user'),
  added: (name: string) => t('{name} added', { name }),
  emailed: (email: string) => t('The link to set a password was emailed to {email}. You can also pass it on yourself.', { email }),
  passOn: (email: string) => t('Send this link to {email} to set a password. It works once and expires in three days.', { email }),
};

export const userTexts = {
  caption: t('Accounts'),
  find: t('Find by name or email'),
  empty: t('No matching accounts.'),
  columns: {
    name: t('Name'),
    role: t('Role'),
    state: t('Status'),
    plan: t('Plan'),
    campaigns: t('Campaigns'),
    since: t('Since'),
    seen: t('Last login'),
    actions: t('Actions'),
  },
  roles: { admin: t('Admin'), user: t('User') },
  active: t('Active'),
  disabled: t('Disabled'),
  actions: (name: string) => t('Actions for {name}', { name }),
  makeAdmin: t('Make admin'),
  makeUser: t('Remove admin role'),
  disable: t('Disable account'),
  enable: t('Enable account'),
  reset: t('Create reset link'),
  plan: t('Change plan'),
  ask: {
    makeAdmin: (name: string) => t('Make {name} an admin?', { name }),
    makeUser: (name: string) => t('Remove the admin role from {name}?', { name }),
    disable: (name: string) => t("Disable {name}'s account?", { name }),
    enable: (name: string) => t("Enable {name}'s account?", { name }),
  },
  merge: t('Merge into another account'),
  delete: t('Delete account'),
  deleteTitle: (name: string) => t("Delete {name}'s account?", { name }),
  deleteText: t(
    "This deletes their campaigns, posts, leads, and notes, ends their Reddit connection, and cancels their subscription. It can't be undone.",
  ),
  deleted: (name: string) => t("{name}'s account deleted", { name }),
  sessionsEnd: t('They are logged out on every device right away.'),
  canLogIn: t('They can log in with their password again.'),
  linkTitle: t('Reset link'),
  linkText: (name: string) => t('Send this link to {name}. It works once and expires in 30 minutes.', { name }),
};

export const mergeTexts = {
  title: (name: string) => t('Merge {name} into another account?', { name }),
  text: t(
    "For two accounts of one person. Campaigns, memberships, Reddit accounts, and channels become the other account's; this one is disabled. This can't be undone.",
  ),
  into: t('Email address of the account that stays'),
  missing: t('Enter an email address'),
  confirm: (name: string) => t('To confirm, enter {name}', { name }),
  merge: t('Merge accounts'),
  unknown: (email: string) => t('No account has the address {email}.', { email }),
  merged: (name: string, into: string) => t('{name} was merged into {into}', { name, into }),
};

export const planTexts = {
  title: (name: string) => t("Change {name}'s plan", { name }),
  text: t("The change applies right away. Campaigns over the new plan's limit are paused, newest first."),
  label: t('Plan'),
  choose: t('Choose a plan'),
  save: t('Change plan'),
};

export const linkTexts = { copy: t('Copy link'), copied: t('Link copied'), label: t('Link') };

export const jobTexts = {
  caption: t('Jobs'),
  columns: {
    name: t('Job'),
    schedule: t('Schedule (UTC)'),
    state: t('Latest run'),
    last: t('Last success'),
    next: t('Next run'),
    actions: t('Run'),
  },
  running: t('Running'),
  failed: t('Failed'),
  ok: t('Done'),
  waiting: t("Hasn't run yet"),
  run: t('Run now'),
  runNamed: (name: string) => t('Run {name} now', { name }),
  retry: t('Retry now'),
  retryNamed: (name: string) => t('Retry {name} now', { name }),
  nextTry: t('Tries again'),
  gaveUp: (attempts: number) => t('Gave up after {attempts} attempts', { attempts }),
  due: t('due'),
  done: (name: string) => t('{name} finished', { name }),
  goesOn: (name: string) => t('{name} is running in the background', { name }),
  failedWith: (name: string, error: string) => t('{name} failed: {error}', { name, error }),
};

export const settingTexts = {
  registration: t('Registration'),
  beta: t('Beta mode'),
  betaHint: t('New accounts need a confirmed invitation. People apply on a public page; you decide in the Beta tab.'),
  on: t('Beta mode is on'),
  off: t('Beta mode is off'),
};

export const auditTexts = {
  caption: t('Audit log'),
  empty: t('Nothing has been recorded yet.'),
  find: t('Find who, what, or target'),
  noneFound: t('No matching entries.'),
  export: t('Export CSV'),
  columns: { at: t('When'), actor: t('Who'), action: t('What'), target: t('Target'), details: t('Details'), address: t('IP address') },
  noActor: t('system or anonymous'),
};

const applicationStatus: Record<ApplicationStatus, string> = {
  waiting: t('Waiting'),
  accepted: t('Invited'),
  verified: t('Can register'),
  declined: t('Declined'),
};
export const applicationTexts = {
  filter: t('Status'),
  all: t('All'),
  status: applicationStatus,
  empty: t('No applications. While beta mode is on, people apply on the public page.'),
  accept: t('Accept'),
  again: t('Create new link'),
  decline: t('Decline'),
  declined: (name: string) => t('{name} was declined', { name }),
  linkTitle: t('Invitation'),
  emailed: (email: string) => t('An email with this link was sent to {email}.', { email }),
  manual: (email: string) =>
    t("No email was sent. Send this link to {email} yourself. It's shown only once and expires in two weeks.", { email }),
};

export const roadmapAdminTexts = {
  add: t('Add to the roadmap'),
  empty: t('The roadmap is empty. Items you add are public, and people can vote for them.'),
  caption: t('Roadmap'),
  columns: { title: t('Title'), status: t('Status'), votes: t('Votes'), changed: t('Updated'), actions: t('Actions') },
  edit: (title: string) => t('Edit {title}', { title }),
  remove: (title: string) => t('Remove {title}', { title }),
  removeTitle: (title: string) => t('Remove “{title}”?', { title }),
  removeText: t("This also removes its votes. This can't be undone."),
  removeConfirm: t('Remove item'),
  editTitle: t('Edit item'),
  titleLabel: t('Title'),
  textLabel: t('Description'),
  statusLabel: t('Status'),
  save: t('Save item'),
  saved: t('Item saved'),
};

export const workspaceTexts = {
  title: t('Workspaces'),
  lead: t('The last 30 days (UTC), the most expensive first. Only workspaces with campaigns or AI calls are listed.'),
  failed: t("Couldn't load the workspaces."),
  owner: t('Owner'),
  members: t('Members'),
  campaigns: t('Campaigns'),
  leads: t('Leads'),
  replies: t('Replies posted'),
  timeToReply: t('Time to reply'),
  ofReplied: (count: number) => t('median of {count}', { count: fullNumber(count) }),
  cost: t('AI cost'),
  unpriced: (count: number) => t('{count, plural, one {# call} other {# calls}} without a price', { count }),
  more: t('Show more'),
};

export const purgeTexts = {
  title: t('Deletions'),
  failed: t("Couldn't load the report."),
  nothingKept: t('Nothing is stored yet that can be checked.'),
  holds: (kept: number, hours: number) =>
    t('All {kept} stored conversations were checked for deletion within {hours} hours.', { kept: fullNumber(kept), hours }),
  late: ({ late, kept, hours }: { late: number; kept: number; hours: number }) =>
    t("{late} of {kept} stored conversations weren't checked for deletion within {hours} hours.", {
      late: fullNumber(late),
      kept: fullNumber(kept),
      hours,
    }),
  unchecked: (source: string, items: number) => t("{items} from {source} can't be checked.", { items: fullNumber(items), source }),
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
    t('Erased in the last {days} days: {items} conversations, {people} people, {answers} replies, {accounts} deleted accounts.', {
      days,
      items: fullNumber(items),
      people: fullNumber(people),
      answers: fullNumber(answers),
      accounts: fullNumber(accounts),
    }),
  at: t('When'),
  cause: t('Reason'),
  causes: { gone: t('deleted or removed at its source'), account: t('Earshot account deleted') },
  items: t('Conversations'),
  people: t('People'),
  answers: t('Replies'),
};
