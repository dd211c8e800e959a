import { product } from '#shared/product.ts';
import type { RoadmapStatus } from '#shared/roadmap.ts';

export const statusTexts: Record<RoadmapStatus, string> = {
  considered: 'Considered',
  planned: 'Planned',
  started: 'In progress',
  done: 'Done',
};

export const roadmapTexts = {
  title: 'Roadmap',
  lead: `What's planned for ${product}. Vote for what you'd use. You have one vote per item and can withdraw it anytime.`,
  empty: 'The roadmap is empty.',
  failed: "Couldn't load the roadmap.",
  vote: (title: string) => `Vote for ${title}`,
  unvote: (title: string) => `Withdraw your vote for ${title}`,
  dashboard: 'Open dashboard',
  logIn: 'Log in',
};
