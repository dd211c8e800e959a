/** Milliseconds after which it is done on a busy page as well. */
const patience = 2000;

/** Does something once the page has nothing better to do. Returns what takes it back. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: patience });
  return () => cancelIdleCallback(id);
}
