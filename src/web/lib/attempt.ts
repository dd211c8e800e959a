import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from './api-error.ts';
import { showToast } from './show-toast.ts';

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
