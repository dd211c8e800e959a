import { product } from '#shared/product.ts';
import { t } from '#web/lib/language.ts';

export const guideTexts = {
  counter: (step: number, steps: number) => t('Step {step} of {steps}', { step, steps }),
  goTo: (step: number) => t('Go to step {step}', { step }),
  back: t('Back'),
  next: t('Next'),
  finish: t("Let's Go!"),
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
  connected: t('✓ Already connected! Nice work!'),
  readOnly: t('We only use read permissions. Nothing is posted in your name.'),
};

export const steps: readonly Step[] = [
  {
    key: 'welcome',
    title: t('Welcome to {product}', { product }),
    text: t(
      '{product} finds the conversations in which someone needs what you sell, shows why they match, and helps you write a good reply.',
      { product },
    ),
    closing: t('This will only take 60 seconds!'),
  },
  {
    key: 'reddit',
    title: t('Connect Your Reddit Account'),
    text: t("You don't have to connect to get started, but it helps:"),
    points: [
      { name: t('Faster'), text: t('new posts are found within minutes instead of an hour') },
      { name: t('More complete'), text: t('comments are read as well as posts') },
      { name: t('About you'), text: t('see how your own account is doing before you reply') },
    ],
    action: { label: t('Connect Reddit'), path: '/dashboard/settings' },
  },
  {
    key: 'campaigns',
    title: t('Create Your Campaigns'),
    text: t('A campaign describes the conversations you want to find. There are four ways to create one:'),
    points: [
      { name: t('Basic Builder'), text: t('describe what you want, and the AI does everything') },
      { name: t('Website Builder'), text: t('enter your website, and the AI analyzes it and builds the campaign') },
      { name: t('Smart Manual'), text: t('the AI suggests, and you review and customize') },
      { name: t('Manual Builder'), text: t('full control over every part') },
    ],
    action: { label: t('Create Campaign'), path: '/dashboard/campaigns' },
  },
  {
    key: 'competition',
    title: t('Monitor Your Competition'),
    text: t("People often name the product they're about to leave."),
    points: [
      { name: t('Competitor mentions'), text: t('see where your competitors come up, and in what tone') },
      { name: t('Market intelligence'), text: t('learn what people praise and what they complain about') },
      { name: t('Opportunity spotting'), text: t('find people looking for an alternative') },
    ],
    action: { label: t('Setup Competitors'), path: '/dashboard/competitors' },
  },
  {
    key: 'ai',
    title: t('AI Does the Heavy Lifting'),
    text: t('Everything we find is filtered and scored, with the reasons and the quotes behind them.'),
    points: [
      { name: t('Posts'), text: t('all discovered conversations, best first') },
      { name: t('Leads'), text: t('high-quality potential connections, grouped by person') },
      { name: t('AI scoring'), text: t('0 to 100, in seven parts; mark good and bad matches and it learns') },
      { name: t('AI filtering'), text: t('sellers, spam, and solved questions are filtered out') },
    ],
  },
  {
    key: 'done',
    title: t("You're All Set"),
    text: t('New posts appear automatically, and we notify you of good matches. Ten minutes twice a day is enough.'),
  },
];
