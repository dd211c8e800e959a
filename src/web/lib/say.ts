// Imported straight from the library: the toaster component pulls in buttons and tooltips, which the first view does without.
import { toast } from 'react-hot-toast/headless';

/** Shows a toast at the top right. */
export interface Say {
  info: (words: string, milliseconds?: number) => void;
  success: (words: string) => void;
  /** A toast with the same `id` replaces the one before. */
  error: (words: string, id?: string) => void;
}

/** Duration of the app's own toasts; the value is fixed. */
const stay = 4000;

export const say: Say = {
  info: (words, milliseconds = stay) => void toast(words, { duration: milliseconds }),
  success: (words) => void toast.success(words, { duration: stay }),
  error: (words, id) => void toast.error(words, { duration: stay, ...(id && { id }) }),
};
