import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { productPro, version } from '#shared/product.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { ThemeButton } from '#web/shell/theme-button.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { SampleFeed } from './sample-feed.tsx';

interface AuthLayoutProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The form on the left and, where there is space, an illustration on the right. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  usePageTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col bg-surface px-8 py-6 max-md:p-5">
        <header className="flex items-center justify-between">
          <Link to="/">
            <Wordmark>{productPro}</Wordmark>
          </Link>
          <ThemeButton />
        </header>
        <main className="m-auto w-full max-w-90 py-8">
          <h1 className="text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">{title}</h1>
          <p className="mt-1 text-muted">{lead}</p>
          {children}
        </main>
        <footer className="flex justify-between gap-4 text-12 text-muted">
          <span className="tabular-nums">v{version}</span>
          <span className="truncate">{location.host}</span>
        </footer>
      </div>
      <SampleFeed />
    </div>
  );
}
