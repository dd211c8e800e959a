import { HelpLink } from '#web/features/help/help-link.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { channelRoutes, type Channel } from '#shared/notify.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { ChannelCard } from './channel-card.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { channelTexts as texts } from './texts.ts';

interface ListProps {
  onAdd: () => void;
  onEdit: (channel: Channel) => void;
  onRemove: (channel: Channel) => void;
}

function ChannelList({ onAdd, onEdit, onRemove }: ListProps) {
  const { data, error, mutate, isValidating } = useApi(channelRoutes.list, {});
  if (!data) {
    if (!error) return <ListSkeleton rows={3} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        help={<HelpLink topic="notifications" />}
        action={
          <Button icon={Plus} onClick={onAdd}>
            {texts.add}
          </Button>
        }
      >
        {texts.empty}
      </EmptyState>
    );
  }
  return (
    <ul>
      {data.items.map((channel) => (
        <ChannelCard
          key={channel.id}
          channel={channel}
          mailAddress={data.mail.configured ? data.mail.address : null}
          onEdit={() => onEdit(channel)}
          onRemove={() => onRemove(channel)}
        />
      ))}
    </ul>
  );
}

export function Channels() {
  const { data } = useApi(channelRoutes.list, {});
  const [edited, setEdited] = useState<Channel | 'new' | null>(null);
  const [asked, setAsked] = useState<Channel | null>(null);
  const remove = async () => {
    await call(channelRoutes.remove, { params: { id: asked?.id ?? '' } });
    markStale(['/notifications/channels']);
  };
  const add = (
    <Button variant="outline" size="sm" icon={Plus} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  );
  return (
    <Section title={texts.title} aside={data && data.items.length > 0 ? add : null}>
      <p className="pt-4 text-13 text-soft-text">{texts.lead}</p>
      <ChannelList onAdd={() => setEdited('new')} onEdit={setEdited} onRemove={setAsked} />
      <ChannelDialog
        open={edited !== null}
        channel={edited === 'new' ? null : edited}
        onOpenChange={(open) => setEdited(open ? edited : null)}
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={texts.removeTitle(asked?.name ?? '')}
        description={texts.removeText}
        confirmLabel={texts.remove}
        destructive
        onConfirm={remove}
      />
    </Section>
  );
}
