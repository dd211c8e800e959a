import type { OwnActivity } from '../activity/service.ts';
import { AppError } from '#core/platform/errors.ts';

/** Checks that a report can be made. Throws `conflict` without an account, `unavailable` if Reddit couldn't be read. */
export function reportable(own: OwnActivity): OwnActivity & { account: NonNullable<OwnActivity['account']> } {
  const { state, account, error } = own;
  if (state === 'not-connected') throw new AppError('conflict', 'Connect your Reddit account first');
  if (state === 'reconnect') throw new AppError('conflict', 'Reddit no longer accepts the connection. Connect your Reddit account again.');
  if (state === 'failed' || !account)
    throw new AppError('unavailable', `Couldn't read your Reddit account. ${error ?? ''}`.trim(), { retryAfter: 60 });
  return { ...own, account };
}
