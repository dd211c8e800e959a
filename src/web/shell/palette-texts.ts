import { paletteTexts as basics } from './texts.ts';

/** Loaded with the palette. */
export const paletteTexts = {
  ...basics,
  empty: 'No results',
  goTo: 'Go to',
  actionsHeading: 'Actions',
  actions: {
    newCampaign: 'New campaign',
    connectReddit: 'Connect Reddit',
    addCompetitor: 'Add competitor',
    notifications: 'Add notification channel',
    tokens: 'Create API token',
    exportData: 'Export account data',
    logout: 'Logout',
  },
  help: 'Help',
  helpOf: (topic: string) => `Help: ${topic}`,
  searchHelp: (text: string) => `Search help for “${text}”`,
  search: 'Search',
  campaigns: 'Campaigns',
  posts: 'Posts',
  leads: 'Leads',
  theme: 'Theme',
  run: (campaign: string) => `Run ${campaign}`,
  running: (campaign: string) => `${campaign} is running`,
  searchAll: (text: string) => `Search all posts for “${text}”`,
  accent: (name: string) => `Accent ${name}`,
};
