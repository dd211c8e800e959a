/** The result of one attempt. Only after `unclear` may the message have arrived; all others are certain. */
export type DeliveryResult =
  | { kind: 'sent' }
  /** The receiver asked to wait for so many milliseconds. Doesn't count as a failure. */
  | { kind: 'wait'; ms: number; reason: string }
  | { kind: 'failed'; reason: string; again: boolean }
  | { kind: 'unclear'; reason: string }
  /** The address no longer exists. */
  | { kind: 'gone'; reason: string };
