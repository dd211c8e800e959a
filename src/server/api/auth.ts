import type { Core } from '#core/open.ts';
import { authRoutes } from '#shared/auth.ts';
import type { Mount } from '../mount.ts';
import { createWorkSlots } from '../work-slots.ts';

export function mountAuth(mount: Mount, { accounts: { users: accounts } }: Core): void {
  mount(authRoutes.login, ({ body }, _, ctx) => accounts.signIn(body, ctx.state.address));
  mount(authRoutes.register, ({ body }, _, ctx) => accounts.register(body, ctx.state.address));
  mount(authRoutes.me, (_, actor) => accounts.getUser(actor));
  mount(authRoutes.profile, ({ body }, actor) => accounts.updateProfile(actor, body));
  mount(authRoutes.forgotPassword, ({ body }, _, ctx) => accounts.forgotPassword(body.email, ctx.state.address));
  mount(authRoutes.resetPassword, ({ body }, _, ctx) => accounts.resetPassword(body, ctx.state.address));
  mount(authRoutes.changePassword, ({ body }, actor) => accounts.changePassword(actor, body));
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
