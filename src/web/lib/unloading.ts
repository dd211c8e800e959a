/** A canceled navigation (the guard asked, the user stayed) is forgotten after this. */
const forgottenMs = 3000;

/** Whether the page is being unloaded: the browser aborts requests then, which says nothing about the server. */
export function watchUnload(page: Pick<Window, 'addEventListener'>, now: () => number): () => boolean {
  let since = -Infinity;
  for (const event of ['beforeunload', 'pagehide']) page.addEventListener(event, () => (since = now()));
  page.addEventListener('pageshow', () => (since = -Infinity));
  return () => now() - since < forgottenMs;
}
