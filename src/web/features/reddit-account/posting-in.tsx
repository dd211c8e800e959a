import { useEffect, useState } from 'react';
import { outboxTexts as texts } from './texts.ts';

/** Counts down to `at` (UTC ms); screen readers hear it once. */
export function PostingIn({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((at - now) / 1000);
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {seconds > 0 ? texts.postingIn(seconds) : texts.states.sending}
      </span>
      <span className="sr-only">{texts.posting}</span>
    </>
  );
}
