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

const box =
  'group flex h-control w-full items-center gap-2.5 rounded-md px-2 text-13 font-medium text-soft-text hover:bg-text/5 hover:text-text aria-[current=page]:bg-surface aria-[current=page]:text-text aria-[current=page]:ring aria-[current=page]:ring-border';
const sign = 'text-muted group-aria-[current=page]:text-primary';

/** In both states the same elements, so that folding takes the focus from nobody. */
function Named({ collapsed, label, children }: { collapsed: boolean; label: string; children: ReactElement }) {
  return (
    <Tooltip side="right" content={collapsed ? label : null}>
      {children}
    </Tooltip>
  );
}

const wordOf = ({ count }: NavigationEntry): string => (count === 'followUpsDue' ? 'due' : 'new');

/** News of leads stands out, news of posts is quiet. */
function Count({ page, count }: { page: NavigationEntry; count: number }) {
  const stands = page.count !== 'unseenPosts';
  return (
    <span className={cx('ml-auto text-12 tabular-nums', stands ? 'font-semibold text-primary' : 'font-normal text-muted')}>
      {shortNumber(count)}
      <span className="sr-only"> {wordOf(page)}</span>
    </span>
  );
}

export function SidebarLink({ page, count, collapsed, onFollow }: EntryProps & { page: NavigationEntry; count: number | undefined }) {
  const { path, title, icon: Icon } = page;
  const shown = count ? <Count page={page} count={count} /> : null;
  // A path that others continue, such as the dashboard's, is current only where it ends.
  const link = (
    <NavLink to={path} end={path === '/dashboard' || path === '/dashboard/admin'} onClick={onFollow} className={box}>
      <Icon aria-hidden className={sign} />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{title}</span>
      {collapsed && shown ? <span className="sr-only">{shown}</span> : shown}
    </NavLink>
  );
  return (
    <Named collapsed={collapsed} label={count ? `${title}, ${shortNumber(count)} ${wordOf(page)}` : title}>
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
      <button type="button" onClick={act} className={box}>
        <Icon aria-hidden className={sign} />
        <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
      </button>
    </Named>
  );
}
