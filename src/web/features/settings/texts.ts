export const settingsTexts = {
  title: 'Settings',
  tabs: { profile: 'Profile', people: 'People', reddit: 'Reddit account', appearance: 'Appearance', security: 'Security', data: 'Data' },
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
  timezone: 'Time zone',
  timezoneHint: (zone: string) => `Times are shown in this zone. Your browser is in ${zone}.`,
  timezones: 'Time zones',
  chooseTimezone: 'Same as browser',
  findTimezone: 'Find a city',
  noTimezone: 'Time zone not found.',
  leadsPerDay: 'New leads a day',
  leadsPerDayHint: 'How many the dashboard gives you to do, 1 to 50.',
  tone: 'Tone of drafts',
  toneHint: 'For replies that the AI model drafts.',
  tones: { helpful: 'Helpful', short: 'Short', curious: 'Curious' },
  opensNext: 'Open the next conversation when one is done',
  opensNextHint: 'After you send, dismiss, or archive. Off: return to the list.',
  save: 'Save profile',
};

export const appearanceTexts = {
  theme: 'Theme',
  themeHint: "System follows your device's setting.",
  accent: 'Accent color',
  accentHint: (name: string) => `${name}. Saved in this browser.`,
};

/** What proves that it is the owner who asks. */
export const proofTexts = {
  password: 'Current password',
  code: 'Code from your app',
  codeHint: 'Six digits. One of your recovery codes works too.',
  remove: 'Remove passkeys, API tokens, and feed addresses',
  removeHint: 'Keep them only if nobody else can have added one: they work without your password.',
};

export const securityTexts = {
  password: 'Password',
  next: 'New password',
  nextHint: (length: number) => `At least ${length} characters. You'll be logged out on other devices.`,
  change: 'Change password',
  changed: 'Password changed. You were logged out on other devices.',
  changedAndRemoved: 'Password changed. You were logged out on other devices; passkeys, API tokens, and feed addresses were removed.',
  sessions: 'Sessions',
  sessionsText:
    'Logs you out on every device, including this one, and ends your API tokens and feed addresses. Your password and passkeys keep working.',
  everywhere: 'Log out everywhere',
  everywhereTitle: 'Log out everywhere?',
};

