import { EventEmitter } from 'node:events';
import type { EventName, EventPayload, Fact } from '#shared/events.ts';
import type { ChannelKind, StoredKind } from '#shared/notify.ts';
import type { DeliveryResult } from './email/delivery.ts';

/** A fact that servers with the same database send each other. */
export type Crossing = { [F in CrossingFact]: { fact: F; payload: Facts[F] } }[CrossingFact];
type CrossingFact = 'push' | 'connections:changed' | 'membership:changed' | 'campaign:moved';

/** Internal events, emitted after commit. Core areas react to them; the server forwards the public ones. */
export interface Facts {
  /**
   * An event of the contract for the browsers of one user, or of all users if `userId` is null. What isn't about the person goes to
   * all who are in the workspace that is this user's data.
   */
  push: { userId: string | null; campaignId: string | null; event: EventName; payload: unknown; asked?: boolean };
  /** One session, or all sessions of a user. */
  'session:ended': { userId: string; sessionId?: string };
  /** Somebody switched, joined, or left a workspace, or has another role in it: their open sockets follow. */
  'membership:changed': { userId: string };
  /** A user's own Reddit account was connected, disconnected, or its connection was ended by Reddit. */
  'reddit:changed': { userId: string; state: 'connected' | 'disconnected' | 'ended' };
  'campaign:changed': { userId: string; campaignId: string };
  /** To another workspace: who receives its events may have no right to them any more. */
  'campaign:moved': { campaignId: string };
  'items:fetched': { scope: string };
  /** A scored batch produced posts. */
  'posts:scored': Record<string, never>;
  /**
   * A notification for the inbox and for the channels that include this kind, sent once per kind and `key`. `title` and
   * `text` must not contain other people's text; with a `postId`, they are deleted together with the post.
   */
  notice: {
    userId: string;
    /** Whom in that workspace it is for, sent over the channels of their own workspace; absent: everybody. */
    personId?: string;
    kind: StoredKind;
    key: string;
    title: string;
    text?: string;
    /** Path in the app to open. */
    path: string;
    campaignId?: string;
    leadId?: string;
    postId?: string;
  };
  /** An attempt to send a message over a notification channel ended. */
  delivered: { channel: ChannelKind; result: DeliveryResult['kind'] };
  /** A request to a model ended; by the kind of failure unless it is `ok`. */
  'model:called': { result: string };
  /** An admin changed a connection, such as the email server. */
  'connections:changed': Record<string, never>;
  /** Happened on another server with the same database. `gap`: facts of other servers may have been missed. */
  elsewhere: Crossing | { fact: 'gap'; payload: Record<string, never> };
  /** Learning may have to run: a user gave feedback on posts or archived them, or such a post was deleted. */
  'posts:decided': Record<string, never>;
}
type Listener<F extends keyof Facts> = (fact: Facts[F]) => void;

export interface Recipient {
  userId: string | null;
  campaignId?: string;
  /** The user started the action and is waiting for it. */
  asked?: boolean;
}

export interface Bus {
  emit<F extends keyof Facts>(fact: F, payload: Facts[F]): void;
  /** Returns a function that removes the listener. */
  on<F extends keyof Facts>(fact: F, listener: Listener<F>): () => void;
  /** Sends an event of the contract to one user's browsers, or to all users' if `userId` is null. */
  push<E extends EventName>(to: Recipient, event: E, payload: EventPayload<E>): void;
  /** Announces changes to this user's browsers (or all), which then reload the affected data. */
  announce(userId: string | null, facts: readonly Fact[]): void;
}

/** Errors of a listener go to `report` and don't affect other listeners. */
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
