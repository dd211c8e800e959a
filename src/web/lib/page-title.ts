import { useEffect } from 'react';
import { productPro } from '#shared/product.ts';

/** Names the page in the tab and in the history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productPro}`;
  }, [title]);
}
