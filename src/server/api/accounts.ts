import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FeedFile } from '#core/inbox/feeds/service.ts';
import type { Core } from '#core/open.ts';
import type { Actor } from '#core/platform/actor.ts';
import { assistantRoutes } from '#shared/assistants.ts';
import { authRoutes } from '#shared/auth.ts';
import { betaRoutes } from '#shared/beta.ts';
import { billingRoutes } from '#shared/billing.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import { singleSignOnRoutes } from '#shared/single-sign-on.ts';
import { feedRoutes, tokenRoutes } from '#shared/tokens.ts';
import { workspaceRoutes } from '#shared/workspaces.ts';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { proxyUserOf } from '../address.ts';
import { authorize, createBrowserOf } from '../auth.ts';
import { readBytes } from '../body.ts';
import { type Mount, waiting } from '../mount.ts';
import { createWorkSlots } from '../slots.ts';
import type { ServerContext } from '../state.ts';

function mountAuth(mount: Mount, { config, accounts: { users: accounts } }: Core): void {
  const browserOf = createBrowserOf(config);
  const clientOf = (ctx: ServerContext) => ({ address: ctx.state.address, browser: browserOf(ctx) });
  /** On a public route that also serves people who aren't signed in. */
  const sessionOf = (ctx: ServerContext) => authorize(ctx.req, { access: 'user', tokens: 'none' }, accounts.actorFrom).catch(() => null);
  // Has gates of its own, which strangers can't fill.
  mount(authRoutes.login, ({ body }, _, ctx) => accounts.signIn(body, ctx.state.address, browserOf(ctx)), { lane: 'none' });
  mount(authRoutes.register, ({ body }, _, ctx) => accounts.register(body, ctx.state.address, browserOf(ctx)));
  mount(authRoutes.me, (_, actor) => accounts.getUser(actor));
  mount(authRoutes.replaceProfile, ({ body }, actor) => accounts.replaceProfile(actor, body));
  mount(authRoutes.updateProfile, ({ body }, actor) => accounts.updateProfile(actor, body));
  mount(authRoutes.forgotPassword, ({ body }, _, ctx) => accounts.forgotPassword(body.email, ctx.state.address));
  mount(authRoutes.resetPassword, ({ body }, _, ctx) => accounts.resetPassword(body, ctx.state.address, browserOf(ctx)));
  mount(authRoutes.emailState, (_, actor) => accounts.emailState(actor));
  mount(authRoutes.requestConfirmation, (_, actor) => accounts.requestConfirmation(actor));
  mount(authRoutes.confirmEmail, async ({ body }, _, ctx) =>
    accounts.confirmEmail(body.token, { ...body, actor: await sessionOf(ctx), address: ctx.state.address }),
  );
  mount(authRoutes.undoEmailChange, ({ body }, _, ctx) => accounts.undoEmailChange(body.token, ctx.state.address));
  mount(authRoutes.changePassword, ({ body }, actor, ctx) => accounts.changePassword(actor, body, clientOf(ctx)));
  mount(twoFactorRoutes.state, (_, actor) => accounts.twoFactorState(actor));
  mount(twoFactorRoutes.setUp, (_, actor) => accounts.setUpTwoFactor(actor));
  mount(twoFactorRoutes.enable, ({ body }, actor, ctx) => accounts.enableTwoFactor(actor, body, clientOf(ctx)));
  mount(twoFactorRoutes.disable, ({ body }, actor) => accounts.disableTwoFactor(actor, body));
  mount(twoFactorRoutes.renewRecoveryCodes, ({ body }, actor) => accounts.renewRecoveryCodes(actor, body));
  mount(authRoutes.logout, (_, actor) => accounts.logout(actor));
  mount(authRoutes.sessions, (_, actor) => accounts.listSessions(actor));
  mount(authRoutes.endSession, ({ params }, actor) => accounts.endSession(actor, params.id));
  mount(
    authRoutes.exportAccount,
    (_, actor, ctx) => {
      ctx.attachment('earshot-account.json');
      return accounts.exportAccount(actor);
    },
    { slots: createWorkSlots({ perUser: 1, total: 3 }) },
  );
  mount(authRoutes.deleteAccount, ({ body }, actor) => accounts.deleteOwn(actor, body));
  mount(authRoutes.logoutEverywhere, (_, actor) => accounts.logoutEverywhere(actor));
}