export const linkedLoginTexts = {
  title: 'Single sign-on',
  linked: (name: string, label: string) => `You can log in with ${label} at ${name}.`,
  notLinked: (name: string) =>
    `Not linked. Log out and choose “Continue with ${name}”: your account is linked if ${name} says that its email address is yours.`,
  lastUsed: 'Last used',
  unlink: 'Unlink',
  unlinkText: (name: string) => `${name} then no longer logs in to this account, until you continue with it again.`,
  unlinked: 'Unlinked',
  noPassword: 'Your account has no password. You need one to change your email address or how you log in, and to delete your account.',
  sendLink: 'Email me a link to set one',
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

export const tokenTexts = {
  tab: 'API tokens and feeds',
  tokens: 'API tokens',
  tokensHint: 'For your own programs. A token can access your data, but not your account settings or the admin area.',
  name: 'Name',
  namePlaceholder: 'CRM import',
  scope: 'Access',
  scopes: {
    read: { label: 'Read', hint: 'See campaigns, posts, and leads' },
    write: { label: 'Read and write', hint: 'Also make changes' },
    companion: { label: 'Browser extension', hint: 'Score and save what you read' },
  },
  mcpTools: 'Assistants (MCP) may also',
  mcpToolsHint: (address: string) =>
    `An assistant connects to ${address} with this token. It can always read; it can do these only if you select them.`,
  mcpTool: {
    find_conversations: { label: 'Find conversations', hint: 'Asks sites right now; uses the AI budget; stores nothing' },
    draft_reply: { label: 'Draft replies', hint: 'Uses the AI budget; nothing is posted' },
    give_feedback: { label: 'Give feedback', hint: 'A good match becomes a lead, a bad one no longer is' },
    set_lead_stage: { label: 'Change lead stages', hint: undefined },
    add_lead_note: { label: 'Add notes to leads', hint: undefined },
    add_follow_up: { label: 'Add follow-ups', hint: undefined },
  },
  make: 'Create token',
  once: "Copy the token now. It won't be shown again.",
  copy: 'Copy',
  none: 'No tokens yet.',
  neverUsed: 'never used',
  lastUsed: 'last used',
  failed: "Couldn't load your tokens.",
  revoke: 'Revoke token',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText: "Programs that use this token lose access right away. This can't be undone.",
  feeds: 'Feeds',
  feedsHint: "A campaign's 50 newest leads, for a feed reader (Atom or JSON Feed). Anyone who knows the address can read them.",
  noCampaigns: 'No campaigns yet.',
  noFeed: 'No feed',
  feedSince: 'Address created',
  makeFeed: 'Create feed',
  makeFeedOf: (name: string) => `Create feed for ${name}`,
  renew: 'Replace address',
  renewOf: (name: string) => `Replace the feed address of ${name}`,
  end: 'Delete feed',
  endOf: (name: string) => `Delete the feed of ${name}`,
  feedOnce: (kind: string) => `${kind}: copy the address now. It won't be shown again.`,
  renewTitle: 'Replace the feed address?',
  endTitle: 'Delete the feed?',
  feedEnds: 'The current address stops working right away.',
};

export const passkeyTexts = {
  title: 'Passkeys',
  text: 'Log in with your fingerprint, face, or device PIN instead of your password and code. Your password keeps working, so that you can get in if you lose a passkey.',
  unavailable: 'Passkeys need https and a domain name (or localhost). Open this page there to add one.',
  label: 'Your passkeys',
  failed: "Couldn't load your passkeys.",
  neverUsed: 'not used yet',
  lastUsed: 'last used',
  add: 'Add a passkey',
  addText: 'Your browser then asks where to save it: on this device, on your phone, or in a password manager.',
  confirmAdd: 'Create passkey',
  added: 'Passkey added',
  rename: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename passkey',
  renameText: "For example, the device's name.",
  name: 'Name',
  saveName: 'Save name',
  remove: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove "${name}"?`,
  removeText: 'It no longer logs in to your account. Your device keeps it until you delete it there.',
  confirmRemove: 'Remove passkey',
  removed: 'Passkey removed',
};

export const twoFactorTexts = {
  title: 'Two-factor login',
  off: 'You log in with your password only. With two-factor login, you also enter a code from an app on your phone.',
  on: 'You log in with your password and a code from your authenticator app.',
  codesLeft: (count: number) => (count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`),
  fewLeft: 'Create new recovery codes before you need one.',
  failed: "Couldn't load two-factor login.",
  setUp: 'Set up two-factor login',
  turnOff: 'Turn off',
  renew: 'New recovery codes',
  setUpText:
    'Scan this code with an authenticator app, such as Aegis, 1Password, or Google Authenticator. Then enter the code the app shows.',
  qrCode: 'QR code for your authenticator app',
  typeInstead: "Can't scan it? Enter this key in the app:",
  enableNote: "You'll be logged out on your other devices.",
  enable: 'Turn on two-factor login',
  enabled: 'Two-factor login is on. You were logged out on your other devices.',
  codesTitle: 'Save your recovery codes',
  codesText: "Each code works once in place of a code from your app, when you don't have your phone. They are shown only now.",
  copyCodes: 'Copy codes',
  saveCodes: 'Download codes',
  done: 'I saved the codes',
  offTitle: 'Turn off two-factor login?',
  offText: 'After this, your password alone is enough to log in.',
  confirmOff: 'Turn off two-factor login',
  disabled: 'Two-factor login is off',
  renewTitle: 'Create new recovery codes?',
  renewText: 'Your current recovery codes stop working.',
  confirmRenew: 'Create recovery codes',
  sixDigits: 'Six digits, new every 30 seconds.',
  fileName: 'earshot-recovery-codes.txt',
};

export const companionTexts = {
  tab: 'Browser extension',
  about:
    'One click scores what is on the page you are reading, such as a thread or a forum. The texts go to this Earshot and nowhere else, and are kept only if you save them.',
  download: 'Download the extension',
  load: [
    'Chrome, Edge, Brave: unpack it, open chrome://extensions, turn on “Developer mode”, choose “Load unpacked”, and select the folder.',
    'Firefox: open about:debugging, choose “This Firefox”, then “Load Temporary Add-on”, and select the file. Firefox forgets it when it is closed.',
  ],
  click: "Click the extension's button. The first time, it asks for an address and a code.",
  connect: (address: string) => `Enter the address ${address} and this code:`,
  getCode: 'Get a code',
  codeNote: 'It works once, within ten minutes.',
  bookmarklet: 'Bookmarklet',
  bookmarkletAbout:
    'Without the extension: drag this button to the bookmarks bar. On any page, it opens a form with the selected text, or the whole text of the page, to add it to a campaign. Some sites forbid bookmarklets.',
  bookmarkletName: 'Save to Earshot',
};
