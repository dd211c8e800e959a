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

/** The option for a digit key, 1 for the first. */
export function optionForDigit<T>(key: string, options: readonly T[]): T | undefined {
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}
