import { ChevronRight, ChevronsUpDown, Compass, LogOut, MessageSquarePlus, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { followUpRoutes } from '#shared/follow-ups.ts';
import { productPro, version } from '#shared/product.ts';
import { useOnboarding } from '#web/features/onboarding/onboarding.tsx';
import { useApi } from '#web/lib/api.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { useOpenPart } from '#web/lib/open-parts.ts';
import { useAuth, useCan, useUser } from '#web/lib/session.tsx';
import { switcherRequest } from '#web/features/workspaces/switcher-request.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useNavigation } from './use-navigation.ts';
import { shellTexts } from './texts.ts';
import { NavLink, useLocation } from 'react-router-dom';
import { t, shortNumber } from '#web/lib/language.ts';
import { cx } from '#web/ui/class-names.ts';

type NavigationGroup = ReturnType<typeof useNavigation>[number];
type NavigationEntry = NavigationGroup['entries'][number];

interface EntryProps {
  collapsed: boolean;
  onFollow?: (() => void) | undefined;
}

const entryClass =
  'group flex h-control w-full items-center gap-2.5 rounded-md px-2 text-13 font-medium text-soft-text hover:bg-text/5 hover:text-text aria-[current=page]:bg-surface aria-[current=page]:text-text aria-[current=page]:ring aria-[current=page]:ring-border';
const iconClass = 'text-muted group-aria-[current=page]:text-primary';

/** Renders the same elements in both states, so collapsing never drops the focus. */
function Named({ collapsed, label, children }: { collapsed: boolean; label: string; children: ReactElement }) {
  return (
    <Tooltip side="right" content={collapsed ? label : null}>
      {children}
    </Tooltip>
  );
}

const countLabel = ({ count }: NavigationEntry): string => (count === 'followUpsDue' ? t('due') : t('new'));

/** Counts of leads stand out; counts of posts are muted. */
function Count({ page, count }: { page: NavigationEntry; count: number }) {
  const standsOut = page.count !== 'unseenPosts';
  return (
    <span className={cx('ml-auto text-12 tabular-nums', standsOut ? 'font-semibold text-primary' : 'font-normal text-muted')}>
      {shortNumber(count)}
      <span className="sr-only"> {countLabel(page)}</span>
    </span>
  );
}

function SidebarLink({ page, count, collapsed, onFollow }: EntryProps & { page: NavigationEntry; count: number | undefined }) {
  const { path, title, icon: Icon } = page;
  const shown = count ? <Count page={page} count={count} /> : null;
  // /dashboard is a prefix of other paths, so it must match exactly.
  const link = (
    <NavLink to={path} end={path === '/dashboard' || path === '/dashboard/admin'} onClick={onFollow} className={entryClass}>
      <Icon aria-hidden className={iconClass} />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{title}</span>
      {collapsed && shown ? <span className="sr-only">{shown}</span> : shown}
    </NavLink>
  );
  return (
    <Named collapsed={collapsed} label={count ? `${title}, ${shortNumber(count)} ${countLabel(page)}` : title}>
      {link}
    </Named>
  );
}

interface GroupProps extends EntryProps {
  group: NavigationGroup;
  figures: Partial<Record<NonNullable<NavigationEntry['count']>, number>>;
}

/** The main group is always open; the others open by their title, and for the page in them. */
function Group({ group: { title, entries }, figures, ...entry }: GroupProps) {
  const { collapsed } = entry;
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useOpenPart(`sidebar ${title}`);
  const isMain = title === 'Main';
  const isShown = isMain || isOpen || entries.some(({ path }) => pathname === path);
  return (
    <section aria-label={t(title)} className={collapsed && !isMain ? 'border-t pt-2' : undefined}>
      {isMain ? null : (
        <h2>
          <Named collapsed={collapsed} label={t(title)}>
            <button
              type="button"
              aria-expanded={isShown}
              onClick={() => setOpen(!isShown)}
              className="flex h-control-sm w-full items-center gap-2.5 rounded-md px-2 text-12 font-medium text-muted hover:bg-text/5 hover:text-text max-md:h-10"
            >
              <span className={collapsed ? 'sr-only' : 'flex-1 text-left'}>{t(title)}</span>
              <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', isShown && 'rotate-90')} />
            </button>
          </Named>
        </h2>
      )}
      {isShown ? (
        <ul>
          {entries.map((page) => (
            <li key={page.path}>
              <SidebarLink {...entry} page={page} count={page.count && figures[page.count]} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface ButtonProps extends EntryProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
}

function SidebarButton({ icon: Icon, label, collapsed, onFollow, onClick }: ButtonProps) {
  const act = () => {
    onFollow?.();
    onClick();
  };
  return (
    <Named collapsed={collapsed} label={label}>
      <button type="button" onClick={act} className={entryClass}>
        <Icon aria-hidden className={iconClass} />
        <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
      </button>
    </Named>
  );
}

interface SidebarProps {
  /** Icons only, with labels as tooltips. */
  collapsed?: boolean;
  /** Called after a link was followed or an action taken. */
  onFollow?: () => void;
}

/** Who is logged in, and where there are several workspaces, which one this is, and the way to the others. */
function SidebarUser({ collapsed, onFollow }: EntryProps) {
  const { username, email, workspace } = useUser();
  const name = username || shellTexts.defaultUser;
  const hasMore = workspace.others > 0 || !workspace.isOwn;
  const [title, detail] = hasMore ? [workspace.isOwn ? shellTexts.ownWorkspace : workspace.name, name] : [name, email];
  const open = () => {
    onFollow?.();
    switcherRequest.set(true);
  };
  const parts = (
    <>
      <Avatar name={name} />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 text-left text-13 leading-4 font-medium'}>
        <bdi className="block truncate">{title}</bdi>
        {collapsed ? null : <bdi className="block truncate text-12 font-normal text-muted">{detail}</bdi>}
      </span>
      {hasMore ? <ChevronsUpDown aria-hidden className={collapsed ? 'hidden' : 'size-3.5 flex-none text-muted'} /> : null}
    </>
  );
  const box = cx('flex w-full items-center py-1.5', collapsed ? 'justify-center' : 'gap-2.5 px-2');
  return (
    <Named collapsed={collapsed} label={title}>
      {hasMore ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${shellTexts.switchWorkspace}: ${title}, ${detail}`}
          onClick={open}
          className={cx(box, 'rounded-md hover:bg-text/5')}
        >
          {parts}
        </button>
      ) : (
        <div className={box}>{parts}</div>
      )}
    </Named>
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
  const { logout } = useAuth();
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
        {useNavigation().map((group) => (
          <Group key={group.title} group={group} figures={figures} {...entry} />
        ))}
      </div>
      <div className="flex-none border-t p-2">
        <SidebarButton {...entry} icon={Compass} label={shellTexts.gettingStarted} onClick={openGuide} />
        <FeedbackButton collapsed={collapsed} />
        <SidebarButton {...entry} icon={LogOut} label={shellTexts.logout} onClick={logout} />
        {useCan().work || collapsed ? null : <p className="px-2 pt-1.5 text-12 text-muted">{shellTexts.readOnly}</p>}
        <SidebarUser {...entry} />
      </div>
    </nav>
  );
}
