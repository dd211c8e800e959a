import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config, PlanConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Log } from '#core/platform/log.ts';
import type { Peers } from '#core/platform/peers.ts';
import type { PlanView } from '../plans/view.ts';
import type { Gateway } from './gateway.ts';

export interface BillingDeps {
  config: Config;
  db: Db;
  now: Now;
  peers: Pick<Peers, 'takeTurn'>;
  log: Log;
  /** Null when no key is configured. */
  gateway: () => Gateway | null;
  /** Origin at which browsers reach this instance. */
  origin: () => string;
  plans: {
    view: (actor: Actor) => Promise<PlanView>;
    get: (id: string) => PlanConfig;
    setPlan: (actor: Actor, userId: number, plan: string) => Promise<unknown>;
    plans: readonly PlanConfig[];
  };
}
