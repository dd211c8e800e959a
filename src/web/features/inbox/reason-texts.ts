import type { DismissReason } from '#shared/posts.ts';

export const reasonLabels: Record<DismissReason, string> = {
  'not-my-customer': 'Not my customer',
  'no-need': 'No need',
  seller: 'Seller',
  'wrong-place': 'Wrong subreddit',
  old: 'Too old',
};

export const reasonTexts = {
  askDismiss: 'Why dismiss this?',
  askDismissMany: (count: number) => `Why dismiss these ${count}?`,
  askBadMatch: 'Why is this a bad match?',
  noReason: 'No reason',
};
