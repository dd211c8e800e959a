/** Milliseconds: younger accounts are shown around, after this pause. Both values are fixed. */
export const newAccountAge = 86_400_000;
export const openDelay = 1000;

/** Only "Let's Go!" writes this one. */
export const completedKey = 'getting-started-completed';
/** In the session's storage. */
export const shownKey = 'getting-started-shown';

interface Facts {
  createdAt: string;
  /** Milliseconds since 1970. */
  now: number;
  completed: boolean;
  shown: boolean;
}

export const opensByItself = ({ createdAt, now, completed, shown }: Facts): boolean =>
  !completed && !shown && now - Date.parse(createdAt) < newAccountAge;
