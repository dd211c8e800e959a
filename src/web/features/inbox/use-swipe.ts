import { useRef } from 'react';
import { useSwipeable } from 'react-swipeable';

/** Pixels; anything shorter is an accidental touch. */
const swipeDistance = 96;

export interface SwipeActions {
  /** Swipe left. */
  onDismiss: () => void;
  /** Swipe right. */
  onKeep: () => void;
}

/**
 * The page follows the finger and shows, via
 * `data-swipe`, what releasing it would do. Touch only; buttons and shortcuts do the same.
 */
export function useSwipe({ onDismiss, onKeep }: SwipeActions) {
  const page = useRef<HTMLElement | null>(null);
  const follow = (by: number) => {
    if (!page.current) return;
    page.current.style.transform = by === 0 ? '' : `translateX(${by}px)`;
    const outcome = by <= -swipeDistance ? 'dismiss' : 'keep';
    if (Math.abs(by) < swipeDistance) delete page.current.dataset['swipe'];
    else page.current.dataset['swipe'] = outcome;
  };
  const { ref, ...handlers } = useSwipeable({
    delta: 24,
    trackTouch: true,
    trackMouse: false,
    onSwiping: ({ dir, deltaX }) => (dir === 'Left' || dir === 'Right' ? follow(deltaX) : follow(0)),
    onSwiped: ({ dir, deltaX }) => {
      follow(0);
      if (Math.abs(deltaX) < swipeDistance) return;
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
