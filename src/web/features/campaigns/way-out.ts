type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'target'>;
type Here = Pick<Location, 'origin' | 'pathname'>;

/** Where a click on a link would take the user away from this page, or null when it would not. */
export function findWayOut(click: Click, here: Here): string | null {
  if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return null;
  const link = (click.target as { closest?: (selector: string) => HTMLAnchorElement | null } | null)?.closest?.('a[href]');
  if (!link || (link.target !== '' && link.target !== '_self')) return null;
  const to = new URL(link.href);
  if (to.origin !== here.origin || to.pathname === here.pathname) return null;
  return to.pathname + to.search + to.hash;
}
