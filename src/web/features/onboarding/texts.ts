import { product } from '#shared/product.ts';

export const guideTexts = {
  title: 'Getting Started',
  counter: (step: number, steps: number) => `Step ${step} of ${steps}`,
  goTo: (step: number) => `Go to step ${step}`,
  back: 'Back',
  next: 'Next',
  finish: "Let's Go!",
};

export type StepKey = 'welcome' | 'reddit' | 'campaigns' | 'competition' | 'ai' | 'done';

export interface Step {
  key: StepKey;
  title: string;
  text: string;
  points?: readonly { name: string; text: string }[];
  /** Where its button leads. */
  action?: { label: string; path: string };
  closing?: string;
}

export const redditTexts = {
  connected: '✓ Already connected! Nice work!',
  readOnly: 'We only use read permissions. Nothing is posted in your name.',
};

export const steps: readonly Step[] = [
  {
    key: 'welcome',
    title: `Welcome to ${product}`,
    text: `${product} hears the conversations on Reddit in which somebody needs what you sell, says why, and helps you answer well.`,
    closing: 'This will only take 60 seconds!',
  },
  {
    key: 'reddit',
    title: 'Connect Your Reddit Account',
    text: 'Connecting is not needed to begin, but it helps:',
    points: [
      { name: 'Faster', text: 'new posts are heard within minutes instead of within the hour' },
      { name: 'More complete', text: 'comments are read along with posts' },
      { name: 'About you', text: 'shows how your own account is doing before you answer' },
    ],
    action: { label: 'Connect Reddit', path: '/dashboard/settings' },
  },
  {
    key: 'campaigns',
    title: 'Create Your Campaigns',
    text: 'A campaign describes the conversations you want found. There are four ways to make one:',
    points: [
      { name: 'Basic Builder', text: 'describe what you look for, and the AI does everything' },
      { name: 'Website Builder', text: 'enter your website, and the AI analyzes it and builds the campaign' },
      { name: 'Smart Manual', text: 'the AI suggests, you review and customize' },
      { name: 'Manual Builder', text: 'full control over every part' },
    ],
    action: { label: 'Create Campaign', path: '/dashboard/campaigns' },
  },
  {
    key: 'competition',
    title: 'Monitor Your Competition',
    text: 'People often name the product that they are about to leave.',
    points: [
      { name: 'Competitor mentions', text: 'see where others are talked about, and in what tone' },
      { name: 'Market intelligence', text: 'learn what people praise and what they complain about' },
      { name: 'Opportunity spotting', text: 'find those who look for an alternative' },
    ],
    action: { label: 'Setup Competitors', path: '/dashboard/competitors' },
  },
  {
    key: 'ai',
    title: 'AI Does the Heavy Lifting',
    text: 'Everything that is heard gets filtered and scored, with the reasons and the words they rest on.',
    points: [
      { name: 'Posts', text: 'all discovered conversations, best first' },
      { name: 'Leads', text: 'high-quality potential connections, one person each' },
      { name: 'AI scoring', text: 'from 0 to 100 in seven parts; call scores right or wrong and it learns' },
      { name: 'AI filtering', text: 'sellers, spam and solved questions are put aside' },
    ],
  },
  {
    key: 'done',
    title: "You're All Set",
    text: 'New posts appear by themselves, and you are told of good finds. Ten minutes twice a day are enough.',
  },
];
