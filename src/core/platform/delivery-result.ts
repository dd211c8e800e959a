/** Result of one attempt. After `unclear`, the message may or may not have arrived; all others are certain. */
export type DeliveryResult =
  | { kind: 'sent' }
  /** The receiver asked to wait for `ms`. Doesn't count as a failure. */
  | { kind: 'wait'; ms: number; reason: string }
  | { kind: 'failed'; reason: string; again: boolean }
  | { kind: 'unclear'; reason: string }
  /** The address no longer exists. */
  | { kind: 'gone'; reason: string };
