import { t, tSent } from '#web/lib/language.ts';
export const settingsTexts = {
  title: t('Settings'),
  tabs: {
    profile: t('Profile'),
    people: t('People'),
    workspace: t('Workspace'),
    blacklist: t('Blacklist'),
    reddit: t('Reddit account'),
    appearance: t('Appearance'),
    security: t('Security'),
    data: t('Data'),
  },
  sections: t('Settings'),
};

export const profileTexts = {
  plan: t('Your plan and usage:'),
  billing: t('Billing'),
  username: t('Username'),
  email: t('Email'),
  currentPassword: t('Current password'),
  currentPasswordHint: t('Needed to change your email address.'),
  unconfirmed: t("This address isn't confirmed."),
  sendLink: t('Send a link'),
  pending: (email: string) => t('Open the link we sent to {email} to change to that address.', { email }),
  sendAgain: t('Send it again'),
  timezone: t('Time zone'),
  timezoneHint: (zone: string) => t('Times are shown in this zone. Your browser is in {zone}.', { zone }),
  timezones: t('Time zones'),
  chooseTimezone: t('Same as browser'),
  findTimezone: t('Find a city'),
  noTimezone: t('Time zone not found.'),
  leadsPerDay: t('New leads a day'),
  leadsPerDayHint: t('How many the dashboard gives you to do, 1 to 50.'),
  tone: t('Tone of drafts'),
  toneHint: t('For replies that the AI model drafts.'),
  tones: { helpful: t('Helpful'), short: t('Short'), curious: t('Curious') },
  opensNext: t('Open the next conversation when one is done'),
  opensNextHint: t('After you send, dismiss, or archive. Off: return to the list.'),
  save: t('Save profile'),
};

export const appearanceTexts = {
  theme: t('Theme'),
  themeHint: t("System follows your device's setting."),
  accent: t('Accent color'),
  accentHint: (name: string) => t('{name}. Saved in this browser.', { name }),
  language: t('Language'),
  languageHint: t('Of this app, in this browser, and of your emails and notifications.'),
};

/** What proves that it is the owner who asks. */
export const proofTexts = {
  password: t('Current password'),
  code: t('Code from your app'),
  codeHint: t('Six digits. One of your recovery codes works too.'),
  remove: t('Remove passkeys, API tokens, and feed addresses'),
  removeHint: t('Keep them only if nobody else can have added one: they work without your password.'),
};

export const securityTexts = {
  password: t('Password'),
  next: t('New password'),
  nextHint: (length: number) => t("At least {length} characters. You'll be logged out on other devices.", { length }),
  change: t('Change password'),
  changed: t('Password changed. You were logged out on other devices.'),
  changedAndRemoved: t('Password changed. You were logged out on other devices; passkeys, API tokens, and feed addresses were removed.'),
  sessions: t('Sessions'),
  sessionsText: t(
    'Logs you out on every device, including this one, and ends your API tokens and feed addresses. Your password and passkeys keep working.',
  ),
  everywhere: t('Log out everywhere'),
  everywhereTitle: t('Log out everywhere?'),
};

export const linkedLoginTexts = {
  title: t('Single sign-on'),
  linked: (name: string, label: string) => t('You can log in with {label} at {name}.', { label, name }),
  notLinked: (name: string) =>
    t('Not linked. Log out and choose “Continue with {name}”: your account is linked if {name} says that its email address is yours.', {
      name,
    }),
  lastUsed: t('Last used'),
  unlink: t('Unlink'),
  unlinkText: (name: string) => t('{name} then no longer logs in to this account, until you continue with it again.', { name }),
  unlinked: t('Unlinked'),
  noPassword: t('Your account has no password. You need one to change your email address or how you log in, and to delete your account.'),
  sendLink: t('Email me a link to set one'),
};

export const sessionListTexts = {
  label: t("Devices you're logged in on"),
  current: t('This device'),
  device: (name: string) => tSent(name) || t('Unknown device'),
  lastUsed: t('Last used'),
  end: (device: string) => t('Log out {device}', { device }),
  ended: t('Device logged out'),
  failed: t("Couldn't load your sessions."),
};

