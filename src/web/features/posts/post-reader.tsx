import { UserCheck, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Post } from '#shared/posts.ts';
import type { ReaderTools } from '#web/features/inbox/inbox.tsx';
import { ReaderBar } from '#web/features/inbox/reader/reader-bar.tsx';
import { Reader } from '#web/features/inbox/reader/reader.tsx';
import { texts as inboxTexts } from '#web/features/inbox/texts.ts';
import { Can } from '#web/lib/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { statusLabels, texts } from './texts.ts';

export function PostReader({ id, item, tools }: { id: string; item: Post | undefined; tools: ReaderTools }) {
  return (
    <Reader
      postId={id}
      known={item}
      handle={tools.handle}
      onSeen={tools.onSeen}
      onSent={() => tools.onHandled('replied')}
      swipe={{ onDismiss: () => tools.onAsk(true), onKeep: () => tools.onAct('lead') }}
      renderBar={(post) =>
        post && (
          <ReaderBar
            state={<PostState post={post} onLead={() => tools.onAct('lead')} />}
            isDone={post.status === 'dismissed' || post.status === 'archived'}
            permalink={post.permalink}
            origin={post.origin}
            asking={tools.asking}
            onAsk={tools.onAsk}
            onAct={tools.onAct}
            onBack={tools.onBack}
            onStep={tools.onStep}
          />
        )
      }
    />
  );
}

function PostState({ post, onLead }: { post: Post; onLead: () => void }) {
  if (post.status === 'dismissed' || post.status === 'archived') return <Badge className="mx-2">{statusLabels[post.status]}</Badge>;
  if (post.status === 'new') {
    return (
      <Can>
        <Button variant="outline" size="sm" icon={UserCheck} shortcut="l" onClick={onLead}>
          {inboxTexts.lead}
        </Button>
      </Can>
    );
  }
  if (!post.leadId) return <Badge tone="primary">{inboxTexts.isLead}</Badge>;
  return (
    <Button variant="outline" size="sm" asChild>
      <Link to={`/dashboard/leads/${post.leadId}`}>
        <UserRound aria-hidden className="size-3.5" />
        {texts.person}
      </Link>
    </Button>
  );
}
