import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Sealing } from '../deps.ts';
import { takeChallenge } from '../passkeys/queries.ts';
import { type Checks, expired } from './issuer.ts';

export const attemptLifeMs = 10 * minuteMs;
const context = 'single sign-on';

interface Attempt extends Checks {
  issuer: string;
  clientId: string;
  expiresAt: number;
}

/**
 * What a login began with. It is encrypted and kept in the browser, so that strangers store nothing here, and noted once the
 * browser comes back, so that it works once.
 */
export function createAttempts({ sealing, db, now }: { sealing: Sealing; db: Db; now: Now }) {
  function read(token: string | null): Attempt {
    try {
      return JSON.parse(sealing.unseal(token ?? '', context)) as Attempt;
    } catch {
      throw expired();
    }
  }
  return {
    keep: (checks: Checks, { issuer, clientId }: Config['auth']['oidc']): string =>
      sealing.seal(JSON.stringify({ ...checks, issuer, clientId, expiresAt: now() + attemptLifeMs } satisfies Attempt), context),
    /** Throws `invalid` if it is missing, expired, used, of another browser, or began at another issuer. */
    async take(token: string | null, state: string | null, settings: Config['auth']['oidc']): Promise<Checks> {
      const { issuer, clientId, expiresAt, ...checks } = read(token);
      const fits = issuer === settings.issuer && clientId === settings.clientId && checks.state === state && now() < expiresAt;
      if (!fits || !(await takeChallenge(db, { challenge: `oidc:${checks.state}`, expires_at: expiresAt }, now()))) throw expired();
      return checks;
    },
  };
}
