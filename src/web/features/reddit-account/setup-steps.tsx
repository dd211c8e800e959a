import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RedditStatus } from '#shared/reddit-account.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { useUser } from '#web/lib/session.tsx';
import { IconButton, TextLink } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { registrationUrl, setupTexts as texts } from './texts.ts';

/** What an admin does at Reddit; `children` are further steps. */
export function RedditSteps({ redirectUri, children }: { redirectUri: string; children?: ReactNode }) {
  return (
    <ol className="mt-2 flex list-decimal flex-col gap-3 pl-5 text-14 text-soft-text marker:text-muted">
      <li>
        {texts.register}{' '}
        <a
          href="https://www.reddit.com/prefs/apps"
          target="_blank"
          rel="noopener noreferrer"
          className="font-medium text-primary hover:underline"
        >
          {texts.registerLink}
        </a>
      </li>
      <li>
        {texts.redirect}
        <span className="mt-1 flex items-center gap-1">
          <code className="min-w-0 font-mono text-13 text-text break-all select-all">{redirectUri}</code>
          <IconButton small label={texts.copyRedirect} icon={Copy} onClick={() => void copyText(redirectUri)} />
        </span>
      </li>
      <li>{texts.asked}</li>
      <li>
        {texts.registration}{' '}
        <a href={registrationUrl} target="_blank" rel="noopener noreferrer" className="font-medium text-primary hover:underline">
          {texts.registrationLink}
        </a>
      </li>
      {children}
    </ol>
  );
}

interface SetupStepsProps {
  setup: NonNullable<RedditStatus['setup']>;
  /** Level of the heading, one below the heading above it. */
  heading: 'h2' | 'h3';
  className?: string;
}

/** Shown when no Reddit app is configured: steps for admins, and names of admins for everyone else. */
export function SetupSteps({ setup, heading: Heading, className }: SetupStepsProps) {
  const isAdmin = useUser().role === 'admin';
  if (!isAdmin)
    return (
      <Note className={className}>
        {texts.ask(setup.admins)} {texts.works}
      </Note>
    );
  return (
    <section aria-label={texts.title} className={className}>
      <Heading className="text-14 font-semibold">{texts.title}</Heading>
      <RedditSteps redirectUri={setup.redirectUri}>
        <li>
          {texts.configure} <TextLink to="/dashboard/admin?tab=connections">{texts.configureLink}</TextLink>
        </li>
      </RedditSteps>
      <p className="mt-3 text-13 text-muted">{texts.works}</p>
    </section>
  );
}
