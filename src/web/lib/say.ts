// Straight from the library, as the toaster itself does: the toaster brings buttons and tooltips, which a first view does without.
import { toast } from 'react-hot-toast/headless';

/** Words that appear at the top right and go away by themselves. */
export interface Say {
  info: (words: string, milliseconds?: number) => void;
  success: (words: string) => void;
  /** `id`: a second one with the same id takes the place of the first. */
  error: (words: string, id?: string) => void;
}

/** The app's own toasts stay this long, whatever their kind; the specification fixes it. */
const stay = 4000;

export const say: Say = {
  info: (words, milliseconds = stay) => void toast(words, { duration: milliseconds }),
  success: (words) => void toast.success(words, { duration: stay }),
  error: (words, id) => void toast.error(words, { duration: stay, ...(id && { id }) }),
};
