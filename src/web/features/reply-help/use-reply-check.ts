import { useEffect, useState } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import { type ReplyCheck, replyCheckRoutes } from '#shared/reply-check.ts';
import { call, type ApiError } from '#web/lib/api.ts';

/** Long enough that skimming posts sends no requests to Reddit. */
const settleMs = 700;

export const askCheck = (postId: string, text: string): Promise<ReplyCheck> =>
  call(replyCheckRoutes.post, { params: { id: postId }, body: { text } });

/** Checks a reply while it is being written, debounced. */
export function useReplyCheck(postId: string, text: string): SWRResponse<ReplyCheck, ApiError> {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useSWR<ReplyCheck, ApiError>(
    settled === null ? null : [`/posts/${postId}/reply-check`, settled],
    () => askCheck(postId, settled ?? ''),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );
}
