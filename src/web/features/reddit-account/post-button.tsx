import { Send } from 'lucide-react';
import { useState } from 'react';
import { outboxRoutes } from '#shared/outbox.ts';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { say } from '#web/lib/say.ts';
import { Button } from '#web/ui/button.tsx';
import { goToReddit } from './connect.ts';
import { outboxTexts as texts } from './outbox-texts.ts';

interface PostButtonProps {
  postId: string;
  text: string;
  onSent: () => void;
}

/** Sends exactly this text in the user's name. Not there where nothing is connected: copying is the way then. */
export function PostButton({ postId, text, onSent }: PostButtonProps) {
  const settings = usePublicSettings();
  const enabled = settings.data?.postingEnabled === true;
  const { data: status } = useApi(redditAccountRoutes.status, enabled ? { query: {} } : null);
  const [busy, setBusy] = useState(false);
  if (!status?.connected) return null;

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      say.error(error instanceof Error ? error.message : texts.failed);
    } finally {
      setBusy(false);
    }
  };
  const send = async () => {
    await call(outboxRoutes.send, { params: { id: postId }, body: { message: text } });
    markStale(['/outbox']);
    onSent();
  };
  if (!status.canPost)
    return (
      <Button variant="outline" size="sm" icon={Send} busy={busy} onClick={() => void run(() => goToReddit('submit'))}>
        {texts.allow}
      </Button>
    );
  return (
    <Button size="sm" icon={Send} busy={busy} disabled={text.trim() === ''} onClick={() => void run(send)}>
      {texts.post}
    </Button>
  );
}
