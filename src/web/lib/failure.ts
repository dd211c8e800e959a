import { useEffect, useRef, useState } from 'react';
import type { ErrorBody, ErrorCode, ErrorDetail, errorStatus } from '#shared/errors.ts';
import { t, tSent } from './language.ts';
import { isLoadFailure, notFetched } from './chunk.ts';
import { showToast } from './show-toast.ts';

interface Facts {
  code: ErrorCode;
  /** 0 when there was no response. */
  status: number;
  /** The server's message, if it sent one. */
  serverMessage?: string | undefined;
  details?: readonly ErrorDetail[];
  requestId?: string | undefined;
  /** Seconds until the request may be sent again, if the server said so. */
  retryAfter?: number | undefined;
  /** Set on a 401: the session ended and the request was not sent again. */
  retried?: boolean;
}

/** A failed request; the message can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly retried: boolean;

  constructor(message: string, facts: Facts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = facts.code;
    this.status = facts.status;
    this.serverMessage = facts.serverMessage;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.retried = facts.retried ?? false;
  }

  /** The same failure with another message. */
  saying(message: string): ApiError {
    return new ApiError(message, this, this);
  }
}

const unreachable = t("Can't reach Earshot. Check your connection and try again.");
const unclear = t('Earshot sent an unexpected response. Try again in a moment.');

export const unreachableError = (cause: unknown): ApiError => new ApiError(unreachable, { code: 'unavailable', status: 0 }, cause);

/** Error codes by status; the type makes sure that none is missing. */
const codes: { [code in ErrorCode as (typeof errorStatus)[code]]: code } = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'too_many',
  503: 'unavailable',
  500: 'internal',
};
const codeByStatus = new Map<number, ErrorCode>(Object.entries(codes).map(([status, code]) => [Number(status), code]));

function codeOf(status: number): ErrorCode {
  if (status === 502 || status === 504) return 'unavailable';
  return codeByStatus.get(status) ?? (status >= 500 ? 'internal' : 'invalid');
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && 'message' in body && typeof body.message === 'string';

interface Circumstances {
  retried: boolean;
  retryAfter?: number | undefined;
}

/** Parses `{error, message, details, requestId}`; a proxy's error page or an empty body also becomes an error with a message. */
export function errorOf(status: number, body: unknown, { retried, retryAfter }: Circumstances): ApiError {
  if (!isErrorBody(body)) return new ApiError(unclear, { code: codeOf(status), status, retried });
  const { error: code, message, details, requestId } = body;
  const shown =
    code === 'internal' && requestId ? t('{message} Request id: {requestId}', { message: tSent(message), requestId }) : tSent(message);
  return new ApiError(shown || unclear, {
    code,
    status,
    requestId,
    retryAfter,
    retried,
    ...(message && { serverMessage: message }),
    ...(details && { details }),
  });
}

/** A failure as users read it. */
export function messageOf(error: unknown): string {
  if (isLoadFailure(error)) return notFetched;
  return error instanceof Error ? error.message : String(error);
}

/** What the server found wrong with each field, where no field can show it. */
export const detailsOf = (error: unknown): string =>
  (error instanceof ApiError && error.details.map(({ message }) => message).join(' ')) || messageOf(error);

type Work = () => unknown;
/** Turns the message of a failure into the text that is shown. */
type Say = (message: string) => string;
const asIs: Say = (message) => message;

/** Shows a failure as a toast; resolves to whether there was none. */
export async function attempt(work: Work, say = asIs): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showToast.error(say(messageOf(error)));
    return false;
  }
}

interface ActionState {
  isBusy: boolean;
  failure: string | null;
}
interface Action extends ActionState {
  /** Resolves to whether it succeeded. */
  start: (work: Work) => Promise<boolean>;
  setFailure: (failure: string | null) => void;
}

/** For a button that shows a failure beside it. Of works started at once, the last one counts. */
export function useAction(textOf: (error: unknown) => string = messageOf): Action {
  const [state, setState] = useState<ActionState>({ isBusy: false, failure: null });
  const newest = useRef<Work>(null);
  const start = async (work: Work) => {
    newest.current = work;
    setState({ isBusy: true, failure: null });
    const end = (failure: string | null) => {
      if (newest.current === work) setState({ isBusy: false, failure });
      return failure === null;
    };
    try {
      await work();
    } catch (error) {
      return end(textOf(error));
    }
    return end(null);
  };
  return { ...state, start, setFailure: (failure) => setState((now) => ({ ...now, failure })) };
}

/** For a button that shows a failure as a toast: whether it is at work, and how it starts. */
export function useAttempt(): [isBusy: boolean, start: (work: Work, say?: Say) => Promise<void>] {
  const { isBusy, start } = useAction();
  return [isBusy, async (work, say) => void (await start(() => attempt(work, say)))];
}

/** A page that isn't shown by then will not be: the user stopped it, or it is a download. */
const arrivalMs = 10_000;

/** For buttons that lead to another page, by name: busy until that is shown, because a second click would ask for it twice. */
export function useLeaving(): [leaving: string | null, leave: (name: string, work: Work, say?: Say) => Promise<void>] {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [isOnWay, setOnWay] = useState(false);
  useEffect(() => {
    if (!isOnWay) return undefined;
    const stay = () => {
      if (document.visibilityState !== 'visible') return;
      setOnWay(false);
      setLeaving(null);
    };
    window.addEventListener('pageshow', stay);
    document.addEventListener('visibilitychange', stay);
    const timer = setTimeout(stay, arrivalMs);
    return () => {
      window.removeEventListener('pageshow', stay);
      document.removeEventListener('visibilitychange', stay);
      clearTimeout(timer);
    };
  }, [isOnWay]);
  const leave = async (name: string, work: Work, say?: Say) => {
    setLeaving(name);
    if (await attempt(work, say)) setOnWay(true);
    else setLeaving(null);
  };
  return [leaving, leave];
}
