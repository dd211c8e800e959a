import { ChevronRight, Menu, PanelLeft, Search } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { productPro } from '#shared/product.ts';
import { Bell } from '#web/features/notifications/bell.tsx';
import { useIsMobile } from '#web/lib/media.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { breadcrumbTitle } from './breadcrumb.ts';
import { CoverageStatus } from './coverage-status.tsx';
import { HeaderSearch } from './header-search.tsx';
import { shellTexts } from './texts.ts';
import { ThemeMenu } from './theme-menu.tsx';

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
      {isMobile ? (
        <IconButton label={shellTexts.search} icon={Search} onClick={onSearch} />
      ) : (
        <HeaderSearch className="ml-auto min-w-0 flex-[0_1_280px]" />
      )}
      <CoverageStatus compact={isMobile} />
      <Bell />
      <ThemeMenu />
    </header>
  );
}
