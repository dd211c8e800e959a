import { useCallback, useEffect, useState } from 'react';
import { type EventPayload, replyingMs } from '#shared/events.ts';
import { useRealtime, useRealtimeEvent } from '#web/lib/realtime.tsx';
import { useIsTeam, useUser } from '#web/lib/session.tsx';
import { readerTexts } from './reader-texts.ts';

/** Tells colleagues that there is a text in the reply to this post, for as long as there is. */
export function useTellsReplying(postId: string, isWriting: boolean): void {
  const { connected, tellReplying } = useRealtime();
  const tells = useIsTeam() && connected && isWriting;
  useEffect(() => {
    if (!tells) return undefined;
    tellReplying(postId, true);
    const timer = setInterval(() => tellReplying(postId, true), replyingMs / 3);
    return () => {
      clearInterval(timer);
      tellReplying(postId, false);
    };
  }, [tells, postId, tellReplying]);
}

interface Writer {
  id: string;
  username: string;
  postId: string;
  until: number;
}

/** Who else writes a reply to this post right now. */
export function Replying({ postId }: { postId: string }) {
  const { id: me } = useUser();
  const [writers, setWriters] = useState<readonly Writer[]>([]);
  const hear = useCallback(({ person, isWriting, postId: of }: EventPayload<'replying'>) => {
    const until = Date.now() + replyingMs;
    setWriters((before) => [
      ...before.filter(({ id, postId: other }) => id !== person.id || other !== of),
      ...(isWriting ? [{ ...person, postId: of, until }] : []),
    ]);
  }, []);
  useRealtimeEvent('replying', hear);
  // A tab that died says nothing more.
  useEffect(() => {
    if (writers.length === 0) return undefined;
    const first = Math.min(...writers.map(({ until }) => until));
    const timer = setTimeout(() => setWriters((before) => before.filter(({ until }) => until > Date.now())), first - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [writers]);
  const names = writers.filter((writer) => writer.postId === postId && writer.id !== me).map(({ username }) => username);
  return (
    <p aria-live="polite" className="text-13 text-warn empty:hidden">
      {names.length === 0 ? null : <bdi>{readerTexts.replying(names)}</bdi>}
    </p>
  );
}
