/** Result of one check of `earshot doctor`. */
export interface Finding {
  check: string;
  level: 'ok' | 'watch' | 'act';
  /** What was found and, for `watch` and `act`, what to do. */
  message: string;
}
