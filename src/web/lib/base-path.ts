/** The path under which this instance is served, such as `/earshot`; empty at the root of a host. The server writes it into each document. */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="earshot-base-path"]')?.content ?? '');

/** The app's own path in what the address bar shows. */
export const inApp = (pathname: string): string => pathname.slice(basePath.length) || '/';
