import { product } from '#shared/product.ts';
import type { RoadmapStatus } from '#shared/roadmap.ts';

export const statusTexts: Record<RoadmapStatus, string> = {
  considered: 'Considered',
  planned: 'Planned',
  started: 'Being made',
  done: 'Done',
};

export const roadmapTexts = {
  title: 'Roadmap',
  lead: `What ${product} may become. Vote for what you would use: one vote a thing, taken back when you change your mind.`,
  empty: 'Nothing has been put on the roadmap yet.',
  failed: 'The roadmap could not be read.',
  vote: (title: string) => `Vote for ${title}`,
  unvote: (title: string) => `Take back your vote for ${title}`,
  dashboard: 'Open dashboard',
  signIn: 'Sign in',
};
