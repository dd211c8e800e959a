/** Why an item was filtered before scoring; counted for each run. */
export const filterReasons = [
  'blacklisted subreddit',
  'blacklisted author',
  'blacklisted word',
  'blacklisted domain',
  'excluded word',
  'over 18',
  'language',
  'too old',
  'bot',
  'moderator',
  'deleted',
  'crosspost',
  'comment',
  'near-duplicate',
] as const;
export type FilterReason = (typeof filterReasons)[number];
