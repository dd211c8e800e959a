export const settingsTexts = {
  title: 'Settings',
  tabs: { profile: 'Profile', reddit: 'Reddit account', appearance: 'Appearance', security: 'Security', data: 'Data' },
  sections: 'Settings',
};

export const profileTexts = {
  plan: 'Your plan and how far it is used:',
  billing: 'Billing',
  username: 'Username',
  email: 'E-mail',
  timezone: 'Time zone',
  timezoneHint: (zone: string) => `Times are shown in this zone. Your browser is in ${zone}.`,
  timezones: 'Time zones',
  chooseTimezone: 'As the browser says',
  findTimezone: 'Find a city',
  noTimezone: 'No such time zone.',
  tone: 'Tone of drafts',
  toneHint: 'Reply drafts start in this tone. Each can be changed before you send it.',
  tones: {
    helpful: { label: 'Helpful', hint: 'Answers the question first, mentions your offer where it fits' },
    short: { label: 'Short', hint: 'Two or three sentences' },
    curious: { label: 'Curious', hint: 'Asks before it offers anything' },
  },
  save: 'Save profile',
};

export const appearanceTexts = {
  theme: 'Theme',
  themeHint: 'System follows the setting of this device.',
  accent: 'Accent',
  accentHint: (name: string) => `${name}. Marks what was heard, what to do and where you are. Kept in this browser.`,
};

export const securityTexts = {
  password: 'Password',
  current: 'Current password',
  next: 'New password',
  nextHint: (length: number) => `At least ${length} characters. Other devices are signed out.`,
  change: 'Change password',
  changed: 'Password changed. Other devices are signed out.',
  sessions: 'Sessions',
  sessionsText: 'Ends every session of this account, on this device too. You then log in again.',
  everywhere: 'Log out everywhere',
  everywhereTitle: 'Log out everywhere?',
};

export const dataTexts = {
  exportTitle: 'Your data',
  exportText:
    'One JSON file with everything kept about this account: campaigns, posts, leads, notes, runs, feedback. No passwords, no tokens.',
  export: 'Export as JSON',
  delete: 'Delete account',
  deleteTitle: 'Delete your account?',
  deleteText:
    'Campaigns, posts, leads and everything else of this account go at once, and every device is signed out. This cannot be undone.',
  password: 'Your password',
};
