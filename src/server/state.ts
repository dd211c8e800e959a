import type { ParameterizedContext } from 'koa';
import type { Actor } from '#core/platform/actor.ts';
import type { Metrics } from './metrics.ts';

/** What every request carries. */
export interface ServerState {
  requestId: string;
  /** Of the client, as far as trusted proxies tell. */
  address: string;
  actor: Actor | null;
  /** On costly routes: ends when the client has gone or been told that it took too long. */
  signal?: AbortSignal;
}
export type ServerContext = ParameterizedContext<ServerState>;

/** What the process knows beside the core. */
export interface Process {
  /** True from the first signal on: finish, take nothing new. */
  draining: boolean;
  /** Sockets that are connected now. */
  sockets(): number;
  metrics: Metrics;
  /** One-time code of a demo; empty once used or when this is none. */
  demoCode: string;
}
