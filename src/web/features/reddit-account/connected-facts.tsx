import type { RedditStatus } from '#shared/reddit-account.ts';
import { authorName } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { redditTexts as texts } from './texts.ts';

export function ConnectedFacts({ status: { username, connected, canPost, scopes } }: { status: RedditStatus }) {
  return (
    <Facts
      facts={[
        { name: texts.account, value: authorName(username) },
        { name: texts.state, value: <Status tone={connected ? 'good' : 'bad'}>{connected ? texts.connected : texts.ended}</Status> },
        { name: texts.posting, value: canPost ? texts.mayPost : texts.mayNotPost },
        { name: texts.permissions, value: scopes.join(', ') },
      ]}
    />
  );
}
