/** Milliseconds. The guide opens by itself for younger accounts, after the delay. */
export const newAccountAge = 86_400_000;
export const openDelay = 1000;

/** Written only by "Let's Go!". */
export const completedKey = 'getting-started-completed';
/** In session storage. */
export const shownKey = 'getting-started-shown';

interface Facts {
  createdAt: string;
  /** Milliseconds since 1970. */
  now: number;
  completed: boolean;
  shown: boolean;
}

export const opensAutomatically = ({ createdAt, now, completed, shown }: Facts): boolean =>
  !completed && !shown && now - Date.parse(createdAt) < newAccountAge;
