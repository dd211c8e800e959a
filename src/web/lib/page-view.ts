import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Where page views are sent: `<meta name="earshot-analytics" content="/collect">`. Nowhere unless the operator sets it. */
function findEndpoint(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="earshot-analytics"]')?.content || null;
}

/** Only the path, because queries and fragments may contain search terms or secrets. */
export function reportPageView(path: string, endpoint: string | null, send: (url: string, body: string) => unknown): void {
  if (endpoint) send(endpoint, JSON.stringify({ type: 'page-view', path }));
}

/** Reports a page view on each route change. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  useEffect(() => reportPageView(pathname, findEndpoint(), (url, body) => navigator.sendBeacon(url, body)), [pathname]);
}
