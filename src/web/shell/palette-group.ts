import { t } from '#web/lib/language.ts';
import { paletteTexts as basics } from './texts.ts';

/** Loaded with the palette. */
export const paletteTexts = {
  ...basics,
  empty: t('No results'),
  goTo: t('Go to'),
  actionsHeading: t('Actions'),
  actions: {
    newCampaign: t('New campaign'),
    connectReddit: t('Connect Reddit'),
    addCompetitor: t('Add competitor'),
    notifications: t('Add notification channel'),
    tokens: t('Create API token'),
    invite: t('Invite someone'),
    switchWorkspace: t('Switch workspace'),
    exportData: t('Export account data'),
    logout: t('Logout'),
  },
  help: t('Help'),
  thisLead: (name: string) => t('This lead: {name}', { name }),
  thisPage: t('This page'),
  snooze: (when: string) => t('Snooze until {when}', { when }),
  openCampaign: (name: string) => t('Open campaign {name}', { name }),
  openPerson: t('Open person'),
  recent: t('Recent leads'),
  billing: t('Billing'),
  helpOf: (topic: string) => t('Help: {topic}', { topic }),
  searchHelp: (text: string) => t('Search help for “{text}”', { text }),
  search: t('Search'),
  campaigns: t('Campaigns'),
  posts: t('Posts'),
  leads: t('Leads'),
  theme: t('Theme'),
  run: (campaign: string) => t('Run {campaign}', { campaign }),
  running: (campaign: string) => t('{campaign} is running', { campaign }),
  searchAll: (text: string) => t('Search all posts for “{text}”', { text }),
  accent: (name: string) => t('Accent {name}', { name: t(name) }),
};

/** What comes first in the palette. */
export type PaletteStart = 'commands' | 'search';

export type Run = (act: () => unknown) => () => void;
export interface GroupProps {
  text: string;
  /** Closes the palette, then runs the action. */
  run: Run;
}

/** Whether the label contains every word typed, in any order. */
export function has(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => label.toLowerCase().includes(word));
}
