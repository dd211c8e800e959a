import { product } from '#shared/product.ts';

export const passwordTexts = {
  show: (label: string) => `Show ${label.toLowerCase()}`,
  hide: (label: string) => `Hide ${label.toLowerCase()}`,
  capsLock: 'Caps Lock is on',
};

export const authTexts = {
  email: 'E-mail',
  password: 'Password',
  username: 'Username',
  back: 'Back to sign in',
  voices: 'One voice among many, sample',
};

export const loginTexts = {
  title: 'Sign in',
  lead: `With the account you made on this ${product}.`,
  submit: 'Sign in',
  forgot: 'Forgot it?',
  newHere: 'New here?',
  register: 'Create an account',
  firstRun: 'Nobody has an account here yet.',
  createFirst: 'Create the first account',
  demo: 'Opening the demo',
};

export const registerTexts = {
  title: 'Create your account',
  lead: `For this ${product} alone. Nothing leaves the machine it runs on.`,
  firstTitle: 'Create the first account',
  firstLead: `This ${product} is new. The first account becomes its admin, who manages users, sources and settings.`,
  passwordHint: (length: number) => `At least ${length} characters. A few words in a row are easy to remember and hard to guess.`,
  submit: 'Create account',
  haveOne: 'Already have an account?',
  signIn: 'Sign in',
  betaNote: `This ${product} is in closed beta. Use the e-mail address that was invited.`,
  apply: 'Apply for an invitation',
  closedTitle: 'No new accounts',
  closed: `The operator of this ${product} has closed registration. Ask them for an account.`,
};

export const forgotTexts = {
  title: 'Forgot your password?',
  lead: 'Tell us the e-mail address of your account. If there is one, a link to set a new password is on its way.',
  submit: 'Send the link',
};

export const resetTexts = {
  title: 'Set a new password',
  lead: 'It replaces the old one. Every device is signed out.',
  password: 'New password',
  submit: 'Set password',
  incomplete: 'This link is incomplete. Open it again from the message, or ask for a new one.',
  again: 'Ask for a new link',
};

/** Invented samples shown beside the forms. */
export const voices = {
  before: [
    { score: 8, title: 'What is your favourite notebook this year?' },
    { score: 31, title: 'Do you answer client mail on Sundays?' },
    { score: 14, title: 'Rate my portfolio, be gentle' },
    { score: 22, title: 'How I doubled my rates in a year' },
  ],
  heard: {
    score: 91,
    text: 'The work is done, they love it, and now I write the fourth friendly e-mail. Is there anything that sends the awkward one for me?',
    quote: 'Is there anything that sends the awkward one for me?',
    why: 'Hates chasing late payers',
    place: 'r/graphic_design, sample',
  },
  after: [
    { score: 38, title: 'Is a contract by e-mail binding?' },
    { score: 11, title: 'Weekly thread: show your desk' },
    { score: 26, title: 'Which font pairs well with a quiet serif?' },
    { score: 4, title: 'Congratulate me, I quit' },
  ],
};
