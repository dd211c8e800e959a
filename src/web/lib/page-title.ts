import { useEffect } from 'react';
import { productPro } from '#shared/product.ts';
import { createCell } from './cell.ts';

/** The current page, and how many were shown so far. */
export const pageName = createCell({ title: '', pages: 0 });

/** Sets the document title and announces the page change to screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productPro}`;
    pageName.set({ title, pages: pageName.get().pages + 1 });
  }, [title]);
}
