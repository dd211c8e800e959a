type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'target'>;
type Here = Pick<Location, 'origin'>;

/** The in-app path that a click on a link leads to, or null when it stays here or opens elsewhere. */
export function inAppTarget(click: Click, here: Here): URL | null {
  if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return null;
  const link = (click.target as { closest?: (selector: string) => HTMLAnchorElement | null } | null)?.closest?.('a[href]');
  if (!link || (link.target !== '' && link.target !== '_self')) return null;
  const to = new URL(link.href);
  return to.origin === here.origin ? to : null;
}
