import type { Core } from '#core/open.ts';
import { systemActor } from '#core/platform/actor.ts';
import { basePathOf } from '#core/platform/base-path.ts';
import { AppError } from '#core/platform/errors.ts';
import { demoRoutes } from '#shared/demo.ts';
import { product, version } from '#shared/product.ts';
import { allRoutes } from '#shared/routes.ts';
import { type PublicSettings, systemRoutes, openapiRoutes } from '#shared/system.ts';
import { timingSafeEqual } from 'node:crypto';
import { logInWays } from '#core/accounts/policy.ts';
import { proxyUserOf } from '../address.ts';
import { createBrowserOf } from '../auth.ts';
import { type Mount, waiting } from '../mount.ts';
import { describeApi } from '../openapi.ts';
import type { Process, ServerContext } from '../state.ts';

async function readiness({ instance: { status: instance } }: Core, process: Process, ctx: ServerContext) {
  const checks = await instance.readiness();
  const ready = !process.draining && Object.values(checks).every(Boolean);
  if (!ready) ctx.status = 503;
  return { status: ready ? ('ready' as const) : ('not_ready' as const), checks };
}

async function health({ instance: { status: instance } }: Core, ctx: ServerContext) {
  const state = (await instance.isReadable()) ? ('ok' as const) : ('failing' as const);
  if (state === 'failing') ctx.status = 503;
  return { status: state, database: state };
}

/** The URL at which browsers reach us: the configured one, else that of this request. */
function socketUrl(ctx: ServerContext, publicUrl: string): string {
  if (publicUrl !== '') return new URL(publicUrl).origin;
  return ctx.host === '' ? '' : `${ctx.get('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${ctx.host}`;
}

async function publicSettings(
  { config, accounts: { users: accounts, assistants }, instance }: Core,
  ctx: ServerContext,
): Promise<PublicSettings> {
  const { open, firstRun, setUpCode } = await accounts.registrationState();
  return {
    product,
    version,
    socketUrl: socketUrl(ctx, config.http.publicUrl),
    registrationOpen: open,
    firstRun,
    logIn: { ...logInWays(config), proxy: proxyUserOf(config, ctx.req) !== null },
    needsSetUpCode: setUpCode !== null,
    billingEnabled: config.billing.stripeKey !== '',
    uses: {
      roadmap: await instance.roadmap.hasEntries(),
      plans: config.billing.stripeKey !== '' || config.billing.plans.length > 1,
      beta: await instance.settings.wasChanged('betaModeEnabled'),
    },
    assistantsUrl: assistants.site()?.resource ?? null,
    redditConfigured: config.reddit.clientId !== '',
    postingEnabled: config.reddit.clientId !== '',
    aiProvider: config.ai.provider,
  };
}

function mountStatus(mount: Mount, core: Core, process: Process): void {
  mount(systemRoutes.health, (_, __, ctx) => health(core, ctx));
  mount(systemRoutes.ready, (_, __, ctx) => readiness(core, process, ctx));
  mount(systemRoutes.betaMode, async () => ({
    success: true,
    data: { betaModeEnabled: await core.instance.settings.get('betaModeEnabled') },
  }));
  mount(systemRoutes.app, (_, __, ctx) => publicSettings(core, ctx));
}

/** Deletes the code before anything else, so that it can't be used twice. */
function useCode(process: Process, given: string): void {
  const [wanted, tried] = [Buffer.from(process.demoCode), Buffer.from(given)];
  if (wanted.length === 0 || wanted.length !== tried.length || !timingSafeEqual(wanted, tried))
    throw new AppError('not_found', 'Not found');
  process.demoCode = '';
}

function mountDemo(mount: Mount, { config, accounts: { users: accounts } }: Core, process: Process): void {
  const browserOf = createBrowserOf(config);
  mount(demoRoutes.exchange, ({ body }, _, ctx) => {
    useCode(process, body.code);
    return accounts.signInFirst(systemActor, ctx.state.address, browserOf(ctx));
  });
}

function mountOpenapi(mount: Mount, { config }: Pick<Core, 'config'>): void {
  // Created on first request, to keep startup fast.
  let described: Record<string, unknown> | null = null;
  mount(openapiRoutes.get, () => ({ ...(described ??= describeApi(allRoutes)), servers: [{ url: `${basePathOf(config.http)}/api` }] }));
}

export function mountSystem(mount: Mount, core: Core, process: Process): void {
  mountStatus(mount, core, process);
  mountDemo(waiting(mount), core, process);
  mountOpenapi(mount, core);
}
