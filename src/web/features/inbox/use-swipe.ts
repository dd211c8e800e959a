import { useRef } from 'react';
import { useSwipeable } from 'react-swipeable';

/** Pixels: less is a finger that rests, so much is meant. */
const meant = 96;

export interface SwipeActions {
  /** To the left. */
  onDismiss: () => void;
  /** To the right. */
  onKeep: () => void;
}

/**
 * A finger pushes the page aside to put it away or to keep it. The page follows the finger and says, by
 * `data-swipe`, what letting go would do. For touch alone; keyboard and buttons do the same.
 */
export function useSwipe({ onDismiss, onKeep }: SwipeActions) {
  const page = useRef<HTMLElement | null>(null);
  const follow = (by: number) => {
    if (!page.current) return;
    page.current.style.transform = by === 0 ? '' : `translateX(${by}px)`;
    const says = by <= -meant ? 'dismiss' : 'keep';
    if (Math.abs(by) < meant) delete page.current.dataset['swipe'];
    else page.current.dataset['swipe'] = says;
  };
  const { ref, ...handlers } = useSwipeable({
    delta: 24,
    trackTouch: true,
    trackMouse: false,
    onSwiping: ({ dir, deltaX }) => (dir === 'Left' || dir === 'Right' ? follow(deltaX) : follow(0)),
    onSwiped: ({ dir, deltaX }) => {
      follow(0);
      if (Math.abs(deltaX) < meant) return;
      if (dir === 'Left') onDismiss();
      if (dir === 'Right') onKeep();
    },
  });
  const attach = (node: HTMLElement | null) => {
    page.current = node;
    ref(node);
  };
  return { ...handlers, ref: attach };
}
