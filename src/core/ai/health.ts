import type { Now } from '#core/platform/clock.ts';
import { type Breaker, createBreaker } from '#core/platform/http/upstream.ts';
import { AiFailure, type AiProvider } from './provider.ts';

export interface AiState {
  /** Provider ID, or `builtin`. */
  provider: string;
  /** `off`: no provider configured. `down`: it doesn't answer. `paused`: it refuses requests until an operator acts. */
  state: 'off' | 'ok' | 'down' | 'paused';
  /** UTC ms of the first failure in the current series; null in state `ok`. */
  since: number | null;
  /** Message for users. */
  message: string;
  /** What an operator can do, if known. */
  hint: string | null;
}

export interface Health {
  state(): AiState;
  /** Null allows a call; otherwise, the UTC ms until which the user should make none. While down, one call at a time may probe. */
  admit(asker: string): { openUntil: number } | null;
  /** Null: a test by an admin, which ends the pauses of all users. */
  succeeded(asker: string | null): void;
  /** A server failure counts for all users, a refused request only for the user who sent it. */
  failed(failure: AiFailure, asker: string): void;
  /** The server answered, but not usably: counts only for the user who asked. */
  unusable(asker: string): void;
  /** The call says nothing about the server: it was canceled or never sent. */
  ended(): void;
}

interface Options {
  provider: Pick<AiProvider, 'id' | 'name'>;
  now: Now;
  /** Called once per state change. */
  onChange: (state: AiState) => void;
}

const refusedPauseMs = 15 * 60_000;
/** Each one has lasted as long as a request may take, so that waiting for the breaker would hide the outage for minutes. */
const timeoutsUntilDown = 2;

interface Trouble {
  kind: 'down' | 'paused';
  since: number;
  failure: AiFailure;
}

function stateOf({ id, name }: Options['provider'], trouble: Trouble | null): AiState {
  const base = { provider: id, since: trouble?.since ?? null, hint: trouble ? hintOf(trouble.failure) : null };
  if (!trouble) return { ...base, state: 'ok', message: `${name} is working` };
  const message = `${name}: ${problemOf(trouble.failure)} since ${clockOf(trouble.since)}. Posts are scored without AI.`;
  return { ...base, state: trouble.kind, message };
}

/** Pauses the model for single users whose requests get no usable answer, while it keeps working for others. */
function createUserBreakers(now: Now) {
  const breakers = new Map<string, Breaker>();
  let trouble: { since: number; failure: AiFailure } | null = null;
  return {
    /** Null once any user gets a usable answer. */
    trouble: () => trouble,
    openUntil: (asker: string): number => breakers.get(asker)?.openUntil() ?? 0,
    failed(failure: AiFailure, asker: string): void {
      const breaker = breakers.get(asker) ?? createBreaker({ now });
      breakers.set(asker, breaker);
      breaker.failed();
      if (breaker.openUntil() !== null) trouble ??= { since: now(), failure };
    },
    /** Null: for everybody. */
    succeeded(asker: string | null): void {
      if (asker === null) breakers.clear();
      else breakers.delete(asker);
      trouble = null;
    },
  };
}

/** Derives from recent calls whether the provider should be called, and the status to show. */
export function createHealth({ provider, now, onChange }: Options): Health {
  const breaker = createBreaker({ now });
  const userBreakers = createUserBreakers(now);
  let trouble: Trouble | null = null;
  let pausedUntil = 0;
  let reported: AiState['state'] = 'ok';
  let probing = false;
  let timeouts = 0;

  /** False for the first failures: they aren't reported yet. */
  let isOpen = false;

  function state(): AiState {
    const unusable = userBreakers.trouble();
    return stateOf(provider, trouble && isOpen ? trouble : unusable && { ...unusable, kind: 'down' });
  }

  function notifyChange(): void {
    const current = state();
    if (current.state === reported) return;
    reported = current.state;
    onChange(current);
  }

  function failShared(failure: AiFailure): void {
    const kind = needsOperator(failure) ? 'paused' : 'down';
    trouble = { kind, since: trouble?.since ?? now(), failure };
    if (kind === 'paused') pausedUntil = now() + refusedPauseMs;
    else breaker.failed();
    if (failure.kind === 'timeout') timeouts += 1;
    isOpen ||= kind === 'paused' || breaker.openUntil() !== null || timeouts >= timeoutsUntilDown;
  }

  return {
    state,
    admit(asker) {
      const shared = Math.max(breaker.openUntil() ?? 0, pausedUntil > now() ? pausedUntil : 0);
      const openUntil = Math.max(shared, userBreakers.openUntil(asker));
      if (openUntil > 0) return { openUntil };
      if (!isOpen) return null;
      if (probing) return { openUntil: now() + 1000 };
      probing = true;
      return null;
    },
    succeeded(asker) {
      breaker.succeeded();
      userBreakers.succeeded(asker);
      [trouble, isOpen, probing, pausedUntil, timeouts] = [null, false, false, 0, 0];
      notifyChange();
    },
    unusable(asker) {
      probing = false;
      userBreakers.failed(new AiFailure('No usable answer', { kind: 'garbled' }), asker);
      notifyChange();
    },
    failed(failure, asker) {
      probing = false;
      if (failure.kind === 'refused' && !needsOperator(failure)) userBreakers.failed(failure, asker);
      else failShared(failure);
      notifyChange();
    },
    ended: () => void (probing = false),
  };
}

/** Refusals that last until an operator changes something; any other refusal is about a single request. */
const needsOperator = ({ kind, status }: AiFailure): boolean =>
  kind === 'unfit' || (kind === 'refused' && [401, 402, 403, 404].includes(status ?? 0));

/** In UTC: the message goes to users in different time zones. */
const clockOf = (time: number): string => `${new Date(time).toISOString().slice(11, 16)} UTC`;

const hintOf = ({ kind, hint }: AiFailure): string | null =>
  hint ?? (kind === 'timeout' ? 'Choose a smaller model, or raise ai.limits.timeoutMs' : null);

function problemOf({ kind, status }: AiFailure): string {
  if (kind === 'garbled' || kind === 'unfit') return 'no usable answers';
  if (kind === 'limited') return 'too many requests';
  if (kind === 'server') return `failing with status ${status}`;
  if (kind !== 'refused') return 'not answering';
  const reasons: Record<number, string> = { 401: 'invalid key', 402: 'no credit left', 403: 'access denied', 404: 'model not found' };
  return reasons[status ?? 0] ?? `requests refused with status ${status}`;
}
