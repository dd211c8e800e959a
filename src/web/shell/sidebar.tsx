import { Compass, LogOut, MessageSquarePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { followUpRoutes } from '#shared/follow-ups.ts';
import { productPro, version } from '#shared/product.ts';
import { useOnboarding } from '#web/features/onboarding/onboarding.tsx';
import { useApi } from '#web/lib/api.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { useAuth } from '#web/lib/session.tsx';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { listNavigation } from './navigation.ts';
import { SidebarButton, SidebarLink } from './sidebar-entry.tsx';
import { shellTexts } from './texts.ts';

interface SidebarProps {
  /** Icons only, with labels as tooltips. */
  collapsed?: boolean;
  /** Called after a link was followed or an action taken. */
  onFollow?: () => void;
}

function SidebarUser({ collapsed }: { collapsed: boolean }) {
  const { user } = useAuth();
  const name = user?.username || shellTexts.defaultUser;
  const avatar = (
    <span className="inline-flex">
      <Avatar name={name} />
      {collapsed ? <span className="sr-only">{name}</span> : null}
    </span>
  );
  return (
    <div className={collapsed ? 'flex justify-center py-1.5' : 'flex items-center gap-2.5 px-2 py-1.5'}>
      {collapsed ? (
        <Tooltip side="right" content={name}>
          {avatar}
        </Tooltip>
      ) : (
        <>
          {avatar}
          <p className="min-w-0 text-13 leading-4 font-medium">
            <span className="block truncate">{name}</span>
            <span className="block truncate text-12 font-normal text-muted">{user?.email}</span>
          </p>
        </>
      )}
    </div>
  );
}

/** Loaded on demand, because its form pulls in the schemas. */
const FeedbackDialog = lazy(async () => ({ default: (await import('#web/features/feedback/feedback-dialog.tsx')).FeedbackDialog }));

function FeedbackButton({ collapsed }: { collapsed: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SidebarButton collapsed={collapsed} icon={MessageSquarePlus} label={shellTexts.feedback} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{open ? <FeedbackDialog open onOpenChange={setOpen} /> : null}</Suspense>
    </>
  );
}

export function Sidebar({ collapsed = false, onFollow }: SidebarProps) {
  const { user, logout } = useAuth();
  const { open: openGuide } = useOnboarding();
  const { data } = useDashboard();
  const { data: due } = useApi(followUpRoutes.counts, { query: { zone: browserTimeZone() } });
  const figures = { ...data?.totals, ...(due && { followUpsDue: due.overdue + due.today }) };
  const entry = { collapsed, onFollow };
  return (
    <nav aria-label={shellTexts.mainNavigation} className="flex h-full flex-col">
      <div className={collapsed ? 'flex h-bar flex-none items-center justify-center' : 'flex h-bar flex-none items-center gap-2 px-4'}>
        <Logo />
        {collapsed ? null : (
          <>
            <span className="text-14 font-semibold tracking-[-.01em]">{productPro}</span>
            <span className="ml-auto text-12 text-muted tabular-nums">v{version}</span>
          </>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-2 pt-1 pb-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]">
        {listNavigation(user?.role ?? 'user').map(({ title, entries }, index) => (
          <section key={title} aria-label={title} className={collapsed && index > 0 ? 'border-t pt-2' : undefined}>
            {collapsed || index === 0 ? null : <h2 className="px-2 py-1 text-12 font-medium text-muted">{title}</h2>}
            <ul>
              {entries.map((page) => (
                <li key={page.path}>
                  <SidebarLink {...entry} page={page} count={page.count && figures[page.count]} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="flex-none border-t p-2">
        <SidebarButton {...entry} icon={Compass} label={shellTexts.gettingStarted} onClick={openGuide} />
        <FeedbackButton collapsed={collapsed} />
        <SidebarButton {...entry} icon={LogOut} label={shellTexts.logout} onClick={logout} />
        <SidebarUser collapsed={collapsed} />
      </div>
    </nav>
  );
}
