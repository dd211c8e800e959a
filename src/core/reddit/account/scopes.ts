import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Fact } from '#shared/events.ts';

export const readScopes = ['identity', 'read', 'history', 'mysubreddits'];
/** Facts to announce when a connection changes. */
export const accountFacts: Fact[] = ['reddit-account-changed'];

export const listOf = (scopes: string): string[] => scopes.split(' ').filter(Boolean);
export const grants = (scopes: string, wanted: string): boolean => listOf(scopes).some((scope) => scope === wanted || scope === '*');

export function userIdOf(actor: Actor): number {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only users can have a Reddit account');
  return Number(actor.userId);
}
