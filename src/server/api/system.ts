import type { Core } from '#core/open.ts';
import { product, version } from '#shared/product.ts';
import { systemRoutes, type PublicSettings } from '#shared/system.ts';
import type { Mount } from '../mount.ts';
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

async function publicSettings({ config, accounts: { users: accounts } }: Core, ctx: ServerContext): Promise<PublicSettings> {
  const { open, firstRun } = await accounts.registrationState();
  return {
    product,
    version,
    socketUrl: socketUrl(ctx, config.http.publicUrl),
    registrationOpen: open,
    firstRun,
    billingEnabled: config.billing.stripeKey !== '',
    redditConfigured: config.reddit.clientId !== '',
    postingEnabled: config.reddit.clientId !== '',
    aiProvider: config.ai.provider,
  };
}

export function mountSystem(mount: Mount, core: Core, process: Process): void {
  mount(systemRoutes.health, (_, __, ctx) => health(core, ctx));
  mount(systemRoutes.ready, (_, __, ctx) => readiness(core, process, ctx));
  mount(systemRoutes.betaMode, async () => ({
    success: true,
    data: { betaModeEnabled: await core.instance.settings.get('betaModeEnabled') },
  }));
  mount(systemRoutes.app, (_, __, ctx) => publicSettings(core, ctx));
}
