import { expect, it } from 'vitest';
import { authRoutes } from '#shared/auth.ts';
import { noticeRoutes } from '#shared/notify.ts';
import { systemRoutes } from '#shared/system.ts';
import { firstRoutes } from './first-routes.ts';

it('the routes of the first view are those of the contract', () => {
  const contract = { ...authRoutes, ...systemRoutes, notices: noticeRoutes.list };
  const names = Object.keys(firstRoutes) as (keyof typeof firstRoutes)[];
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(contract[name]).toMatchObject({ ...firstRoutes[name] });
});
