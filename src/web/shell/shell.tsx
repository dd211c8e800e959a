import { useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { FollowUpHost } from '#web/features/follow-ups/follow-up-host.tsx';
import { OnboardingProvider } from '#web/features/onboarding/onboarding.tsx';
import { useHotkey } from '#web/lib/hotkey.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { PageName, useFocusAfterChange } from './page-change.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { shellTexts } from './texts.ts';
import { useSidebarOpen } from './use-sidebar-open.ts';

const Sheet = lazyDialog(async () => (await import('#web/ui/sheet.tsx')).Sheet);

function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:text-13 focus:font-medium focus:shadow-float"
    >
      {shellTexts.skip}
    </a>
  );
}

/** Below 768 px the sidebar is an overlay that closes when a link is followed. */
export function Shell() {
  const isMobile = useIsMobile();
  const { pathname } = useLocation();
  const [isWide, setWide] = useSidebarOpen(pathname);
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const toggleSidebar = () => (isMobile ? setOverlayOpen((open) => !open) : setWide(!isWide));
  const main = useRef<HTMLElement>(null);
  useFocusAfterChange(main);
  useHotkey('mod+b', toggleSidebar);
  // On pages without a list too. Loaded on use, to keep it out of the first view.
  useHotkey('u', () => void import('#web/features/inbox/undo.ts').then(({ undoLast }) => undoLast()));
  useHotkey('mod+k', () => setPaletteOpen((open) => !open));

  return (
    <OnboardingProvider>
      <div className="flex min-h-dvh">
        <SkipLink />
        {isMobile ? (
          <Sheet side="left" title={shellTexts.mainNavigation} titleHidden open={isOverlayOpen} onOpenChange={setOverlayOpen}>
            <Sidebar onFollow={() => setOverlayOpen(false)} />
          </Sheet>
        ) : (
          <div
            data-state={isWide ? 'expanded' : 'collapsed'}
            className="sticky top-0 z-30 h-dvh flex-none border-r bg-background transition-[width] duration-150 data-[state=collapsed]:w-sidebar-icon data-[state=expanded]:w-sidebar"
          >
            <Sidebar collapsed={!isWide} />
          </div>
        )}
        <div className="flex min-w-0 flex-1 flex-col bg-surface">
          <Header onToggleSidebar={toggleSidebar} onSearch={() => setPaletteOpen(true)} />
          <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <ErrorBoundary>
              <Outlet />
            </ErrorBoundary>
          </main>
        </div>
        <PageName />
        <FollowUpHost />
        <PaletteDialog open={isPaletteOpen} onOpenChange={setPaletteOpen} />
      </div>
    </OnboardingProvider>
  );
}
