/** What one check of `earshot doctor` came to. */
export interface Finding {
  check: string;
  level: 'ok' | 'watch' | 'act';
  /** What was found, and for `watch` and `act` what to do. */
  message: string;
}
