import type { Core } from '#core/open.ts';
import { authRoutes } from '#shared/auth.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { createBrowserOf } from '../browser.ts';
import type { Mount } from '../mount.ts';
import { createWorkSlots } from '../work-slots.ts';

export function mountAuth(mount: Mount, { config, accounts: { users: accounts } }: Core): void {
  const browserOf = createBrowserOf(config);
  mount(authRoutes.login, ({ body }, _, ctx) => accounts.signIn(body, ctx.state.address, browserOf(ctx)));
  mount(authRoutes.register, ({ body }, _, ctx) => accounts.register(body, ctx.state.address, browserOf(ctx)));
  mount(authRoutes.me, (_, actor) => accounts.getUser(actor));
  mount(authRoutes.replaceProfile, ({ body }, actor) => accounts.replaceProfile(actor, body));
  mount(authRoutes.updateProfile, ({ body }, actor) => accounts.updateProfile(actor, body));
  mount(authRoutes.forgotPassword, ({ body }, _, ctx) => accounts.forgotPassword(body.email, ctx.state.address));
  mount(authRoutes.resetPassword, ({ body }, _, ctx) => accounts.resetPassword(body, ctx.state.address, browserOf(ctx)));
  mount(authRoutes.emailState, (_, actor) => accounts.emailState(actor));
  mount(authRoutes.requestConfirmation, (_, actor) => accounts.requestConfirmation(actor));
  mount(authRoutes.confirmEmail, ({ body }, _, ctx) => accounts.confirmEmail(body.token, ctx.state.address));
  mount(authRoutes.undoEmailChange, ({ body }, _, ctx) => accounts.undoEmailChange(body.token, ctx.state.address));
  mount(authRoutes.changePassword, ({ body }, actor, ctx) =>
    accounts.changePassword(actor, body, { address: ctx.state.address, browser: browserOf(ctx) }),
  );
  mount(twoFactorRoutes.state, (_, actor) => accounts.twoFactorState(actor));
  mount(twoFactorRoutes.setUp, (_, actor) => accounts.setUpTwoFactor(actor));
  mount(twoFactorRoutes.enable, ({ body }, actor) => accounts.enableTwoFactor(actor, body));
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

export function mountPasskeys(mount: Mount, { config, accounts: { users: accounts } }: Core): void {
  const browserOf = createBrowserOf(config);
  mount(passkeyRoutes.list, (_, actor) => accounts.listPasskeys(actor));
  mount(passkeyRoutes.start, ({ body }, actor, ctx) => accounts.startPasskey(actor, body, browserOf(ctx)));
  mount(passkeyRoutes.add, ({ body }, actor, ctx) => accounts.addPasskey(actor, body, browserOf(ctx)));
  mount(passkeyRoutes.rename, ({ params, body }, actor) => accounts.renamePasskey(actor, params.id, body.name));
  mount(passkeyRoutes.remove, ({ params }, actor) => accounts.removePasskey(actor, params.id));
  mount(passkeyRoutes.startSignIn, (_input, _actor, ctx) => accounts.startPasskeySignIn(browserOf(ctx)));
  mount(passkeyRoutes.signIn, ({ body }, _, ctx) => accounts.signInWithPasskey(body, ctx.state.address, browserOf(ctx)));
}
