import { Bell, CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type DefaultToastOptions, resolveValue, toast, type Toast, type ToastOptions, useToaster } from 'react-hot-toast/headless';
import { t } from '#web/lib/language.ts';
import { Button, IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** The headless store. Import it from here: `react-hot-toast` itself has another store and injects styles that the CSP blocks. */
export { toast };

/** Milliseconds on screen; the value is fixed; at most 20 at once is the library's own limit. */
const toastOptions: DefaultToastOptions = {
  blank: { duration: 4000 },
  error: { duration: 4000 },
  custom: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
  removeDelay: 180,
};

interface ToastAction {
  label: string;
  shortcut?: string;
  onSelect: () => void;
}

/** A toast with an action, such as "Archived 3 posts" with Undo. Returns its id. */
export function toastWithAction(message: ReactNode, action: ToastAction, options?: ToastOptions): string {
  const select = (id: string) => {
    toast.dismiss(id);
    action.onSelect();
  };
  return toast(
    (item) => (
      <span className="flex items-start gap-2">
        <span className="flex-1 wrap-anywhere">{message}</span>
        <Button
          variant="ghost"
          size="sm"
          shortcut={action.shortcut}
          className="-my-1 text-primary! max-md:-my-2.5"
          onClick={() => select(item.id)}
        >
          {action.label}
        </Button>
      </span>
    ),
    options,
  );
}

function ToastSign({ item }: { item: Toast }) {
  if (item.icon) return <span className="mt-0.5 flex-none">{item.icon}</span>;
  if (item.type === 'success') return <CircleCheck aria-hidden className="mt-0.5 text-good" />;
  if (item.type === 'error') return <CircleAlert aria-hidden className="mt-0.5 text-bad" />;
  if (item.type === 'loading') return <Spinner className="mt-0.5 text-muted" />;
  return item.type === 'blank' ? <Bell aria-hidden className="mt-0.5 text-muted" /> : null;
}

/** Has no role of its own: the list around it is the live region, and otherwise each toast would be announced twice. */
function ToastCard({ item, onClose }: { item: Toast; onClose: () => void }) {
  return (
    <div
      className={cx(
        'flex min-h-11 w-full max-w-[350px] items-start gap-2 rounded-lg bg-raised py-2.5 pr-2 pl-3 text-13 shadow-float transition-opacity duration-150',
        item.visible ? 'animate-rise' : 'opacity-0',
        item.className,
      )}
    >
      <ToastSign item={item} />
      <div className="min-w-0 flex-1 wrap-anywhere">{resolveValue(item.message, item)}</div>
      <IconButton small label={t('Close')} icon={X} className="-my-1 max-md:-my-2.5" onClick={onClose} />
    </div>
  );
}

/** Content of the `ToastRegion`, newest first. Pointer or focus on one pauses all of them. */
export function Toaster() {
  const { toasts, handlers } = useToaster(toastOptions);
  return toasts.map((item) => (
    <div
      key={item.id}
      className="pointer-events-auto"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      <ToastCard item={item} onClose={() => toast.dismiss(item.id)} />
    </div>
  ));
}
