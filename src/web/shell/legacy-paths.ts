import type { Location } from 'react-router-dom';

/** Old top-level paths that redirect to /dashboard. */
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

/** Keeps parameters, query and fragment. */
export const currentPath = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `/dashboard${pathname}${search}${hash}`;