export const dataTexts = {
  exportTitle: t('Your data'),
  exportText: t(
    'A JSON file with everything stored for your account: campaigns, posts, leads, notes, runs, and feedback. Passwords and tokens are not included.',
  ),
  export: t('Export as JSON'),
  delete: t('Delete account'),
  deleteTitle: t('Delete your account?'),
  deleteText: t(
    "This deletes your campaigns, posts, leads, and everything else in your account, and logs you out on every device. This can't be undone.",
  ),
  password: t('Your password'),
};

export const tokenTexts = {
  tab: t('API tokens and feeds'),
  tokens: t('API tokens'),
  assistants: t('Connected assistants'),
  assistantsHint: t('Add Earshot to an assistant such as Claude or ChatGPT with this address. It then asks you here.'),
  assistantsOff: t('Assistants that log in by themselves need a public address with https, which an admin sets under Connections.'),
  noAssistants: t('No assistants yet.'),
  inWorkspace: (name: string) => t('Workspace {name}', { name }),
  disconnect: t('Disconnect'),
  disconnectOf: (name: string) => t('Disconnect {name}', { name }),
  disconnectTitle: (name: string) => t('Disconnect “{name}”?', { name }),
  disconnectText: t('It loses access right away. You can connect it again at any time.'),
  copyAddress: t('Copy the address'),
  tokensHint: t('For your own programs. A token can access your data, but not your account settings or the admin area.'),
  name: t('Name'),
  namePlaceholder: t('CRM import'),
  scope: t('Access'),
  scopes: {
    read: { label: t('Read only'), hint: t('See campaigns, posts, and leads') },
    write: { label: t('Read and write'), hint: t('Also make changes') },
    companion: { label: t('Browser extension'), hint: t('Score and save what you read') },
  },
  mcpTools: t('Assistants (MCP) may also'),
  mcpToolsHint: (address: string) =>
    t('An assistant connects to {address} with this token. It can always read; it can do these only if you select them.', { address }),
  mcpTool: {
    find_conversations: { label: t('Find conversations'), hint: t('Asks sites right now; uses the AI budget; stores nothing') },
    draft_reply: { label: t('Draft replies'), hint: t('Uses the AI budget; nothing is posted') },
    give_feedback: { label: t('Give feedback'), hint: t('A good match becomes a lead, a bad one no longer is') },
    set_lead_stage: { label: t('Change lead stages'), hint: undefined },
    add_lead_note: { label: t('Add notes to leads'), hint: undefined },
    add_follow_up: { label: t('Add follow-ups'), hint: undefined },
  },
  make: t('Create token'),
  once: t("Copy the token now. It won't be shown again."),
  copy: t('Copy'),
  none: t('No tokens yet.'),
  neverUsed: t('never used'),
  lastUsed: t('last used'),
  failed: t("Couldn't load your tokens."),
  revoke: t('Revoke token'),
  revokeOf: (name: string) => t('Revoke {name}', { name }),
  revokeTitle: (name: string) => t('Revoke “{name}”?', { name }),
  revokeText: t("Programs that use this token lose access right away. This can't be undone."),
  feeds: t('Feeds'),
  feedsHint: t("A campaign's 50 newest leads, for a feed reader (Atom or JSON Feed). Anyone who knows the address can read them."),
  noCampaigns: t('No campaigns yet.'),
  noFeed: t('No feed'),
  feedSince: t('Address created'),
  makeFeed: t('Create feed'),
  makeFeedOf: (name: string) => t('Create feed for {name}', { name }),
  renew: t('Replace address'),
  renewOf: (name: string) => t('Replace the feed address of {name}', { name }),
  end: t('Delete feed'),
  endOf: (name: string) => t('Delete the feed of {name}', { name }),
  feedOnce: (kind: string) => t("{kind}: copy the address now. It won't be shown again.", { kind }),
  renewTitle: t('Replace the feed address?'),
  endTitle: t('Delete the feed?'),
  feedEnds: t('The current address stops working right away.'),
};

export const authorizeTexts = {
  title: t('Connect an assistant'),
  lead: (name: string) => t('A program that calls itself “{name}” asks for access to your data.', { name }),
  nameless: t('A program asks for access to your data.'),
  back: t('Sends you back to'),
  onThisDevice: t('a program on this device'),
  account: t('Your account'),
  otherAccount: t('Use another account'),
  workspace: t('Workspace'),
  mayAlso: t('It may also'),
  check: t('Allow it only if you have just connected it yourself, and know this address. Anybody can choose a name.'),
  allow: t('Allow'),
  cancel: t('Cancel'),
  refused: t("This can't be allowed"),
  goBack: (host: string) => t('Back to {host}', { host }),
  toDashboard: t('To the dashboard'),
  retry: t('Try again'),
};

