import type { DismissReason } from '#shared/posts.ts';

export const reasonWords: Record<DismissReason, string> = {
  'not-my-customer': 'Not my customer',
  'no-need': 'No need',
  seller: 'Sells',
  'wrong-place': 'Wrong place',
  old: 'Old',
};

export const reasonTexts = {
  askDismiss: 'Why dismiss it?',
  askDismissMany: (count: number) => `Why dismiss these ${count}?`,
  askWrong: 'Why is it wrong?',
  noReason: 'No reason',
};
