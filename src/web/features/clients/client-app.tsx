import { ChevronsUpDown, LogOut } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { matchPath, Navigate, NavLink, useLocation } from 'react-router-dom';
import { useWorkspaceWatch } from '#web/features/workspaces/switching.ts';
import { erase } from '#web/lib/kept.ts';
import { useAuth, useWorkspace } from '#web/lib/session.tsx';
import { ErrorBoundary } from '#web/shell/error-boundary.tsx';
import { ThemeButton } from '#web/shell/theme-button.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { clientTexts as texts } from './texts.ts';

const ClientReport = lazy(async () => ({ default: (await import('./client-report.tsx')).ClientReport }));
const ClientLeads = lazy(async () => ({ default: (await import('./client-leads.tsx')).ClientLeads }));
const ClientLeadPage = lazy(async () => ({ default: (await import('./client-lead.tsx')).ClientLeadPage }));
const SettingsPage = lazy(async () => ({ default: (await import('#web/features/settings/settings-page.tsx')).SettingsPage }));
const Switcher = lazyDialog(async () => (await import('#web/features/workspaces/switcher.tsx')).Switcher);

const pages = [
  { path: '/dashboard', title: texts.report },
  { path: '/dashboard/leads', title: texts.leads },
  { path: '/dashboard/settings', title: texts.settings },
];

/** The app as members with the role client see it: any other address leads to the report. */
export function ClientApp() {
  useWorkspaceWatch();
  // What this browser kept of the workspace while the person could read all of it.
  useEffect(() => void erase().catch(() => undefined), []);
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:text-13 focus:font-medium focus:shadow-float"
      >
        {texts.skip}
      </a>
      <Bar />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <ErrorBoundary>
          <Suspense fallback={<LoadingPane />}>
            <Shown path={useLocation().pathname} />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

function Shown({ path }: { path: string }) {
  if (matchPath('/dashboard', path)) return <ClientReport />;
  if (matchPath('/dashboard/leads', path)) return <ClientLeads />;
  if (matchPath('/dashboard/settings', path)) return <SettingsPage isForClient />;
  const id = matchPath('/dashboard/leads/:id', path)?.params.id;
  return id === undefined ? <Navigate to="/dashboard" replace /> : <ClientLeadPage key={id} id={id} />;
}

/** Below 768 px, the pages have a line of their own. */
function Bar() {
  const { logout } = useAuth();
  return (
    <header className="sticky top-0 z-20 flex flex-none flex-wrap items-center gap-x-6 border-b bg-background px-8 max-md:px-4 print:hidden">
      <Whose />
      <nav aria-label={texts.navigation} className="flex gap-5 max-md:order-last max-md:w-full">
        {pages.map(({ path, title }) => (
          <NavLink
            key={path}
            to={path}
            end={path === '/dashboard'}
            className="-mb-px flex h-bar items-center border-b-2 border-transparent text-13 font-medium whitespace-nowrap text-muted hover:text-text aria-[current=page]:border-primary aria-[current=page]:text-text max-md:h-10"
          >
            {title}
          </NavLink>
        ))}
      </nav>
      <span className="ml-auto flex h-bar items-center gap-1">
        <ThemeButton />
        <IconButton label={texts.logout} icon={LogOut} onClick={logout} />
      </span>
    </header>
  );
}

/** Which workspace this is, and the way to the others. */
function Whose() {
  const { name } = useWorkspace();
  const [isSwitching, setSwitching] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${texts.switchWorkspace}: ${name}`}
        onClick={() => setSwitching(true)}
        className="-ml-2 flex h-control max-w-60 min-w-0 items-center gap-1.5 rounded-md px-2 text-14 font-semibold tracking-[-.01em] hover:bg-text/5"
      >
        <bdi className="truncate">{name}</bdi>
        <ChevronsUpDown aria-hidden className="size-3.5 flex-none text-muted" />
      </button>
      <Switcher open={isSwitching} onOpenChange={setSwitching} />
    </>
  );
}
