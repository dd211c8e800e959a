import type { RefObject } from 'react';
import { useKeys } from '#web/features/keys/keys.tsx';
import { giveFeedback } from '../actions/feedback.ts';
import type { ReaderHandle } from './reader.tsx';

interface Open {
  isOpen: boolean;
  /** The reader shows what its row says, at once. */
  catchUp: () => void;
}

/** What keys do with the open conversation; nothing while none is open. */
export function useReaderKeys(handle: RefObject<ReaderHandle | null>, { isOpen, catchUp }: Open): void {
  const withReader = (act: (reader: ReaderHandle) => void) => () => {
    catchUp();
    if (handle.current) act(handle.current);
  };
  useKeys(
    isOpen
      ? {
          draft1: withReader((reader) => reader.chooseDraft(1)),
          draft2: withReader((reader) => reader.chooseDraft(2)),
          draft3: withReader((reader) => reader.chooseDraft(3)),
          schedule: withReader((reader) => reader.schedule()),
          goodMatch: withReader(({ post }) => post && void giveFeedback(post, 'right')),
          badMatch: withReader((reader) => reader.askBadMatch()),
          teach: withReader((reader) => reader.teach()),
        }
      : {},
  );
}
