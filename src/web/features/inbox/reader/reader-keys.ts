import type { RefObject } from 'react';
import { useKeys } from '#web/features/keys/keys.ts';
import { giveFeedback } from '../actions/feedback.ts';
import type { ReaderHandle } from './reader.tsx';

/** What keys do with the open conversation; nothing while none is open. */
export function useReaderKeys(handle: RefObject<ReaderHandle | null>, isOpen: boolean): void {
  useKeys(
    isOpen
      ? {
          draft1: () => handle.current?.chooseDraft(1),
          draft2: () => handle.current?.chooseDraft(2),
          draft3: () => handle.current?.chooseDraft(3),
          schedule: () => handle.current?.schedule(),
          goodMatch: () => handle.current?.post && void giveFeedback(handle.current.post, 'right'),
          badMatch: () => handle.current?.askBadMatch(),
          teach: () => handle.current?.teach(),
        }
      : {},
  );
}
