import { useRef, useSyncExternalStore, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { OnboardingProvider } from '#web/features/onboarding/onboarding.tsx';
import { useIsMobile, useMedia } from '#web/lib/media.ts';
import { useOfflineParts } from './offline-parts.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { PageName, useFocusAfterChange } from './page-change.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { shellTexts } from './texts.ts';
import type { EventPayload } from '#shared/events.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { followUpRequest } from '#web/features/follow-ups/follow-up-request.ts';
import { useShellKeys } from './use-shell-keys.ts';
import { readSidebarState, sidebarCookie } from './sidebar-state.ts';

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
  // Widening the window puts the sidebar beside the page, so it must not cover the page when narrowed again.
  if (!isMobile && isOverlayOpen) setOverlayOpen(false);
  const toggleSidebar = () => (isMobile ? setOverlayOpen((open) => !open) : setWide(!isWide));
  const main = useRef<HTMLElement>(null);
  useFocusAfterChange(main);
  useOfflineParts();
  useShellKeys({ toggleSidebar, togglePalette: () => setPaletteOpen((open) => !open), isInbox: isInbox(pathname) });

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

const FollowUpDialog = lazyDialog(async () => (await import('#web/features/follow-ups/follow-up-dialog.tsx')).FollowUpDialog);
const announce = (answer: EventPayload<'answer-sent'>) =>
  void import('#web/features/follow-ups/follow-up-actions.ts').then(({ announceReply }) => announceReply(answer));

/** Hosted once by the shell, so that every page can open the dialog. */
function FollowUpHost() {
  const request = useSyncExternalStore(followUpRequest.subscribe, followUpRequest.get);
  useRealtimeEvent('answer-sent', announce);
  return <FollowUpDialog open={request !== null} request={request} onClose={() => followUpRequest.set(null)} />;
}

/** A list with a reader needs more width than other pages. */
const isInbox = (path: string): boolean => /^\/dashboard\/(posts|leads)(\/|$)/.test(path);

/** Whether the sidebar is expanded: the user's choice, otherwise depending on the window's width. */
function useSidebarOpen(path: string): [boolean, (open: boolean) => void] {
  const [chosen, setChosen] = useState(() => ({ open: readSidebarState(document.cookie), withSpace: true }));
  const roomy = useMedia('(width >= 1024px)');
  const wide = useMedia('(width >= 1400px)');
  const hasSpace = isInbox(path) ? wide : roomy;
  const choose = (open: boolean) => {
    setChosen({ open, withSpace: hasSpace });
    document.cookie = sidebarCookie(open);
  };
  // Expanded where there was space for it, it gives way where there is none.
  const isOutgrown = chosen.open === true && chosen.withSpace && !hasSpace;
  return [isOutgrown ? false : (chosen.open ?? hasSpace), choose];
}
