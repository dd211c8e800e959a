import { useState } from 'react';
import useSWR from 'swr';
import { aiRoutes, type DraftReply, type Tone } from '#shared/ai.ts';
import { call, type ApiError } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.tsx';

interface Drafted {
  tone: Tone;
  reply: DraftReply;
}

/** Draft replies, written on request and kept while the tab is open. */
export function useDrafts(postId: string) {
  const defaultTone = useUser().settings.defaultTone ?? 'helpful';
  const { data, mutate } = useSWR<Drafted>(`/drafts/${postId}`, null);
  const [chosen, setChosen] = useState<Tone | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const tone = chosen ?? data?.tone ?? defaultTone;

  /** The drafts, or null on failure. */
  async function write(requestedTone: Tone = tone): Promise<DraftReply | null> {
    setChosen(requestedTone);
    setBusy(true);
    setError(null);
    try {
      const reply = await call(aiRoutes.draftReply, { params: { id: postId }, body: { tone: requestedTone } });
      await mutate({ tone: requestedTone, reply }, { revalidate: false });
      return reply;
    } catch (failure) {
      setError(failure as ApiError);
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { drafts: data?.reply ?? null, tone, setTone: setChosen, write, busy, error };
}
