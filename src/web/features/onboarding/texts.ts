import { product } from '#shared/product.ts';

export const guideTexts = {
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
    text: `${product} finds the conversations in which someone needs what you sell, shows why they match, and helps you write a good reply.`,
    closing: 'This will only take 60 seconds!',
  },
  {
    key: 'reddit',
    title: 'Connect Your Reddit Account',
    text: "You don't have to connect to get started, but it helps:",
    points: [
      { name: 'Faster', text: 'new posts are found within minutes instead of an hour' },
      { name: 'More complete', text: 'comments are read as well as posts' },
      { name: 'About you', text: 'see how your own account is doing before you reply' },
    ],
    action: { label: 'Connect Reddit', path: '/dashboard/settings' },
  },
  {
    key: 'campaigns',
    title: 'Create Your Campaigns',
    text: 'A campaign describes the conversations you want to find. There are four ways to create one:',
    points: [
      { name: 'Basic Builder', text: 'describe what you want, and the AI does everything' },
      { name: 'Website Builder', text: 'enter your website, and the AI analyzes it and builds the campaign' },
      { name: 'Smart Manual', text: 'the AI suggests, and you review and customize' },
      { name: 'Manual Builder', text: 'full control over every part' },
    ],
    action: { label: 'Create Campaign', path: '/dashboard/campaigns' },
  },
  {
    key: 'competition',
    title: 'Monitor Your Competition',
    text: "People often name the product they're about to leave.",
    points: [
      { name: 'Competitor mentions', text: 'see where your competitors come up, and in what tone' },
      { name: 'Market intelligence', text: 'learn what people praise and what they complain about' },
      { name: 'Opportunity spotting', text: 'find people looking for an alternative' },
    ],
    action: { label: 'Setup Competitors', path: '/dashboard/competitors' },
  },
  {
    key: 'ai',
    title: 'AI Does the Heavy Lifting',
    text: 'Everything we find is filtered and scored, with the reasons and the quotes behind them.',
    points: [
      { name: 'Posts', text: 'all discovered conversations, best first' },
      { name: 'Leads', text: 'high-quality potential connections, grouped by person' },
      { name: 'AI scoring', text: '0 to 100, in seven parts; mark good and bad matches and it learns' },
      { name: 'AI filtering', text: 'sellers, spam, and solved questions are filtered out' },
    ],
  },
  {
    key: 'done',
    title: "You're All Set",
    text: 'New posts appear automatically, and we notify you of good matches. Ten minutes twice a day is enough.',
  },
];
