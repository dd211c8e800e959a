import { Link } from 'react-router-dom';
import { helpPath, helpTopics, type HelpTopic } from './help-topics.ts';

/** "Help: Scoring", for empty states and hints. */
export function HelpLink({ topic }: { topic: HelpTopic }) {
  return (
    <Link to={helpPath(topic)} className="inline-flex min-h-8 items-center text-13 text-muted hover:text-text hover:underline">
      Help: {helpTopics[topic]}
    </Link>
  );
}
