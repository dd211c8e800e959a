/** Whether browsers can open the app at this address: it has no query, and its path has plain segments. */
export function isServedAt(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.search === '' && url.hash === '' && /^(?:\/[\w.~-]+)*\/?$/.test(url.pathname);
}

/** The path of `http.publicUrl`, under which browsers see the app: `/earshot`; empty at the root of a host. */
export const basePathOf = ({ publicUrl }: { publicUrl: string }): string =>
  publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
