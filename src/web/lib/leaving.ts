/** A navigation that was cancelled (a guard asked, the user stayed) counts no longer after this. */
const forgottenMs = 3000;

/** Whether this page is being left: calls that end then were cut by the browser and say nothing of the server. */
export function watchLeaving(page: Pick<Window, 'addEventListener'>, now: () => number): () => boolean {
  let since = -Infinity;
  for (const event of ['beforeunload', 'pagehide']) page.addEventListener(event, () => (since = now()));
  page.addEventListener('pageshow', () => (since = -Infinity));
  return () => now() - since < forgottenMs;
}
