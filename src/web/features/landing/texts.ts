import { product } from '#shared/product.ts';
import { t } from '#web/lib/language.ts';

export const landingTexts = {
  title: t('Hear who needs what you sell'),
  headline: t('Hear the conversations where someone needs what you sell.'),
  lede: t(
    "{product} listens to the subreddits, forums, and feeds you choose, shows you the few posts that matter, tells you why in the writer's own words, and helps you reply well. It runs on your own server.",
    { product },
  ),
  note: t("You don't need an API key or an AI model to find your first lead."),
  navigation: t('Main'),
  how: t('How it works'),
  hosting: t('Self-hosting'),
  roadmap: t('Roadmap'),
  logIn: t('Log in'),
  createAccount: t('Create account'),
  createFirst: t('Create the first account'),
  openDashboard: t('Open dashboard'),
  apply: t('Apply for the beta'),
  beta: t('This {product} is in closed beta. You need an invitation to create an account.', { product }),
  closed: t('Registration is closed. Ask the operator of this {product} for an account.', { product }),
  sampleCaption: t('A lead, as {product} shows it', { product }),
  sample: t('sample'),
  why: (score: number) => t('Why {score}', { score }),
  notReddit: t('Not affiliated with Reddit.'),
};

export const stepTexts = {
  title: t('Ten good leads, not a thousand hits'),
  steps: [
    {
      title: t("Say who you're looking for"),
      text: t(
        'One sentence or your website is enough. {product} suggests rules and subreddits, tells you why, and shows what they would have found.',
        { product },
      ),
    },
    {
      title: t('Read what it found'),
      text: t(
        'Ten minutes, twice a day. Every score shows its seven components and the sentences behind them. Mark a bad match, and it learns.',
      ),
    },
    {
      title: t('Reply like a neighbor'),
      text: t("See the thread and the subreddit's rules, then reply in your own words. Nothing is ever posted without your click."),
    },
  ],
};

export const hostingTexts = {
  title: t('It runs on your own server'),
  lede: t(
    'One process with its own database. Your data stays in one folder. Add Ollama or OpenAI for better scores and a Reddit API key for faster updates; you need neither to start.',
  ),
  points: [
    t('Accounts, backups, limits, and a command line included'),
    t('Secrets are encrypted, and posts that their author deletes are deleted here within 48 hours'),
    t("Every score shows the words it's based on, so you can check it yourself"),
  ],
};
