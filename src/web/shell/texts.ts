import { counted, subredditName } from '#web/lib/format.ts';

export const shellTexts = {
  skip: 'Skip to content',
  mainNavigation: 'Main',
  openMenu: 'Open menu',
  toggleSidebar: 'Toggle sidebar',
  gettingStarted: 'Getting Started',
  feedback: 'Feedback',
  logout: 'Logout',
  defaultUser: 'User',
  ownWorkspace: 'Your workspace',
  switchWorkspace: 'Switch workspace',
  readOnly: 'You can read this workspace.',
  breadcrumb: 'Breadcrumb',
  search: 'Search posts and leads',
  commands: 'Commands',
  theme: 'Theme and accent',
  themeHeading: 'Theme',
  accentHeading: 'Accent',
  loading: 'Loading',
  serverAway: "Can't reach the server. Trying again…",
  toLight: 'Use the light theme',
  toDark: 'Use the dark theme',
};

export const errorTexts = {
  title: 'Unexpected Application Error!',
  chunk: "Couldn't load this page. Check your connection; it opens when you're back online.",
  other: 'Something went wrong on this page. Your saved data is safe.',
  reload: 'Reload page',
  home: 'Go to dashboard',
};

export const coverageTexts = {
  idle: 'No active campaigns',
  disconnected: 'Not connected to the server',
  reconnecting: 'Earshot reconnects automatically. What you type is kept.',
  monitoring: (working: number, total: number) => `Monitoring ${working} of ${counted(total, 'stream')}`,
  allWell: (total: number) => (total === 1 ? 'The only stream is up to date' : `All ${total} streams are up to date`),
};

export const paletteTexts = {
  title: 'Command palette',
  placeholder: 'Go to a page, run an action, find a post or lead',
};

export const replyPosted = (subreddit: string): string => `Reply posted in ${subredditName(subreddit)}`;
export const replyFailed = (subreddit: string, reason: string): string => `Reply not posted in ${subredditName(subreddit)}. ${reason}`;

export const themeNames = { light: 'Light', dark: 'Dark', system: 'System' };
