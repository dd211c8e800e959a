import type { Location } from 'react-router-dom';

/** Paths that older links use; each stands below /dashboard today. */
export const legacyPaths = [
  '/campaigns',
  '/campaigns/:id',
  '/leads',
  '/leads/:id',
  '/posts',
  '/follow-ups',
  '/analytics',
  '/search',
  '/schedule',
  '/my-activity',
  '/settings',
  '/billing',
  '/billing/success',
] as const;

/** Parameters, query and fragment come along. */
export const todaysPath = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/dashboard${pathname}${search}${hash}`;
