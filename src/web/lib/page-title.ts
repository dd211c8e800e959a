import { useEffect } from 'react';
import { productPro } from '#shared/product.ts';
import { createCell } from './cell.ts';

/** The page on screen, and how many have been there. */
export const pageName = createCell({ title: '', pages: 0 });

/** Names the page in the tab, in the history and to those who hear that it has changed. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productPro}`;
    pageName.set({ title, pages: pageName.get().pages + 1 });
  }, [title]);
}
