import type { HealthLevel } from '#shared/health.ts';
import type { OutboxState } from '#shared/outbox.ts';
import type { RedditAccess } from '#shared/reddit-account.ts';
import { product } from '#shared/product.ts';
import { openNames } from '#shared/reddit-access.ts';
import { counted } from '#web/lib/format.ts';
import { t, listed } from '#web/lib/language.ts';

const healthTexts: Record<HealthLevel, string> = {
  act: t('Health: act now'),
  watch: t('Health: watch'),
  ok: t('Health: fine'),
  unknown: t('Health: unknown'),
};

export const redditTexts = {
  title: t('Reddit account'),
  about: t(
    "Connect your account so that {product} can read Reddit for you and post the replies you write. Connecting only asks for read access; you're asked for permission to post the first time you do.",
    { product },
  ),
  connect: t('Connect Reddit'),
  reconnect: t('Reconnect Reddit'),
  refresh: t('Check connection'),
  refreshed: t('Still connected.'),
  disconnect: t('Disconnect account'),
  disconnectTitle: t('Disconnect this Reddit account?'),
  disconnectText: t('This revokes access at Reddit and holds its scheduled replies. Replies already on Reddit stay there.'),
  disconnected: t('Account disconnected.'),
  notRevoked: t("Account disconnected here, but Reddit didn't confirm it. To be sure, remove the app at reddit.com/prefs/apps."),
  allow: t('Allow posting'),
  account: t('Account'),
  state: t('Status'),
  connected: t('Connected'),
  ended: t('Expired, needs to be reconnected'),
  posting: t('Posting'),
  mayPost: t('Allowed, only when you click Post'),
  mayNotPost: t('Not allowed yet'),
  permissions: t('Permissions'),
  loadFailed: t("Couldn't load your Reddit connection."),
  another: t('Connect another'),
  accountsTitle: t('Reddit accounts in this workspace'),
  usual: t('Default'),
  makeUsual: t('Make default'),
  by: (name: string) => t('Connected by {name}', { name }),
  sentOf: (sent: number, cap: number) => t('{sent} of {cap} replies in 24 hours', { sent, cap }),
  healthOf: (level: HealthLevel) => healthTexts[level],
  states: { connected: t('Connected'), ended: t('Needs to be reconnected') },
  actionsFor: (name: string) => t('Actions for {name}', { name }),
};

const openInstead = listed(openNames.map((name) => t(name)));
const works = t('Without it, {openInstead} work, and so do scores and drafts.', { openInstead });
export const registrationUrl = 'https://developers.reddit.com/app-registration';
export const setupTexts = {
  title: t('Reddit needs an app before you can connect'),
  ask: (admins: readonly string[]) =>
    admins.length === 0
      ? t("Reddit isn't set up on this {product} yet. Ask whoever runs it to add a Reddit app.", { product })
      : t("Reddit isn't set up on this {product} yet. Ask {admins} to add a Reddit app.", {
          product,
          admins: listed(admins, 'disjunction'),
        }),
  register: t(
    'You need an app of the type “web app” that Reddit has approved. Reddit has accepted no new requests since October 31, 2026. Your apps:',
  ),
  registerLink: 'reddit.com/prefs/apps',
  asked: t('Finding customers is commercial use, which Reddit has to have approved in writing.'),
  registration: t('Register the app and your account before January 12, 2027:'),
  registrationLink: 'developers.reddit.com/app-registration',
  redirect: t('Enter this redirect URI, exactly:'),
  copyRedirect: t('Copy redirect URI'),
  configure: t("Enter the app's ID and secret under"),
  configureLink: t('Admin → Connections'),
  works,
};

