import type { Now } from '#core/platform/clock.ts';
import { createBreaker } from '#core/platform/http/breaker.ts';
import type { AiFailure, AiProvider } from './provider.ts';

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
  /** Lets a call out, or answers the UTC ms before which none should be made. While down, one call at a time may probe. */
  admit(): { openUntil: number } | null;
  succeeded(): void;
  failed(failure: AiFailure): void;
  /** A call that says nothing about the server ended: it was canceled, or never sent. */
  ended(): void;
}

interface Options {
  provider: Pick<AiProvider, 'id' | 'name'>;
  now: Now;
  /** Hears of each change of state, once. */
  onChange: (state: AiState) => void;
}

const refusedPauseMs = 15 * 60_000;

/** What the last calls say about a provider: whether to call it at all, and how to put it to people. */
export function createHealth({ provider, now, onChange }: Options): Health {
  const breaker = createBreaker({ now });
  let trouble: { kind: 'down' | 'paused'; since: number; failure: AiFailure } | null = null;
  let pausedUntil = 0;
  let told: AiState['state'] = 'ok';
  let probing = false;

  /** A first failure or two is not yet news. */
  let isOpen = false;

  function state(): AiState {
    const base = { provider: provider.id, since: trouble?.since ?? null, hint: trouble?.failure.hint ?? null };
    if (!trouble || !isOpen) return { ...base, since: null, hint: null, state: 'ok', words: `${provider.name} answers` };
    return {
      ...base,
      state: trouble.kind,
      words: `${provider.name} ${complaintOf(trouble.failure)} since ${clockOf(trouble.since)}; scoring without AI`,
    };
  }

  function tellChange(): void {
    const current = state();
    if (current.state === told) return;
    told = current.state;
    onChange(current);
  }

  return {
    state,
    admit() {
      const openUntil = Math.max(breaker.openUntil() ?? 0, pausedUntil > now() ? pausedUntil : 0);
      if (openUntil > 0) return { openUntil };
      if (!isOpen) return null;
      if (probing) return { openUntil: now() + 1000 };
      probing = true;
      return null;
    },
    succeeded() {
      breaker.succeeded();
      [trouble, isOpen, probing, pausedUntil] = [null, false, false, 0];
      tellChange();
    },
    failed(failure) {
      probing = false;
      const kind = isOurs(failure) ? 'paused' : 'down';
      trouble = { kind, since: trouble?.since ?? now(), failure };
      if (kind === 'paused') pausedUntil = now() + refusedPauseMs;
      else breaker.failed();
      isOpen ||= kind === 'paused' || breaker.openUntil() !== null;
      tellChange();
    },
    ended() {
      probing = false;
    },
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
