export const settingsTexts = {
  title: 'Settings',
  tabs: { profile: 'Profile', reddit: 'Reddit account', appearance: 'Appearance', security: 'Security', data: 'Data' },
  sections: 'Settings',
};

export const profileTexts = {
  plan: 'Your plan and usage:',
  billing: 'Billing',
  username: 'Username',
  email: 'Email',
  currentPassword: 'Current password',
  currentPasswordHint: 'Needed to change your email address.',
  unconfirmed: "This address isn't confirmed.",
  sendLink: 'Send a link',
  pending: (email: string) => `Open the link we sent to ${email} to change to that address.`,
  sendAgain: 'Send it again',
  sendFailed: "Couldn't send the link. Try again.",
  timezone: 'Time zone',
  timezoneHint: (zone: string) => `Times are shown in this zone. Your browser is in ${zone}.`,
  timezones: 'Time zones',
  chooseTimezone: 'Same as browser',
  findTimezone: 'Find a city',
  noTimezone: 'Time zone not found.',
  opensNext: 'Open the next conversation when one is done',
  opensNextHint: 'After you send, dismiss, or archive. Otherwise the list stays and nothing is open.',
  tone: 'Tone of drafts',
  toneHint: 'Reply drafts start in this tone. You can change each one before you send it.',
  tones: {
    helpful: { label: 'Helpful', hint: 'Answers the question first and mentions your offer where it fits' },
    short: { label: 'Short', hint: 'Two or three sentences' },
    curious: { label: 'Curious', hint: 'Asks a question before offering anything' },
  },
  save: 'Save profile',
};

export const appearanceTexts = {
  theme: 'Theme',
  themeHint: "System follows your device's setting.",
  accent: 'Accent color',
  accentHint: (name: string) => `${name}. Saved in this browser.`,
};

export const securityTexts = {
  password: 'Password',
  current: 'Current password',
  next: 'New password',
  nextHint: (length: number) =>
    `At least ${length} characters. You'll be logged out on other devices, and your API tokens will be revoked.`,
  change: 'Change password',
  changed: 'Password changed. You were logged out on other devices, and your API tokens were revoked.',
  sessions: 'Sessions',
  sessionsText: 'Logs you out on every device, including this one, and revokes your API tokens.',
  everywhere: 'Log out everywhere',
  everywhereTitle: 'Log out everywhere?',
};

export const sessionListTexts = {
  label: "Devices you're logged in on",
  current: 'This device',
  unknownDevice: 'Unknown device',
  lastUsed: 'Last used',
  end: (device: string) => `Log out ${device}`,
  ended: 'Device logged out',
  failed: "Couldn't load your sessions.",
};

export const dataTexts = {
  exportTitle: 'Your data',
  exportText:
    'A JSON file with everything stored for your account: campaigns, posts, leads, notes, runs, and feedback. Passwords and tokens are not included.',
  export: 'Export as JSON',
  delete: 'Delete account',
  deleteTitle: 'Delete your account?',
  deleteText:
    "This deletes your campaigns, posts, leads, and everything else in your account, and logs you out on every device. This can't be undone.",
  password: 'Your password',
};
