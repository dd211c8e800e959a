/** What became of one try. Only after `unclear` may the message have arrived; all others are certain. */
export type DeliveryResult =
  | { kind: 'sent' }
  /** Asked to come back after so many milliseconds: no failure. */
  | { kind: 'wait'; ms: number; words: string }
  | { kind: 'failed'; words: string; again: boolean }
  | { kind: 'unclear'; words: string }
  /** The address no longer exists. */
  | { kind: 'gone'; words: string };
