export interface Log {
  info: (message: string) => void;
  warn: (message: string, cause?: unknown) => void;
  error: (message: string, cause?: unknown) => void;
}

/** The one place that writes to the browser console; a few messages there are fixed. */
/* oxlint-disable no-console -- see above */
export const log: Log = {
  info: (message) => console.log(message),
  warn: (message, cause) => (cause === undefined ? console.warn(message) : console.warn(message, cause)),
  error: (message, cause) => (cause === undefined ? console.error(message) : console.error(message, cause)),
};
/* oxlint-enable no-console */
