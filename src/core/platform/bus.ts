import { EventEmitter } from 'node:events';
import type { EventName, EventPayload, Fact } from '#shared/events.ts';
import type { NoticeKind } from '#shared/notify.ts';

/** What happened inside, told after commit. Core areas react to it; the server passes the public part on. */
export interface Facts {
  /** For browsers: an event of the contract, to one user, or to everybody when `userId` is null. */
  tell: { userId: string | null; campaignId: string | null; event: EventName; payload: unknown };
  'session:ended': { userId: string };
  /** A user's own Reddit account was connected, let go, or ended by Reddit. */
  'reddit:changed': { userId: string; state: 'connected' | 'disconnected' | 'ended' };
  'campaign:changed': { userId: string; campaignId: string };
  'items:fetched': { scope: string };
  /** A batch was scored and brought posts. */
  'posts:scored': Record<string, never>;
  /**
   * Something its user should fetch of, in the inbox and by the channels that want this kind. The same `key` of a kind
   * is notified once. `title` and `text` are our words, without what others wrote: with a `postId` they go when its text goes.
   */
  notice: {
    userId: string;
    kind: NoticeKind;
    key: string;
    title: string;
    text?: string;
    /** Where in the app it leads. */
    path: string;
    campaignId?: string;
    leadId?: string;
    postId?: string;
  };
  /** A user scored, kept or archived posts, or such a post is gone: there may be something to learn. */
  'posts:decided': Record<string, never>;
}
type Listener<F extends keyof Facts> = (fact: Facts[F]) => void;

export interface Bus {
  emit<F extends keyof Facts>(fact: F, payload: Facts[F]): void;
  /** Returns how to stop listening. */
  on<F extends keyof Facts>(fact: F, listener: Listener<F>): () => void;
  /** An event of the contract for one user's browsers (for everybody's when `userId` is null). */
  tell<E extends EventName>(to: { userId: string | null; campaignId?: string }, event: E, payload: EventPayload<E>): void;
  /** Tells this user's browsers (or all of them) what changed; they know which cached reads it concerns. */
  announce(userId: string | null, facts: readonly Fact[]): void;
}

/** `report` fetches what a listener throws: one listener's failure is not another's. */
export function createBus(report: (error: unknown) => void): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(100);
  const bus: Bus = {
    emit: (fact, payload) => void emitter.emit(fact, payload),
    on(fact, listener) {
      const safe = (payload: Parameters<typeof listener>[0]) => {
        try {
          listener(payload);
        } catch (error) {
          report(error);
        }
      };
      emitter.on(fact, safe);
      return () => void emitter.off(fact, safe);
    },
    tell: (to, event, payload) => bus.emit('tell', { userId: to.userId, campaignId: to.campaignId ?? null, event, payload }),
    announce: (userId, facts) => bus.tell({ userId }, 'stale', { keys: [...facts] }),
  };
  return bus;
}
