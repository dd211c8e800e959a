import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { noticeRoutes } from '#shared/notices.ts';
import { useApi } from '#web/lib/api.ts';
import { t, shortNumber } from '#web/lib/language.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { ListSkeleton } from '#web/ui/states.tsx';

const BellList = lazy(async () => ({ default: (await import('./bell-list.tsx')).BellList }));
const shown = 30;
const title = t('Notifications');
const labelFor = (unread: number): string => (unread === 0 ? title : t('{title}, {unread} unread', { title, unread: shortNumber(unread) }));

/** The notification inbox with its unread count. The `stale` event keeps it up to date. */
export function Bell() {
  const [open, setOpen] = useState(false);
  const news = useApi(noticeRoutes.list, { query: { limit: shown } });
  const unread = news.data?.unread ?? 0;
  // On the icon of the installed app, where the system has that; others refuse.
  useEffect(() => void navigator.setAppBadge?.(unread).catch(() => undefined), [unread]);
  return (
    <span className={unread > 0 ? 'relative mr-2 inline-flex' : 'relative inline-flex'}>
      <Popover
        align="end"
        label={title}
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton label={labelFor(unread)} icon={BellIcon} />}
        className="w-96 p-0!"
      >
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <BellList news={news} onLeave={() => setOpen(false)} />
        </Suspense>
      </Popover>
      {unread > 0 ? (
        <span
          aria-hidden
          className="pointer-events-none absolute top-0 left-[21px] min-w-4 rounded-full bg-primary px-1 text-center text-[10px] leading-4 font-semibold text-primary-foreground tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </span>
  );
}
