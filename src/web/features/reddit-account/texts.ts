import { product } from '#shared/product.ts';

export const redditTexts = {
  title: 'Reddit account',
  about: `Connected, ${product} can post the answers that you write, in your name. Connecting asks for reading alone; posting is asked for the first time you want to post.`,
  notConfigured: `Nobody can connect yet: the operator of this ${product} has to enter a Reddit client id first (reddit.clientId). Until then, copy your answer and post it on Reddit yourself.`,
  connect: 'Connect Reddit',
  reconnect: 'Connect again',
  refresh: 'Check now',
  refreshed: 'Still connected.',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect this Reddit account?',
  disconnectText:
    'The connection is revoked at Reddit, and answers that still wait to be posted are cancelled. What is on Reddit stays there.',
  disconnected: 'Disconnected.',
  notRevoked: 'Forgotten here, but Reddit did not confirm it. Remove the app at reddit.com/prefs/apps to be sure.',
  allow: 'Allow posting',
  account: 'Account',
  state: 'State',
  connected: 'Connected',
  ended: 'Has to be connected again',
  posting: 'Posting',
  mayPost: 'Allowed, on your click alone',
  mayNotPost: 'Not allowed yet',
  permissions: 'Permissions',
  loadFailed: 'The state of your Reddit account could not be loaded.',
};

export const callbackTexts = {
  title: 'Connecting Reddit',
  lead: 'Reddit has sent you back. One moment.',
  working: 'Connecting',
  done: 'Reddit connected',
  declined: 'You did not agree at Reddit, so nothing was connected.',
  refused: (error: string) => `Reddit refused the connection (${error}).`,
  incomplete: 'This address is incomplete. Begin again in the settings.',
  signIn: 'You are not signed in here any more. Sign in and connect once more; nothing was connected yet.',
  toSignIn: 'Sign in',
  back: 'Back to the settings',
};
