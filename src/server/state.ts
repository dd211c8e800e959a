import type { ParameterizedContext } from 'koa';
import type { Actor } from '#core/platform/actor.ts';
import type { Metrics } from './metrics.ts';

/** State of every request. */
export interface ServerState {
  requestId: string;
  /** The client's address, as reported by trusted proxies. */
  address: string;
  actor: Actor | null;
  /** On costly routes: aborts when the client has disconnected or got a timeout response. */
  signal?: AbortSignal;
}
export type ServerContext = ParameterizedContext<ServerState>;

/** State of the process outside the core. */
export interface Process {
  /** True from the first signal on: finish running requests, accept no new ones. */
  draining: boolean;
  /** Number of connected sockets. */
  sockets(): number;
  metrics: Metrics;
  /** One-time code of a demo; empty once used, or when this isn't a demo. */
  demoCode: string;
}
