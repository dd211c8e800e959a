export const shellTexts = {
  skip: 'Skip to content',
  mainNavigation: 'Main',
  openMenu: 'Open menu',
  toggleSidebar: 'Toggle sidebar',
  gettingStarted: 'Getting Started',
  feedback: 'Feedback',
  logout: 'Logout',
  nobody: 'User',
  breadcrumb: 'Breadcrumb',
  search: 'Search posts and leads',
  commands: 'Commands',
  theme: 'Theme and accent',
  themeHeading: 'Theme',
  accentHeading: 'Accent',
  loading: 'Loading',
  toLight: 'Use the light theme',
  toDark: 'Use the dark theme',
};

export const errorTexts = {
  title: 'Unexpected Application Error!',
  chunk: 'A part of Earshot could not be loaded. It may have been updated while this page was open.',
  other: 'Something went wrong on this page. Nothing that was saved is lost.',
  reload: 'Load the page again',
  home: 'Go to the dashboard',
};

export const coverageTexts = {
  idle: 'Not listening yet',
  hearing: (hearing: number, total: number) => `Hearing ${hearing} of ${total}`,
  allWell: (total: number) =>
    total === 1 ? 'The one place was read at its last turn' : `All ${total} places were read at their last turn`,
};

export const paletteTexts = {
  title: 'Command palette',
  placeholder: 'Go to a page, find a post or lead, change the theme',
  empty: 'Nothing found.',
  goTo: 'Go to',
  search: 'Search',
  campaigns: 'Campaigns',
  posts: 'Posts',
  leads: 'Leads',
  theme: 'Theme',
  listen: (campaign: string) => `Listen now: ${campaign}`,
  listening: (campaign: string) => `${campaign} is listening now`,
  searchAll: (words: string) => `Search all posts for “${words}”`,
  accent: (name: string) => `Accent ${name}`,
};

export const themeNames = { light: 'Light', dark: 'Dark', system: 'System' };
