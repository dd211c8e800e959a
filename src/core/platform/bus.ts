import { EventEmitter } from 'node:events';
import type { EventName, EventPayload, Fact } from '#shared/events.ts';
import type { NoticeKind } from '#shared/notify.ts';

/** What happened inside, emitted after commit. Core areas react to it; the server passes the public part on. */
export interface Facts {
  /** For browsers: an event of the contract, to one user, or to everybody when `userId` is null. */
  push: { userId: string | null; campaignId: string | null; event: EventName; payload: unknown; asked?: boolean };
  /** One session, or all of a user. */
  'session:ended': { userId: string; sessionId?: string };
  /** A user's own Reddit account was connected, disconnected, or its connection was ended by Reddit. */
  'reddit:changed': { userId: string; state: 'connected' | 'disconnected' | 'ended' };
  'campaign:changed': { userId: string; campaignId: string };
  'items:fetched': { scope: string };
  /** A batch was scored and brought posts. */
  'posts:scored': Record<string, never>;
  /**
   * Something to notify its user of, in the inbox and by the channels that want this kind. The same `key` of a kind
   * is notified once. `title` and `text` are our own, without text by others: with a `postId` they are deleted with its text.
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
  /** A user gave feedback on posts, kept or archived them, or such a post is gone: there may be something to learn. */
  'posts:decided': Record<string, never>;
}
type Listener<F extends keyof Facts> = (fact: Facts[F]) => void;

export interface Recipient {
  userId: string | null;
  campaignId?: string;
  /** This user started what it is about, and waits for it. */
  asked?: boolean;
}

export interface Bus {
  emit<F extends keyof Facts>(fact: F, payload: Facts[F]): void;
  /** Returns how to stop listening. */
  on<F extends keyof Facts>(fact: F, listener: Listener<F>): () => void;
  /** An event of the contract for one user's browsers (for everybody's when `userId` is null). */
  push<E extends EventName>(to: Recipient, event: E, payload: EventPayload<E>): void;
  /** Tells this user's browsers (or all of them) what changed; they know which cached reads it concerns. */
  announce(userId: string | null, facts: readonly Fact[]): void;
}

/** `report` gets what a listener throws: one listener's failure doesn't affect another. */
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
    push: (to, event, payload) =>
      bus.emit('push', { userId: to.userId, campaignId: to.campaignId ?? null, asked: to.asked ?? false, event, payload }),
    announce: (userId, facts) => bus.push({ userId }, 'stale', { keys: [...facts] }),
  };
  return bus;
}
