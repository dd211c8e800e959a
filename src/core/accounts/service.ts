import { createLimiter } from '#core/platform/limiter.ts';
import { createRunner } from '#core/platform/runner.ts';
import { createAdministration, createInvitation } from './administration.ts';
import { createDeletion } from './deletion.ts';
import type { AccountDeps } from './deps.ts';
import { createEmailChange, createEmailUndo, createEmailConfirmation } from './email-change.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createOwnAccount, createProfile } from './own-account.ts';
import { createRecovery } from './recovery.ts';
import { createRegistration } from './registration.ts';
import { createResetLinks } from './reset-links.ts';
import { createStamps } from './security-stamp.ts';
import { createSessions, createSignIn } from './sessions.ts';
import { createAccessTokens, createDeviceTokens } from './tokens.ts';
import { createSingleSignOn } from './single-sign-on/single-sign-on.ts';
import { createTwoFactor } from './two-factor/two-factor.ts';

interface Given extends Omit<AccountDeps, 'limiter' | 'tokens' | 'stamps' | 'deviceTokens' | 'later'> {
  signingKey: Uint8Array;
}

/** The public interface of accounts; `address` is the client's IP address, for limits and the audit log. */
export function createAccounts({ signingKey, ...given }: Given) {
  const { config, db, readDb, log, now } = given;
  const { start: later, settled: settle } = createRunner(log);
  const deps: AccountDeps = {
    ...given,
    later,
    limiter: createLimiter({ db, readDb, now }),
    tokens: createAccessTokens({ key: signingKey, days: config.security.tokenDays, now }),
    stamps: createStamps(given),
    deviceTokens: createDeviceTokens({ key: signingKey, now }),
  };
  const links = createResetLinks(deps);
  const singleSignOn = createSingleSignOn(deps);
  const { sessionFrom, actorFrom, listSessions, endSession, logout } = createSessions({ ...deps, issuerLogout: singleSignOn.issuerLogout });
  const { signIn, signInFirst } = createSignIn(deps);
  const { registrationState, register, addUser } = createRegistration(deps);
  const { sendConfirmLink, emailState, requestConfirmation } = createEmailConfirmation(deps);
  const { confirmEmail } = createEmailChange(deps);
  const { updateProfile, replaceProfile } = createProfile({ ...deps, sendConfirmLink });
  const { receiverOf, getUser, changePassword, logoutEverywhere } = createOwnAccount(deps);
  const { exportAccount, deleteOwn, deleteUser } = createDeletion(deps);
  const { inviteUser } = createInvitation({ ...deps, addUser, links });
  return {
    ...createEmailUndo({ ...deps, links }),
    ...singleSignOn,
    ...createRecovery({ ...deps, links }),
    ...createTwoFactor(deps),
    ...createPasskeys({ ...deps, signingKey }),
    sessionFrom,
    actorFrom,
    signIn,
    signInFirst,
    listSessions,
    endSession,
    logout,
    registrationState,
    register,
    addUser,
    settle,
    emailState,
    requestConfirmation,
    confirmEmail,
    receiverOf,
    getUser,
    updateProfile,
    replaceProfile,
    changePassword,
    logoutEverywhere,
    exportAccount,
    deleteOwn,
    deleteUser,
    inviteUser,
    ...createAdministration({ ...deps, links }),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
