import type { Now } from '#core/platform/clock.ts';
import { createBreaker } from '#core/platform/http/breaker.ts';
import { createFruitless } from './fruitless.ts';
import { AiFailure, type AiProvider } from './provider.ts';

export interface AiState {
  /** Id of the provider, or `builtin`. */
  provider: string;
  /** `off`: none is configured. `down`: it does not answer. `paused`: it refuses us until somebody does something. */
  state: 'off' | 'ok' | 'down' | 'paused';
  /** UTC ms of the first failure in a row; null while all is well. */
  since: number | null;
  /** For people. */
  words: string;
  /** What an operator can do; null when there is nothing to say. */
  hint: string | null;
}

export interface Health {
  state(): AiState;
  /** Lets a user's call out, or answers the UTC ms before which they should make none. While down, one call at a time may probe. */
  admit(asker: string): { openUntil: number } | null;
  succeeded(asker: string): void;
  /** What is about the server counts for all; what is about one request counts for its user alone. */
  failed(failure: AiFailure, asker: string): void;
  /** The server answered, but nothing of use: this counts for the user who asked. */
  useless(asker: string): void;
  /** A call that says nothing about the server ended: it was canceled, or never sent. */
  ended(): void;
}

interface Options {
  provider: Pick<AiProvider, 'id' | 'name'>;
  now: Now;
  /** Called at each change of state, once. */
  onChange: (state: AiState) => void;
}

const refusedPauseMs = 15 * 60_000;

interface Trouble {
  kind: 'down' | 'paused';
  since: number;
  failure: AiFailure;
}

function stateOf({ id, name }: Options['provider'], trouble: Trouble | null): AiState {
  const base = { provider: id, since: trouble?.since ?? null, hint: trouble?.failure.hint ?? null };
  if (!trouble) return { ...base, state: 'ok', words: `${name} answers` };
  const words = `${name} ${complaintOf(trouble.failure)} since ${clockOf(trouble.since)}; scoring without AI`;
  return { ...base, state: trouble.kind, words };
}

/** What the last calls say about a provider: whether to call it at all, and how to put it to people. */
export function createHealth({ provider, now, onChange }: Options): Health {
  const breaker = createBreaker({ now });
  const fruitless = createFruitless(now);
  let trouble: Trouble | null = null;
  let pausedUntil = 0;
  let reported: AiState['state'] = 'ok';
  let probing = false;

  /** A first failure or two is not yet news. */
  let isOpen = false;

  function state(): AiState {
    const useless = fruitless.trouble();
    return stateOf(provider, trouble && isOpen ? trouble : useless && { ...useless, kind: 'down' });
  }

  function notifyChange(): void {
    const current = state();
    if (current.state === reported) return;
    reported = current.state;
    onChange(current);
  }

  function failShared(failure: AiFailure): void {
    const kind = isOurs(failure) ? 'paused' : 'down';
    trouble = { kind, since: trouble?.since ?? now(), failure };
    if (kind === 'paused') pausedUntil = now() + refusedPauseMs;
    else breaker.failed();
    isOpen ||= kind === 'paused' || breaker.openUntil() !== null;
  }

  return {
    state,
    admit(asker) {
      const shared = Math.max(breaker.openUntil() ?? 0, pausedUntil > now() ? pausedUntil : 0);
      const openUntil = Math.max(shared, fruitless.openUntil(asker));
      if (openUntil > 0) return { openUntil };
      if (!isOpen) return null;
      if (probing) return { openUntil: now() + 1000 };
      probing = true;
      return null;
    },
    succeeded(asker) {
      breaker.succeeded();
      fruitless.succeeded(asker);
      [trouble, isOpen, probing, pausedUntil] = [null, false, false, 0];
      notifyChange();
    },
    useless(asker) {
      probing = false;
      fruitless.failed(new AiFailure('No usable answer', { kind: 'garbled' }), asker);
      notifyChange();
    },
    failed(failure, asker) {
      probing = false;
      if (failure.kind === 'refused' && !isOurs(failure)) fruitless.failed(failure, asker);
      else failShared(failure);
      notifyChange();
    },
    ended: () => void (probing = false),
  };
}

/** Refused until an operator changes something; any other refusal is about one request. */
const isOurs = ({ kind, status }: AiFailure): boolean => kind === 'refused' && [401, 402, 403, 404].includes(status ?? 0);

/** In UTC: the server does not know where its reader lives. */
const clockOf = (time: number): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;

function complaintOf({ kind, status }: AiFailure): string {
  if (kind === 'timeout') return 'answers too slowly';
  if (kind === 'garbled') return 'answers nothing usable';
  if (kind === 'limited') return 'takes no more requests';
  if (kind === 'server') return `fails (${status})`;
  if (kind !== 'refused') return 'does not answer';
  const reasons: Record<number, string> = {
    401: 'refuses the key',
    402: 'has no credit left',
    403: 'forbids the call',
    404: 'does not have the model',
  };
  return reasons[status ?? 0] ?? `refuses the request (${status})`;
}
