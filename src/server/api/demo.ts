import { timingSafeEqual } from 'node:crypto';
import { systemActor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { AppError } from '#core/platform/errors.ts';
import { demoRoutes } from '#shared/demo.ts';
import { createBrowserOf } from '../browser.ts';
import type { Mount } from '../mount.ts';
import type { Process } from '../state.ts';

/** Deletes the code before anything else, so that it can't be used twice. */
function useCode(process: Process, given: string): void {
  const [wanted, tried] = [Buffer.from(process.demoCode), Buffer.from(given)];
  if (wanted.length === 0 || wanted.length !== tried.length || !timingSafeEqual(wanted, tried))
    throw new AppError('not_found', 'Not found');
  process.demoCode = '';
}

export function mountDemo(mount: Mount, { config, accounts: { users: accounts } }: Core, process: Process): void {
  const browserOf = createBrowserOf(config);
  mount(demoRoutes.exchange, ({ body }, _, ctx) => {
    useCode(process, body.code);
    return accounts.signInFirst(systemActor, ctx.state.address, browserOf(ctx));
  });
}
