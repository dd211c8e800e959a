import { product } from '#shared/product.ts';

export const landingTexts = {
  title: 'Hear who needs what you sell',
  headline: 'Hear the conversations where someone needs what you sell.',
  lede: `${product} listens to the subreddits, forums, and feeds you choose, shows you the few posts that matter, tells you why in the writer's own words, and helps you reply well. It runs on your own server.`,
  note: "You don't need an API key or an AI model to find your first lead.",
  navigation: 'Main',
  how: 'How it works',
  hosting: 'Self-hosting',
  roadmap: 'Roadmap',
  logIn: 'Log in',
  createAccount: 'Create account',
  createFirst: 'Create the first account',
  openDashboard: 'Open dashboard',
  apply: 'Apply for the beta',
  beta: `This ${product} is in closed beta. You need an invitation to create an account.`,
  closed: `Registration is closed. Ask the operator of this ${product} for an account.`,
  sampleCaption: `A lead, as ${product} shows it`,
  sample: 'sample',
  why: (score: number) => `Why ${score}`,
  notReddit: 'Not affiliated with Reddit.',
};

export const stepTexts = {
  title: 'Ten good leads, not a thousand hits',
  steps: [
    {
      title: "Say who you're looking for",
      text: `One sentence or your website is enough. ${product} suggests rules and subreddits, tells you why, and shows what they would have found.`,
    },
    {
      title: 'Read what it found',
      text: 'Ten minutes, twice a day. Every score shows its seven components and the sentences behind them. Mark a bad match, and it learns.',
    },
    {
      title: 'Reply like a neighbor',
      text: "See the thread and the subreddit's rules, then reply in your own words. Nothing is ever posted without your click.",
    },
  ],
};

export const hostingTexts = {
  title: 'It runs on your own server',
  lede: 'One process with its own database. Your data stays in one folder. Add Ollama or OpenAI for better scores and a Reddit API key for faster updates; you need neither to start.',
  points: [
    'Accounts, backups, limits, and a command line included',
    'Secrets are encrypted, and posts that their author deletes are deleted here within 48 hours',
    "Every score shows the words it's based on, so you can check it yourself",
  ],
};
