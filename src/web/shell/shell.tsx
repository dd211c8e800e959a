import { Suspense, lazy, type RefObject, useEffect, useRef, useState, useSyncExternalStore, useLayoutEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Search } from 'lucide-react';
import { OnboardingProvider } from '#web/features/onboarding/onboarding.tsx';
import { useIsMobile, useMedia } from '#web/lib/media.ts';
import { lazyDialog, lazyPart } from '#web/ui/lazy.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import type { PaletteStart } from './palette-group.ts';
import { Sidebar } from './sidebar.tsx';
import { shellTexts, paletteTexts } from './texts.ts';
import { useHotkey } from '#web/lib/hotkey.ts';
import { pageName } from '#web/lib/page-title.ts';

interface ShellKeys {
  toggleSidebar: () => void;
  togglePalette: (start: PaletteStart) => void;
  showKeys: () => void;
}

/** Keys that work on every page. */
function useShellKeys({ toggleSidebar, togglePalette, showKeys }: ShellKeys): void {
  useHotkey('mod+b', toggleSidebar);
  // Works on pages without a list too. Loaded on first use, to keep it out of the first view.
  useHotkey('u', () => void import('#web/features/inbox/actions/undo.ts').then(({ undoLast }) => undoLast()));
  useHotkey('mod+k', () => togglePalette('commands'));
  useHotkey('/', () => togglePalette('search'));
  useHotkey('?', showKeys);
}

const KeysDialog = lazyDialog(async () => (await import('#web/features/keys/keys-dialog.tsx')).KeysDialog);
const AfterFirstView = lazy(async () => ({ default: (await import('./after-first-view.tsx')).AfterFirstView }));
const Sheet = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).Sheet);

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
  const [palette, setPalette] = useState<PaletteStart | null>(null);
  const [areKeysOpen, setKeysOpen] = useState(false);
  // Widening the window puts the sidebar beside the page, so it must not cover the page when narrowed again.
  if (!isMobile && isOverlayOpen) setOverlayOpen(false);
  const toggleSidebar = () => (isMobile ? setOverlayOpen((open) => !open) : setWide(!isWide));
  const main = useRef<HTMLElement>(null);
  useFocusAfterChange(main);
  useShellKeys({ toggleSidebar, togglePalette: (start) => setPalette((open) => (open ? null : start)), showKeys: () => setKeysOpen(true) });

  return (
    <OnboardingProvider>
      <div className="flex min-h-dvh">
        <SkipLink />
        {isMobile ? (
          <Sheet title={shellTexts.mainNavigation} open={isOverlayOpen} onOpenChange={setOverlayOpen}>
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
          <Header onToggleSidebar={toggleSidebar} onSearch={() => setPalette('search')} />
          <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <ErrorBoundary>
              <Outlet />
            </ErrorBoundary>
          </main>
        </div>
        <PageName />
        <Suspense fallback={null}>
          <AfterFirstView />
        </Suspense>
        <PaletteDialog start={palette} onClose={() => setPalette(null)} />
        <KeysDialog open={areKeysOpen} onOpenChange={setKeysOpen} />
      </div>
    </OnboardingProvider>
  );
}

/** A list with a reader needs more width than other pages. */
const hasList = (path: string): boolean => /^\/dashboard\/(posts|leads)(\/|$)/.test(path);

/** Whether the sidebar is expanded: the user's choice, otherwise depending on the window's width. */
function useSidebarOpen(path: string): [boolean, (open: boolean) => void] {
  const [chosen, setChosen] = useState(() => ({ open: readSidebarState(document.cookie), withSpace: true }));
  const roomy = useMedia('(width >= 1200px)');
  const wide = useMedia('(width >= 1400px)');
  const hasSpace = hasList(path) ? wide : roomy;
  const choose = (open: boolean) => {
    setChosen({ open, withSpace: hasSpace });
    document.cookie = sidebarCookie(open);
  };
  // Expanded where there was space for it, it gives way where there is none.
  const isOutgrown = chosen.open === true && chosen.withSpace && !hasSpace;
  return [isOutgrown ? false : (chosen.open ?? hasSpace), choose];
}

/** Announces the new page's name: without a reload, screen readers don't. */
function PageName() {
  const { title, pages } = useSyncExternalStore(pageName.subscribe, pageName.get);
  return (
    <p aria-live="polite" className="sr-only">
      {pages > 1 ? title : ''}
    </p>
  );
}

/** If the focused element went away with its page, Tab continues from the new page, not from the top of the window. */
function useFocusAfterChange(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    const isNew = seen.current !== pathname;
    seen.current = pathname;
    if (isNew && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

const name = 'sidebar_state';
const sevenDays = 604_800;

/** The choice made within the last 7 days, or null. */
export function readSidebarState(cookies: string): boolean | null {
  const entry = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (entry === undefined) return null;
  return entry.slice(name.length + 1) === 'true';
}

export const sidebarCookie = (open: boolean): string => `${name}=${open}; path=/; max-age=${sevenDays}; samesite=lax`;

const { Part: PaletteFrame } = lazyPart(async () => (await import('./command-palette.tsx')).PaletteFrame);

interface PaletteProps {
  /** Null while it is closed. */
  start: PaletteStart | null;
  onClose: () => void;
}
interface FieldProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  /** Enter, before there is a list to choose from. */
  onEnter: () => void;
}

/** Captures typing while the list loads; otherwise those letters would trigger page shortcuts. */
function EarlyField({ text, onText, onClose, onEnter }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The dialog that replaces this one returns the focus to the element that has it now.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div role="dialog" aria-modal aria-busy aria-label={paletteTexts.title} className="fixed inset-0 z-50 flex justify-center bg-scrim p-4">
      <div className="flex w-160 max-w-full items-center gap-2 self-start rounded-lg bg-raised px-3 shadow-float md:mt-[12vh]">
        <Search aria-hidden className="text-muted" />
        <input
          ref={field}
          value={text}
          aria-label={paletteTexts.title}
          placeholder={paletteTexts.placeholder}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape') onClose();
            if (key === 'Enter' && !nativeEvent.isComposing && text.trim()) onEnter();
          }}
          className="field-text h-10 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
        />
      </div>
    </div>
  );
}

/** Opens at once; its list is loaded on first use. */
function PaletteDialog({ start, onClose }: PaletteProps) {
  const open = start !== null;
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [isWanted, setWanted] = useState(open);
  if (open && !isWanted) setWanted(true);
  const close = () => {
    setText('');
    setEntered(false);
    onClose();
  };
  const type = (next: string) => {
    setText(next);
    setEntered(false);
  };
  const field = { text, onText: type, onClose: close, onEnter: () => setEntered(true) };
  if (!isWanted) return null;
  return (
    <Suspense fallback={open ? <EarlyField {...field} /> : null}>
      <PaletteFrame {...field} isEntered={isEntered} open={open} start={start ?? 'commands'} />
    </Suspense>
  );
}