function mountPasskeys(mount: Mount, { config, accounts: { users: accounts } }: Core): void {
  const browserOf = createBrowserOf(config);
  mount(passkeyRoutes.list, (_, actor) => accounts.listPasskeys(actor));
  mount(passkeyRoutes.start, ({ body }, actor, ctx) => accounts.startPasskey(actor, body, browserOf(ctx)));
  mount(passkeyRoutes.add, ({ body }, actor, ctx) => accounts.addPasskey(actor, body, browserOf(ctx)));
  mount(passkeyRoutes.rename, ({ params, body }, actor) => accounts.renamePasskey(actor, params.id, body.name));
  mount(passkeyRoutes.remove, ({ params, body }, actor) => accounts.removePasskey(actor, params.id, body));
  mount(passkeyRoutes.startSignIn, (_input, _actor, ctx) => accounts.startPasskeySignIn(browserOf(ctx)));
  mount(passkeyRoutes.signIn, ({ body }, _, ctx) => accounts.signInWithPasskey(body, ctx.state.address, browserOf(ctx)));
}

function mountSingleSignOn(mount: Mount, { config, accounts: { users: accounts } }: Core): void {
  const browserOf = createBrowserOf(config);
  const clientOf = (ctx: ServerContext) => ({ address: ctx.state.address, browser: browserOf(ctx) });
  mount(singleSignOnRoutes.start, (_input, _actor, ctx) => accounts.startSingleSignOn(clientOf(ctx)));
  mount(singleSignOnRoutes.finish, ({ body }, _, ctx) => accounts.finishSingleSignOn(body.query, clientOf(ctx)));
  mount(singleSignOnRoutes.proxy, (_input, _actor, ctx) => accounts.signInByProxy(proxyUserOf(config, ctx.req), clientOf(ctx)));
  mount(singleSignOnRoutes.ways, (_, actor) => accounts.ownWays(actor));
  mount(singleSignOnRoutes.unlink, ({ body }, actor) => accounts.unlinkIdentity(actor, body));
}

/** Readers ask every few minutes whether there is something new, so most answers are 304. */
interface Version {
  /** Without `W/` and quotes. */
  etag: string;
  /** UTC milliseconds. */
  changedAt: number;
}

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\/"|^"|"$/g, ''));

/**
 * Whether a reader already has this version (RFC 9110, 13.1). Koa's own check treats `Cache-Control: no-cache` as a refusal of
 * 304, but fetch sends that with every If-None-Match.
 */
function isUnchanged(headers: IncomingHttpHeaders, { etag, changedAt }: Version): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || tagsOf(known).includes(etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(changedAt / 1000) * 1000 <= since;
}

async function sendFeed(ctx: ServerContext, file: Promise<FeedFile>): Promise<string> {
  const { text, hash, changedAt } = await file;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.etag = `W/"${hash}"`;
  ctx.lastModified = new Date(changedAt);
  if (!isUnchanged(ctx.req.headers, { etag: hash, changedAt })) return text;
  ctx.status = 304;
  return '';
}

function mountWorkspaces(mount: Mount, { accounts: { workspaces } }: Core): void {
  mount(workspaceRoutes.list, (_, actor) => workspaces.list(actor));
  mount(workspaceRoutes.activate, ({ body }, actor) => workspaces.activate(actor, body.id));
  mount(workspaceRoutes.rename, ({ params, body }, actor) => workspaces.change(actor, params.id, body));
  mount(workspaceRoutes.members, ({ params }, actor) => workspaces.members(actor, params.id));
  mount(workspaceRoutes.changeMember, ({ params, body }, actor) => workspaces.changeMember(actor, params, body.role));
  mount(workspaceRoutes.removeMember, ({ params }, actor) => workspaces.removeMember(actor, params));
  mount(workspaceRoutes.invitations, ({ params }, actor) => workspaces.invitations(actor, params.id));
  mount(workspaceRoutes.invite, ({ params, body }, actor) => workspaces.invite(actor, params.id, body), { lane: 'waits' });
  mount(workspaceRoutes.withdraw, ({ params }, actor) => workspaces.withdraw(actor, params.id, params.invitationId));
  mount(workspaceRoutes.openInvitation, ({ params }) => workspaces.openInvitation(params.token));
  mount(workspaceRoutes.accept, ({ params }, actor) => workspaces.accept(actor, params.token));
}

