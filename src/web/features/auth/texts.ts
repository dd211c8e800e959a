import { product } from '#shared/product.ts';
import { t, inSentence } from '#web/lib/language.ts';

export const passwordTexts = {
  show: (label: string) => t('Show {label}', { label: inSentence(label) }),
  hide: (label: string) => t('Hide {label}', { label: inSentence(label) }),
  capsLock: t('Caps Lock is on'),
};

export const authTexts = {
  email: t('Email'),
  password: t('Password'),
  username: t('Username'),
  back: t('Back to log in'),
  samplePosts: t('Sample: one relevant post among many'),
};

export const loginTexts = {
  title: t('Log in'),
  lead: t('Use your account on this {product} instance.', { product }),
  submit: t('Log in'),
  forgot: t('Forgot password?'),
  newHere: t('New here?'),
  register: t('Create an account'),
  firstRun: t('There are no accounts yet.'),
  createFirst: t('Create the first account'),
  codeLead: t('This account has two-factor login.'),
  code: t('Code from your authenticator app'),
  codeHint: t("Six digits. If you don't have your phone, enter one of your recovery codes."),
  passkey: t('Use a passkey'),
  continueWith: (name: string) => t('Continue with {name}', { name }),
  continueByProxy: t('Continue as logged in at the proxy'),
  otherWayOnly: t('Log in to this {product} instance.', { product }),
  otherAccount: t('Log in with another account'),
};

export const registerTexts = {
  title: t('Create your account'),
  lead: t('Your data stays on the server that runs this {product}.', { product }),
  firstTitle: t('Create the first account'),
  firstLead: t('The first account becomes the admin, who manages users, sources, and settings.'),
  setUpCode: t('Set-up code'),
  setUpCodeHint: t('The server printed it when it started: look at its log.'),
  passwordHint: (length: number) =>
    t('At least {length} characters. A few random words are easy to remember and hard to guess.', { length }),
  submit: t('Create account'),
  haveOne: t('Already have an account?'),
  logIn: t('Log in'),
  betaNote: t('This {product} is in closed beta. Use the email address that was invited.', { product }),
  apply: t('Apply for an invitation'),
  closedTitle: t('Registration is closed'),
  closed: t('Ask the operator of this {product} for an account.', { product }),
};

export const forgotTexts = {
  title: t('Forgot your password?'),
  lead: t("Enter your account's email address. If the account exists, we'll send a link to set a new password."),
  submit: t('Send link'),
};

export const resetTexts = {
  title: t('Set a new password'),
  lead: t('This replaces your old password and logs you out on every device.'),
  password: t('New password'),
  submit: t('Set password'),
  incomplete: t('This link is incomplete. Open it again from the email, or request a new one.'),
  again: t('Request a new link'),
};

export const emailLinkTexts = {
  confirm: {
    title: t('Confirm your email address'),
    lead: t('Confirm that this email address belongs to your account.'),
    action: t('Confirm email address'),
  },
  undo: {
    title: t('Keep your email address'),
    lead: t(
      'Your account keeps this email address or gets it back. Everyone is logged out, passkeys and API tokens are removed, and the old password stops working. Then you set a new one.',
    ),
    action: t('Keep this email address'),
  },
  incomplete: t('This link is incomplete. Open it again from the email.'),
  passwordLead: t('Enter the password of your account, because you are not logged in here.'),
  setPassword: t('Set a new password'),
  open: t('Open the dashboard'),
};

/** Invented samples shown beside the forms. */
export const samplePosts = {
  before: [
    { score: 8, title: t('What is your favorite notebook this year?') },
    { score: 31, title: t('Do you answer client emails on Sundays?') },
    { score: 14, title: t('Rate my portfolio, be gentle') },
    { score: 22, title: t('How I doubled my rates in a year') },
  ],
  match: {
    score: 91,
    text: t(
      "The work is done, they love it, and now I'm writing the fourth friendly email. Is there anything that sends the awkward one for me?",
    ),
    quote: t('Is there anything that sends the awkward one for me?'),
    why: t('Hates chasing late payers'),
    source: t('r/graphic_design, sample'),
  },
  after: [
    { score: 38, title: t('Is a contract by email binding?') },
    { score: 11, title: t('Weekly thread: show your desk') },
    { score: 26, title: t('Which font pairs well with a quiet serif?') },
    { score: 4, title: t('Congratulate me, I quit') },
  ],
};
