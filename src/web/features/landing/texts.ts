import { product } from '#shared/product.ts';

export const landingTexts = {
  title: 'Hear who needs what you sell',
  headline: 'Hear the conversations in which someone needs what you sell.',
  lede: `${product} listens to the parts of Reddit that you choose, shows the few posts that matter, says why in the writer’s own words, and helps you answer well. It runs on your machine.`,
  note: 'No key and no model needed for the first lead.',
  navigation: 'Main',
  how: 'How it works',
  hosting: 'Self-hosting',
  roadmap: 'Roadmap',
  signIn: 'Sign in',
  createAccount: 'Create account',
  createFirst: 'Create the first account',
  openDashboard: 'Open dashboard',
  apply: 'Apply for the beta',
  beta: `This ${product} is in closed beta: accounts are by invitation.`,
  closed: `The operator of this ${product} makes the accounts.`,
  sampleCaption: `A lead, as ${product} shows it`,
  sample: 'sample',
  why: (score: number) => `Why ${score}`,
  notReddit: 'Not made by or tied to Reddit.',
};

export const stepTexts = {
  title: 'Ten good leads, not a thousand hits',
  steps: [
    {
      title: 'Say who you look for',
      text: `One sentence or your website is enough. ${product} proposes words, places and limits, each with its reason, and shows what they would have found.`,
    },
    {
      title: 'Read what it heard',
      text: 'Twice a day, ten minutes. Every score opens into seven parts and the sentences behind them. Say “wrong” and it learns.',
    },
    {
      title: 'Answer like a neighbour',
      text: 'See the thread around it and the way the place talks, then answer in your own words. Nothing is ever posted by itself.',
    },
  ],
};

export const hostingTexts = {
  title: 'Yours, in one command',
  lede: 'One process with its own database. Your data stays in one folder. Add Ollama or OpenAI to make it sharper, a Reddit key to make it faster; neither is needed to start.',
  command: 'docker run -p 3000:3000 -v ./data:/data earshot',
  copy: 'Copy the command',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Select the command instead.',
  points: [
    'Sign-in, backups, limits and a command line included',
    'Secrets are encrypted, deletions on Reddit are followed within 48 hours',
    'Every score says which words it rests on, so you can judge it yourself',
  ],
};
