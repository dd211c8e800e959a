import { useEffect } from 'react';
import { productPro } from '#shared/product.ts';
import { createCell } from './cell.ts';
import { useLocation } from 'react-router-dom';

/** The current page, and how many were shown so far. */
export const pageName = createCell({ title: '', pages: 0 });

/** Sets the document title and announces the page change to screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productPro}`;
    pageName.set({ title, pages: pageName.get().pages + 1 });
  }, [title]);
}

/** From `analytics.endpoint` of the configuration: the server adds it to each document. Null: page views are reported nowhere. */
function findEndpoint(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="earshot-analytics"]')?.content || null;
}

/** The links of emails and reports contain a secret in their path. */
const pathWithoutSecrets = (path: string): string => path.replace(/^(\/(?:beta-verification|mail|report)\/).+/, '$1-');

/** Only the path, because queries and fragments may contain search terms or secrets. */
export function reportPageView(path: string, endpoint: string | null, send: (url: string, body: string) => unknown): void {
  if (endpoint) send(endpoint, JSON.stringify({ type: 'page-view', path: pathWithoutSecrets(path) }));
}

/** Reports a page view on each route change. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  useEffect(() => reportPageView(pathname, findEndpoint(), (url, body) => navigator.sendBeacon(url, body)), [pathname]);
}
