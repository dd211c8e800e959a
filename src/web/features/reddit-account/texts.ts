import { product } from '#shared/product.ts';

export const redditTexts = {
  title: 'Reddit account',
  about: `Connect your account so that ${product} can read Reddit for you and post the replies you write. Connecting only asks for read access; you’re asked for permission to post the first time you do.`,
  notConfigured: `Reddit isn’t set up on this ${product} yet. The operator needs to set reddit.clientId. Until then, copy your reply and post it on Reddit yourself.`,
  connect: 'Connect Reddit',
  reconnect: 'Reconnect Reddit',
  refresh: 'Check connection',
  refreshed: 'Still connected.',
  disconnect: 'Disconnect account',
  disconnectTitle: 'Disconnect this Reddit account?',
  disconnectText: 'This revokes access at Reddit and cancels replies waiting to be posted. Replies already on Reddit stay there.',
  disconnected: 'Account disconnected.',
  notRevoked: 'Account disconnected here, but Reddit didn’t confirm it. To be sure, remove the app at reddit.com/prefs/apps.',
  allow: 'Allow posting',
  account: 'Account',
  state: 'Status',
  connected: 'Connected',
  ended: 'Expired, needs to be reconnected',
  posting: 'Posting',
  mayPost: 'Allowed, only when you click Post',
  mayNotPost: 'Not allowed yet',
  permissions: 'Permissions',
  loadFailed: 'Couldn’t load your Reddit connection.',
};

export const callbackTexts = {
  title: 'Connecting Reddit',
  lead: 'Finishing the connection. One moment.',
  working: 'Connecting',
  done: 'Reddit account connected',
  declined: 'You declined access at Reddit, so your account isn’t connected.',
  refused: (error: string) => `Reddit refused the connection (${error}). Try again in the settings.`,
  incomplete: 'This link is incomplete. Start again in the settings.',
  logIn: 'You’re logged out, so your account isn’t connected yet. Log in and connect again.',
  toLogIn: 'Log in',
  back: 'Back to settings',
};
