import { product } from '#shared/product.ts';

export const passwordTexts = {
  show: (label: string) => `Show ${label.toLowerCase()}`,
  hide: (label: string) => `Hide ${label.toLowerCase()}`,
  capsLock: 'Caps Lock is on',
};

export const authTexts = {
  email: 'Email',
  password: 'Password',
  username: 'Username',
  back: 'Back to log in',
  samplePosts: 'Sample: one relevant post among many',
};

export const loginTexts = {
  title: 'Log in',
  lead: `Use your account on this ${product} instance.`,
  submit: 'Log in',
  forgot: 'Forgot password?',
  newHere: 'New here?',
  register: 'Create an account',
  firstRun: 'There are no accounts yet.',
  createFirst: 'Create the first account',
  codeLead: 'This account has two-factor login.',
  code: 'Code from your authenticator app',
  codeHint: "Six digits. If you don't have your phone, enter one of your recovery codes.",
  passkey: 'Use a passkey',
  continueWith: (name: string) => `Continue with ${name}`,
  continueByProxy: 'Continue as logged in at the proxy',
  otherWayOnly: `Log in to this ${product} instance.`,
  otherAccount: 'Log in with another account',
};

export const registerTexts = {
  title: 'Create your account',
  lead: `Your data stays on the server that runs this ${product}.`,
  firstTitle: 'Create the first account',
  firstLead: `The first account becomes the admin, who manages users, sources, and settings.`,
  setUpCode: 'Set-up code',
  setUpCodeHint: 'The server printed it when it started: look at its log.',
  passwordHint: (length: number) => `At least ${length} characters. A few random words are easy to remember and hard to guess.`,
  submit: 'Create account',
  haveOne: 'Already have an account?',
  logIn: 'Log in',
  betaNote: `This ${product} is in closed beta. Use the email address that was invited.`,
  apply: 'Apply for an invitation',
  closedTitle: 'Registration is closed',
  closed: `Ask the operator of this ${product} for an account.`,
};

export const forgotTexts = {
  title: 'Forgot your password?',
  lead: "Enter your account's email address. If the account exists, we'll send a link to set a new password.",
  submit: 'Send link',
};

export const resetTexts = {
  title: 'Set a new password',
  lead: 'This replaces your old password and logs you out on every device.',
  password: 'New password',
  submit: 'Set password',
  incomplete: 'This link is incomplete. Open it again from the email, or request a new one.',
  again: 'Request a new link',
};

export const emailLinkTexts = {
  confirm: {
    title: 'Confirm your email address',
    lead: 'Confirm that this email address belongs to your account.',
    action: 'Confirm email address',
  },
  undo: {
    title: 'Keep your email address',
    lead: 'Your account keeps this email address or gets it back. Everyone is logged out, passkeys and API tokens are removed, and the old password stops working. Then you set a new one.',
    action: 'Keep this email address',
  },
  incomplete: 'This link is incomplete. Open it again from the email.',
  passwordLead: 'Enter the password of your account, because you are not logged in here.',
  setPassword: 'Set a new password',
  open: 'Open the dashboard',
};

/** Invented samples shown beside the forms. */
export const samplePosts = {
  before: [
    { score: 8, title: 'What is your favorite notebook this year?' },
    { score: 31, title: 'Do you answer client emails on Sundays?' },
    { score: 14, title: 'Rate my portfolio, be gentle' },
    { score: 22, title: 'How I doubled my rates in a year' },
  ],
  match: {
    score: 91,
    text: "The work is done, they love it, and now I'm writing the fourth friendly email. Is there anything that sends the awkward one for me?",
    quote: 'Is there anything that sends the awkward one for me?',
    why: 'Hates chasing late payers',
    source: 'r/graphic_design, sample',
  },
  after: [
    { score: 38, title: 'Is a contract by email binding?' },
    { score: 11, title: 'Weekly thread: show your desk' },
    { score: 26, title: 'Which font pairs well with a quiet serif?' },
    { score: 4, title: 'Congratulate me, I quit' },
  ],
};
