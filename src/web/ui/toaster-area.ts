/** Marks the element that holds the toasts, so that touching one does not close what is open below. */
export const toasterMark = 'data-toaster';

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${toasterMark}]`) !== null;
}
