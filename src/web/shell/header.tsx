import { ChevronRight, Menu, PanelLeft, Search, Moon, Sun } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { productPro } from '#shared/product.ts';
import { Bell } from '#web/features/notifications/bell.tsx';
import { useIsMobile } from '#web/lib/media.ts';
import { Boundary } from '#web/ui/boundary.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { shellTexts } from './texts.ts';
import { type ReactNode, lazy, Suspense } from 'react';
import { t } from '#web/lib/language.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { useTheme } from '#web/lib/theme.ts';
import { Popover } from '#web/ui/popover.tsx';

/** Shows nothing before it knows what was read. */
const CoverageStatus = lazy(async () => ({ default: (await import('./coverage-status.tsx')).CoverageStatus }));

/** All other paths are titled "Page". */
const titles: Record<string, string> = {
  '/dashboard': t('Dashboard'),
  '/dashboard/campaigns': t('Campaigns'),
  '/dashboard/leads': t('Leads'),
  '/dashboard/posts': t('Posts'),
  '/dashboard/follow-ups': t('Follow Ups'),
  '/dashboard/analytics': t('Analytics'),
  '/dashboard/settings': t('Settings'),
  '/dashboard/search': t('Search Reddit'),
  '/dashboard/schedule': t('Schedule'),
  '/dashboard/my-activity': t('Reddit Vibe'),
};

export const breadcrumbTitle = (path: string): string => titles[path.replace(/(?<=.)\/+$/, '')] ?? t('Page');

function Breadcrumb() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={shellTexts.breadcrumb} className="min-w-0 flex-none text-13 whitespace-nowrap max-md:flex-1 max-md:text-14">
      <ol className="flex items-center gap-1.5">
        <li className="max-md:hidden">
          <Link to="/dashboard" className="text-muted hover:text-text">
            {productPro}
          </Link>
        </li>
        <li aria-hidden className="max-md:hidden">
          <ChevronRight className="size-3 text-control" />
        </li>
        <li aria-current="page" className="truncate font-medium max-md:font-semibold">
          {breadcrumbTitle(pathname)}
        </li>
      </ol>
    </nav>
  );
}

/** What can't be shown in the header is left out until the next page. */
const Quietly = ({ children }: { children: ReactNode }) => (
  <Boundary of={useLocation().pathname} renderFallback={() => null}>
    {children}
  </Boundary>
);

interface HeaderProps {
  onToggleSidebar: () => void;
  /** Opens the command palette. */
  onSearch: () => void;
}

export function Header({ onToggleSidebar, onSearch }: HeaderProps) {
  const isMobile = useIsMobile();
  return (
    <header className="sticky top-0 z-20 flex h-bar flex-none items-center gap-3 border-b bg-surface pr-4 pl-3 max-md:gap-0 max-md:pr-2 max-md:pl-1 max-md:[body:has([data-reader])_&]:hidden">
      {isMobile ? (
        <IconButton label={shellTexts.openMenu} icon={Menu} onClick={onToggleSidebar} />
      ) : (
        <IconButton label={shellTexts.toggleSidebar} shortcut="Ctrl B" icon={PanelLeft} onClick={onToggleSidebar} />
      )}
      <Breadcrumb />
      {isMobile ? <IconButton label={shellTexts.search} icon={Search} onClick={onSearch} /> : <SearchButton onClick={onSearch} />}
      <Quietly>
        <Suspense>
          <CoverageStatus compact={isMobile} />
        </Suspense>
      </Quietly>
      <Quietly>
        <Bell />
      </Quietly>
      <ThemeMenu />
    </header>
  );
}

/** Looks like a field: the palette is where one types. */
function SearchButton({ onClick }: { onClick: () => void }) {
  const { pathname, search } = useLocation();
  const asked = pathname === '/dashboard/posts' ? new URLSearchParams(search).get('q') : null;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      aria-label={shellTexts.search}
      className="ml-auto flex h-control min-w-0 flex-[0_1_280px] items-center gap-2 rounded-md border border-border bg-surface px-2.5 text-left text-13 text-muted hover:border-muted"
    >
      <Search aria-hidden className="flex-none" />
      <span className={asked ? 'min-w-0 flex-1 truncate text-text' : 'min-w-0 flex-1 truncate'}>{asked ?? shellTexts.search}</span>
      <Kbd>/</Kbd>
    </button>
  );
}

const ThemePanel = lazy(async () => ({ default: (await import('./theme-panel.tsx')).ThemePanel }));

function ThemeMenu() {
  const { dark } = useTheme();
  return (
    <Popover
      align="end"
      label={shellTexts.theme}
      trigger={<IconButton label={shellTexts.theme} icon={dark ? Moon : Sun} />}
      className="flex flex-col gap-3"
    >
      <ThemePanel />
    </Popover>
  );
}
