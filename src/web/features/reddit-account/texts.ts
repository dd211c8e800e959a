import type { OutboxState } from '#shared/outbox.ts';
import type { RedditAccess } from '#shared/reddit-account.ts';
import { product } from '#shared/product.ts';
import { openInstead } from '#shared/reddit-access.ts';
import { counted } from '#web/lib/format.ts';

export const redditTexts = {
  title: 'Reddit account',
  about: `Connect your account so that ${product} can read Reddit for you and post the replies you write. Connecting only asks for read access; you're asked for permission to post the first time you do.`,
  connect: 'Connect Reddit',
  reconnect: 'Reconnect Reddit',
  refresh: 'Check connection',
  refreshed: 'Still connected.',
  disconnect: 'Disconnect account',
  disconnectTitle: 'Disconnect this Reddit account?',
  disconnectText: 'This revokes access at Reddit and holds its scheduled replies. Replies already on Reddit stay there.',
  disconnected: 'Account disconnected.',
  notRevoked: "Account disconnected here, but Reddit didn't confirm it. To be sure, remove the app at reddit.com/prefs/apps.",
  allow: 'Allow posting',
  account: 'Account',
  state: 'Status',
  connected: 'Connected',
  ended: 'Expired, needs to be reconnected',
  posting: 'Posting',
  mayPost: 'Allowed, only when you click Post',
  mayNotPost: 'Not allowed yet',
  permissions: 'Permissions',
  loadFailed: "Couldn't load your Reddit connection.",
  another: 'Connect another',
  accountsTitle: 'Reddit accounts in this workspace',
  usual: 'default',
  makeUsual: 'Make default',
  by: 'Connected by',
  today: 'Replies in 24 hours',
  sentOf: (sent: number, cap: number) => `${sent} of ${cap}`,
  health: 'Health',
  states: { connected: 'Connected', ended: 'Needs to be reconnected' },
  levels: { act: 'Act now', watch: 'Watch', ok: 'Fine', unknown: 'Unknown' },
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
};

const works = `Without it, ${openInstead} work, and so do scores and drafts.`;
export const registrationUrl = 'https://developers.reddit.com/app-registration';
export const setupTexts = {
  title: 'Reddit needs an app before you can connect',
  ask: (admins: readonly string[]) =>
    admins.length === 0
      ? `Reddit isn't set up on this ${product} yet. Ask whoever runs it to add a Reddit app.`
      : `Reddit isn't set up on this ${product} yet. Ask ${new Intl.ListFormat(undefined, { type: 'disjunction' }).format(admins)} to add a Reddit app.`,
  register:
    'You need an app of the type “web app” that Reddit has approved. Reddit has accepted no new requests since October 31, 2026. Your apps:',
  registerLink: 'reddit.com/prefs/apps',
  asked: 'Finding customers is commercial use, which Reddit has to have approved in writing.',
  registration: 'Register the app and your account before January 12, 2027:',
  registrationLink: 'developers.reddit.com/app-registration',
  redirect: 'Enter this redirect URI, exactly:',
  copyRedirect: 'Copy redirect URI',
  configure: "Enter the app's ID and secret under",
  configureLink: 'Admin → Connections',
  works,
};

export const accessTexts = {
  title: 'Reddit access',
  failed: "Couldn't load the state of Reddit access.",
  states: {
    api: "Reddit is read through its API, with this instance's app.",
    feeds: "Reddit is read over the feeds of the instance's gateway.",
    gateway: "Reddit is read through the instance's gateway. Its contract applies, not these dates.",
  } satisfies Partial<Record<RedditAccess['state'], string>>,
  ends: {
    requests: { on: 'October 31, 2026', what: 'Reddit accepts no new requests for access to its API' },
    feeds: { on: 'November 13, 2026', what: 'RSS feeds end' },
    unregistered: { on: 'January 12, 2027', what: "Apps and users that aren't registered lose access" },
    api: { on: 'March 2027', what: 'The rest of public access to the API ends' },
  } satisfies Record<RedditAccess['ends'][number]['what'], { on: string; what: string }>,
  left: (days: number) => (days < 0 ? 'past' : days === 0 ? 'today' : `${counted(days, 'day')} left`),
  register: 'Register the app, and every account that is connected, at',
  after: `From March on, reading Reddit for business needs a contract with Reddit. Without one, ${openInstead} remain.`,
};

export const callbackTexts = {
  title: 'Connecting Reddit',
  lead: 'Finishing the connection. One moment.',
  working: 'Connecting',
  done: 'Reddit account connected',
  declined: "You declined access at Reddit, so your account isn't connected.",
  refused: (error: string) => `Reddit refused the connection (${error}). Try again in the settings.`,
  incomplete: 'This link is incomplete. Start again in the settings.',
  logIn: "You're logged out, so your account isn't connected yet. Log in and connect again.",
  toLogIn: 'Log in',
  back: 'Back to settings',
};

export const outboxTexts = {
  by: (name: string, isSent: boolean) => (isSent ? `Sent by ${name}` : `From ${name}`),
  post: 'Post to Reddit',
  postKeys: 'Ctrl/Cmd+Enter',
  allow: 'Allow posting',
  connectFirst: 'Connect Reddit in the settings to schedule replies.',
  posting: 'Posting in 10 seconds',
  postingIn: (seconds: number) => `Posting in ${String(seconds)} s`,
  forApproval: 'Sent for approval',
  approvedBy: (name: string) => `approved by ${name}`,
  held: { approval: 'For approval', returned: 'Sent back' },
  undo: 'Undo',
  editAgain: 'Edit again',
  followUp: (days: number | null) =>
    days === null
      ? 'No follow-up'
      : `Follow up ${days === 1 ? 'the next day' : days === 7 ? 'in a week' : days === 14 ? 'in two weeks' : `in ${String(days)} days`}`,
  followUpShort: (days: number | null) => (days === null ? 'Off' : counted(days, 'day')),
  title: 'Your replies here',
  states: {
    queued: 'Waiting to be posted',
    sending: 'Being posted',
    sent: 'Posted',
    failed: 'Not posted',
    unknown: 'Possibly posted',
  } satisfies Record<OutboxState, string>,
  as: (account: string) => `as u/${account}`,
  view: 'View on Reddit',
  itIsThere: 'It was posted',
  notThere: "It wasn't posted",
  lookAgain: 'Check again',
};

export const replyTexts = {
  states: {
    removed: 'Removed from the thread',
    hidden: 'Not visible to others',
    deleted: 'Deleted by you on Reddit',
  },
  points: (score: number) => counted(score, 'point'),
  course: (low: number, high: number) => `Between ${low} and ${high} points so far`,
  answers: (count: number) => (count === 0 ? 'no responses yet' : counted(count, 'response')),
  answersOf: (count: number, names: readonly string[]) => `${counted(count, 'response')}: ${names.join(', ')}`,
  theyAnswered: 'they responded',
  locked: 'thread is locked',
  own: 'visibility to others unknown',
  firstLook: 'first check',
  lookedAt: 'checked',
  lookedAtLast: 'last checked',
  unreadable: "can't be read right now",
  unconnected: 'reconnect Reddit to check again',
};
