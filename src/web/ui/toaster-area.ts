/** Marks the toast container, so that clicking a toast doesn't close an open dialog. */
export const toasterMark = 'data-toaster';

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${toasterMark}]`) !== null;
}
