import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { externalRel, externalUrl } from '#web/features/inbox/external-link.ts';
import { MarkdownDocument, type MarkdownLook } from '#web/features/inbox/markdown.tsx';
import { helpPath, topicIds } from './help-topics.ts';
import { anchorOf } from './sections.ts';
import { texts } from './texts.ts';

const levels = ['h2', 'h2', 'h2', 'h3', 'h4', 'h4', 'h4'] as const;

/** Links between the pages stay in the app; to pages that it doesn't include, only their text is shown. */
function HelpTextLink({ url, children }: { url: string; children: ReactNode }) {
  const [, page, anchor = ''] = /^([\w-]*)(?:\.md)?(#[\w-]+)?$/.exec(url) ?? [];
  const topic = topicIds.find((id) => id === page);
  if (topic) return <Link to={`${helpPath(topic)}${anchor}`}>{children}</Link>;
  if (page === '' && anchor) return <a href={anchor}>{children}</a>;
  const href = externalUrl(url);
  return href ? (
    <a href={href} target="_blank" rel={externalRel}>
      {children}
    </a>
  ) : (
    children
  );
}

const look: MarkdownLook = {
  tableLabel: texts.table,
  renderLink: (url, children) => <HelpTextLink url={url}>{children}</HelpTextLink>,
  renderHeading: ({ level, text }, children) => {
    const Heading = levels[level] ?? 'h4';
    return (
      <Heading id={anchorOf(text)} className="scroll-mt-16 pt-2 font-semibold text-text">
        {children}
      </Heading>
    );
  },
};

/** A page of the documentation without its title, which is the page's heading. */
export const HelpText = ({ source }: { source: string }) => <MarkdownDocument source={source.replace(/^# .*\n/, '')} look={look} />;
