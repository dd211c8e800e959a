// Imported directly from the library: the toaster component imports buttons and tooltips, which the first view doesn't need.
import { toast } from 'react-hot-toast/headless';

/** Shows a toast at the top right. */
export interface ShowToast {
  info: (message: string, milliseconds?: number) => void;
  success: (message: string) => void;
  /** A toast with the same `id` replaces the one before. */
  error: (message: string, id?: string) => void;
}

/** Duration of the app's own toasts; the value is fixed. */
const duration = 4000;

export const showToast: ShowToast = {
  info: (message, milliseconds = duration) => void toast(message, { duration: milliseconds }),
  success: (message) => void toast.success(message, { duration: duration }),
  error: (message, id) => void toast.error(message, { duration: duration, ...(id && { id }) }),
};
