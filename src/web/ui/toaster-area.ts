/** Marks the toast container, so that clicking a toast doesn't close an open dialog. */
export const toasterAttribute = 'data-toaster';

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${toasterAttribute}]`) !== null;
}
