import type { Quote } from '#shared/own-reports.ts';
import { subredditName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { externalUrl, externalRel } from '../../lib/external-link.ts';
import { frameTexts as texts } from './texts.ts';

/** Quotes from the user's own posts, each with a link. */
export function Quotes({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {quotes.map(({ fullname, subreddit, createdAt, permalink, text }) => {
        const href = externalUrl(permalink);
        return (
          <li key={fullname} className="border-l-2 border-line pl-3">
            <p className="flex flex-wrap items-center gap-x-2 text-12 text-muted">
              {subredditName(subreddit)}
              <TimeAgo at={createdAt} />
              {href ? (
                <a
                  href={href}
                  target="_blank"
                  rel={externalRel}
                  className="inline-flex items-center font-medium text-primary underline-offset-3 hover:underline max-md:min-h-10"
                >
                  {texts.open}
                </a>
              ) : null}
            </p>
            <p className="mt-0.5 max-w-[68ch] text-13 wrap-anywhere text-soft-text">“{text}”</p>
          </li>
        );
      })}
    </ul>
  );
}
