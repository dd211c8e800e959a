import { subredditName } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const shellTexts = {
  skip: t('Skip to content'),
  mainNavigation: t('Main'),
  openMenu: t('Open menu'),
  toggleSidebar: t('Toggle sidebar'),
  gettingStarted: t('Getting Started'),
  feedback: t('Feedback'),
  logout: t('Logout'),
  defaultUser: t('User'),
  ownWorkspace: t('Your workspace'),
  switchWorkspace: t('Switch workspace'),
  readOnly: t('You can read this workspace.'),
  breadcrumb: t('Breadcrumb'),
  search: t('Search posts and leads'),
  commands: t('Commands'),
  theme: t('Theme and accent'),
  themeHeading: t('Theme'),
  accentHeading: t('Accent'),
  loading: t('Loading'),
  serverAway: t("Can't reach the server. Trying again…"),
  toLight: t('Use the light theme'),
  toDark: t('Use the dark theme'),
};

export const errorTexts = {
  title: t('Unexpected Application Error!'),
  chunk: t("Couldn't load this page. Check your connection; it opens when you're back online."),
  other: t('Something went wrong on this page. Your saved data is safe.'),
  reload: t('Reload page'),
  home: t('Go to dashboard'),
};

export const coverageTexts = {
  idle: t('No active campaigns'),
  disconnected: t('Not connected to the server'),
  reconnecting: t('Earshot reconnects automatically. What you type is kept.'),
  monitoring: (working: number, total: number) =>
    t('Monitoring {working} of {total, plural, one {# stream} other {# streams}}', { working, total }),
  allWell: (total: number) => t('{total, plural, one {The only stream is up to date} other {All # streams are up to date}}', { total }),
};

export const paletteTexts = {
  title: t('Command palette'),
  placeholder: t('Go to a page, run an action, find a post or lead'),
};

export const replyPosted = (subreddit: string): string => t('Reply posted in {subreddit}', { subreddit: subredditName(subreddit) });
export const replyFailed = (subreddit: string, reason: string): string =>
  t('Reply not posted in {subreddit}. {reason}', { subreddit: subredditName(subreddit), reason });

export const themeNames = { light: t('Light'), dark: t('Dark'), system: t('System') };