export const passkeyTexts = {
  title: t('Passkeys'),
  text: t(
    'Log in with your fingerprint, face, or device PIN instead of your password and code. Your password keeps working, so that you can get in if you lose a passkey.',
  ),
  unavailable: t('Passkeys need https and a domain name (or localhost). Open this page there to add one.'),
  label: t('Your passkeys'),
  failed: t("Couldn't load your passkeys."),
  neverUsed: t('not used yet'),
  lastUsed: t('last used'),
  add: t('Add a passkey'),
  addText: t('Your browser then asks where to save it: on this device, on your phone, or in a password manager.'),
  confirmAdd: t('Create passkey'),
  added: t('Passkey added'),
  rename: (name: string) => t('Rename {name}', { name }),
  renameTitle: t('Rename passkey'),
  renameText: t("For example, the device's name."),
  name: t('Name'),
  saveName: t('Save name'),
  remove: (name: string) => t('Remove {name}', { name }),
  removeTitle: (name: string) => t('Remove "{name}"?', { name }),
  removeText: t('It no longer logs in to your account. Your device keeps it until you delete it there.'),
  confirmRemove: t('Remove passkey'),
  removed: t('Passkey removed'),
};

export const twoFactorTexts = {
  title: t('Two-factor login'),
  off: t('You log in with your password only. With two-factor login, you also enter a code from an app on your phone.'),
  on: t('You log in with your password and a code from your authenticator app.'),
  codesLeft: (count: number) => t('{count, plural, one {# recovery code left.} other {# recovery codes left.}}', { count }),
  fewLeft: t('Create new recovery codes before you need one.'),
  failed: t("Couldn't load two-factor login."),
  setUp: t('Set up two-factor login'),
  turnOff: t('Turn off'),
  renew: t('New recovery codes'),
  setUpText: t(
    'Scan this code with an authenticator app, such as Aegis, 1Password, or Google Authenticator. Then enter the code the app shows.',
  ),
  qrCode: t('QR code for your authenticator app'),
  typeInstead: t("Can't scan it? Enter this key in the app:"),
  enableNote: t("You'll be logged out on your other devices."),
  enable: t('Turn on two-factor login'),
  enabled: t('Two-factor login is on. You were logged out on your other devices.'),
  codesTitle: t('Save your recovery codes'),
  codesText: t("Each code works once in place of a code from your app, when you don't have your phone. They are shown only now."),
  copyCodes: t('Copy codes'),
  saveCodes: t('Download codes'),
  done: t('I saved the codes'),
  offTitle: t('Turn off two-factor login?'),
  offText: t('After this, your password alone is enough to log in.'),
  confirmOff: t('Turn off two-factor login'),
  disabled: t('Two-factor login is off'),
  renewTitle: t('Create new recovery codes?'),
  renewText: t('Your current recovery codes stop working.'),
  confirmRenew: t('Create recovery codes'),
  sixDigits: t('Six digits, new every 30 seconds.'),
  fileName: 'earshot-recovery-codes.txt',
};

export const companionTexts = {
  tab: t('Browser extension'),
  about: t(
    'One click scores what is on the page you are reading, such as a thread or a forum. The texts go to this Earshot and nowhere else, and are kept only if you save them.',
  ),
  download: t('Download the extension'),
  load: [
    t('Chrome, Edge, Brave: unpack it, open chrome://extensions, turn on “Developer mode”, choose “Load unpacked”, and select the folder.'),
    t(
      'Firefox: open about:debugging, choose “This Firefox”, then “Load Temporary Add-on”, and select the file. Firefox forgets it when it is closed.',
    ),
  ],
  click: t("Click the extension's button. The first time, it asks for an address and a code."),
  connect: (address: string) => t('Enter the address {address} and this code:', { address }),
  getCode: t('Get a code'),
  codeNote: t('It works once, within ten minutes.'),
  bookmarklet: t('Bookmarklet'),
  bookmarkletAbout: t(
    'Without the extension: drag this button to the bookmarks bar. On any page, it opens a form with the selected text, or the whole text of the page, to add it to a campaign. Some sites forbid bookmarklets.',
  ),
  bookmarkletName: t('Save to Earshot'),
};
