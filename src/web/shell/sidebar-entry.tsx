import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router-dom';
import { shortNumber } from '#web/lib/format.ts';
import { cx } from '#web/ui/class-names.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { NavigationEntry } from './navigation.ts';

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

const countLabel = ({ count }: NavigationEntry): string => (count === 'followUpsDue' ? 'due' : 'new');

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

export function SidebarLink({ page, count, collapsed, onFollow }: EntryProps & { page: NavigationEntry; count: number | undefined }) {
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

interface ButtonProps extends EntryProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
}

export function SidebarButton({ icon: Icon, label, collapsed, onFollow, onClick }: ButtonProps) {
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