function mountTokens(mount: Mount, { accounts: { assistants, tokens }, inbox: { feeds } }: Core): void {
  mount(tokenRoutes.list, (_, actor) => tokens.list(actor));
  mount(tokenRoutes.create, ({ body }, actor) => tokens.create(actor, body));
  mount(tokenRoutes.revoke, ({ params }, actor) => tokens.revoke(actor, params.id));
  mount(assistantRoutes.review, ({ body }) => assistants.review(body.query), { lane: 'none' });
  mount(assistantRoutes.allow, ({ body }, actor) => assistants.allow(actor, body));
  mount(feedRoutes.readAtom, ({ params }, _, ctx) => sendFeed(ctx, feeds.read(params.token, 'atom')));
  mount(feedRoutes.readJson, ({ params }, _, ctx) => sendFeed(ctx, feeds.read(params.token, 'json')));
  mount(feedRoutes.get, ({ params }, actor) => feeds.get(actor, params.id));
  mount(feedRoutes.renew, ({ params }, actor) => feeds.renew(actor, params.id));
  mount(feedRoutes.revoke, ({ params }, actor) => feeds.revoke(actor, params.id));
}

function mountBeta(mount: Mount, { accounts: { beta } }: Core): void {
  mount(betaRoutes.apply, ({ body }, _, ctx) => beta.apply(body, ctx.state.address));
  mount(betaRoutes.verify, ({ body }, _, ctx) => beta.verify(body.token, ctx.state.address));
  mount(betaRoutes.list, ({ query }, actor) => beta.list(actor, query));
  mount(betaRoutes.get, ({ params }, actor) => beta.get(actor, params.id));
  mount(betaRoutes.decide, ({ params, body }, actor) => beta.decide(actor, params.id, body.status), { lane: 'waits' });
}

/** Far above the size of Stripe's largest events. */
const eventLimit = 512 * 1024;

async function receive({ accounts: { billing } }: Core, request: IncomingMessage) {
  const signature = request.headers['stripe-signature'];
  return billing.receive(await readBytes(request, eventLimit), typeof signature === 'string' ? signature : '');
}

async function takeSeat({ accounts: { billing, plans } }: Core, actor: Actor, id: string) {
  await plans.takeSeat(actor, id);
  return billing.view(actor);
}

function mountBilling(mount: Mount, core: Core): void {
  const {
    accounts: { billing, plans },
  } = core;
  mount(billingRoutes.billing, (_, actor) => billing.view(actor));
  mount(billingRoutes.checkout, ({ body }, actor) => billing.checkout(actor, body));
  mount(billingRoutes.portal, (_, actor) => billing.portal(actor));
  mount(billingRoutes.refresh, (_, actor) => billing.refresh(actor));
  mount(billingRoutes.webhook, (_, __, ctx) => receive(core, ctx.req), { body: 'stream' });
  mount(billingRoutes.offerSeat, ({ body }, actor) => plans.offerSeat(actor, body.email));
  mount(billingRoutes.takeSeat, ({ params }, actor) => takeSeat(core, actor, params.id));
  mount(billingRoutes.removeSeat, ({ params }, actor) => plans.removeSeat(actor, params.id));
}

export function mountAccounts(mount: Mount, core: Core): void {
  const waits = waiting(mount);
  mountAuth(waits, core);
  mountPasskeys(waits, core);
  mountSingleSignOn(waits, core);
  mountWorkspaces(mount, core);
  mountTokens(mount, core);
  mountBeta(mount, core);
  mountBilling(waits, core);
}