export const accessTexts = {
  title: t('Reddit access'),
  failed: t("Couldn't load the state of Reddit access."),
  states: {
    api: t("Reddit is read through its API, with this instance's app."),
    feeds: t("Reddit is read over the feeds of the instance's gateway."),
    gateway: t("Reddit is read through the instance's gateway. Its contract applies, not these dates."),
  } satisfies Partial<Record<RedditAccess['state'], string>>,
  ends: {
    requests: { on: t('October 31, 2026'), what: t('Reddit accepts no new requests for access to its API') },
    feeds: { on: t('November 13, 2026'), what: t('RSS feeds end') },
    unregistered: { on: t('January 12, 2027'), what: t("Apps and users that aren't registered lose access") },
    api: { on: t('March 2027'), what: t('The rest of public access to the API ends') },
  } satisfies Record<RedditAccess['ends'][number]['what'], { on: string; what: string }>,
  left: (days: number) => (days < 0 ? t('past') : days === 0 ? t('today') : t('{days, plural, one {# day} other {# days}} left', { days })),
  register: t('Register the app, and every account that is connected, at'),
  after: t('From March on, reading Reddit for business needs a contract with Reddit. Without one, {openInstead} remain.', { openInstead }),
};

export const callbackTexts = {
  title: t('Connecting Reddit'),
  lead: t('Finishing the connection. One moment.'),
  working: t('Connecting'),
  done: t('Reddit account connected'),
  declined: t("You declined access at Reddit, so your account isn't connected."),
  refused: (error: string) => t('Reddit refused the connection ({error}). Try again in the settings.', { error }),
  incomplete: t('This link is incomplete. Start again in the settings.'),
  logIn: t("You're logged out, so your account isn't connected yet. Log in and connect again."),
  toLogIn: t('Log in'),
  back: t('Back to settings'),
};

export const outboxTexts = {
  offline: t("You're offline, so the reply isn't sent. Your text stays here."),
  by: (name: string, isSent: boolean) => (isSent ? t('Sent by {name}', { name }) : t('From {name}', { name })),
  post: t('Post to Reddit'),
  postKeys: 'Ctrl/Cmd+Enter',
  allow: t('Allow posting'),
  connectFirst: t('Connect Reddit in the settings to schedule replies.'),
  posting: t('Posting in 10 seconds'),
  postingIn: (seconds: number) => t('Posting in {seconds} s', { seconds }),
  forApproval: t('Sent for approval'),
  approvedBy: (name: string) => t('approved by {name}', { name }),
  held: { approval: t('For approval'), returned: t('Sent back') },
  undo: t('Undo'),
  editAgain: t('Edit again'),
  followUp: (days: number | null) => {
    if (days === null) return t('No follow-up');
    if (days === 7) return t('Follow up in a week');
    return days === 14
      ? t('Follow up in two weeks')
      : t('{days, plural, one {Follow up the next day} other {Follow up in # days}}', { days });
  },
  followUpShort: (days: number | null) => (days === null ? t('Off') : counted(days, 'day')),
  title: t('Your replies here'),
  states: {
    queued: t('Waiting to be posted'),
    sending: t('Being posted'),
    sent: t('Posted'),
    failed: t('Not posted'),
    unknown: t('Possibly posted'),
  } satisfies Record<OutboxState, string>,
  as: (account: string) => t('as u/{account}', { account }),
  view: t('View on Reddit'),
  itIsThere: t('It was posted'),
  notThere: t("It wasn't posted"),
  lookAgain: t('Check again'),
};

export const replyTexts = {
  states: {
    removed: t('Removed from the thread'),
    hidden: t('Not visible to others'),
    deleted: t('Deleted by you on Reddit'),
  },
  points: (score: number) => counted(score, 'point'),
  course: (low: number, high: number) => t('Between {low} and {high} points so far', { low, high }),
  answers: (count: number) => (count === 0 ? t('no responses yet') : counted(count, 'response')),
  answersOf: (count: number, names: readonly string[]) => `${counted(count, 'response')}: ${names.join(', ')}`,
  theyAnswered: t('they responded'),
  locked: t('thread is locked'),
  own: t('visibility to others unknown'),
  firstLook: t('first check'),
  lookedAt: t('checked'),
  lookedAtLast: t('last checked'),
  unreadable: t("can't be read right now"),
  unconnected: t('reconnect Reddit to check again'),
  left: t('sender left, checked with another account'),
  leftUnconnected: t('sender left, connect Reddit to check again'),
};
