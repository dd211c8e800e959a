import type { FetchedItem } from '#core/platform/item.ts';
import type { FailureKind } from '#core/reddit/stream.ts';
import { readFeedDocument } from './feed-document.ts';
import { FeedFailure } from './feed-failure.ts';
import { feedItemOf, labelOf } from './feed-item.ts';

export interface FeedText {
  text: string;
  /** As the user gave it. */
  feedUrl: string;
  /** After redirects. */
  url: string;
  now: number;
}

export type FeedReading = { label: string; items: (FetchedItem | null)[] } | { failure: string; kind: FailureKind };

/** The items of a feed; null for an entry without text. */
export function readFeed({ text, feedUrl, url, now }: FeedText): FeedReading {
  try {
    const { title, entries } = readFeedDocument(text);
    const label = labelOf(title, feedUrl);
    return { label, items: entries.map((entry) => feedItemOf(entry, feedUrl, { url, label, now })) };
  } catch (error) {
    if (error instanceof FeedFailure) return { failure: error.message, kind: error.kind };
    throw error;
  }
}
