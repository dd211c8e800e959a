import { Link } from 'react-router-dom';
import { t } from '#web/lib/language.ts';
import { anchorOf, helpPath, helpTopics, type HelpTopic } from './sections.ts';

interface HelpLinkProps {
  topic: HelpTopic;
  /** A heading of the page. */
  section?: string;
}

/** "Help: Scoring", for empty states and hints. */
export function HelpLink({ topic, section }: HelpLinkProps) {
  return (
    <Link
      to={`${helpPath(topic)}${section ? `#${anchorOf(section)}` : ''}`}
      className="inline-flex min-h-8 items-center text-13 text-muted hover:text-text hover:underline"
    >
      {t('Help: {topic}', { topic: section === undefined ? helpTopics[topic] : t(section) })}
    </Link>
  );
}
