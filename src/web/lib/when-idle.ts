/** Milliseconds after which the callback runs even on a busy page. */
const maxWaitMs = 2000;

/** Runs a callback when the page is idle. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: maxWaitMs });
  return () => cancelIdleCallback(id);
}
