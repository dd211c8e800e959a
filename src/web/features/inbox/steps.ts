type WayBack = () => Promise<void>;

interface Steps {
  /**
   * Remembers a step from the moment it is `sent`, so that what is taken back before the server has answered is this one.
   * Resolves to the way back once the server has it, to null when somebody has gone it already. Throws what the server refused,
   * with everything put back.
   */
  take: (sent: Promise<WayBack>, restore: WayBack) => Promise<WayBack | null>;
  /** The way back from the newest step. */
  last: () => WayBack | undefined;
}

/** What was done here and can be undone, newest last. */
export function createSteps(): Steps {
  let steps: WayBack[] = [];
  const forget = (step: WayBack) => {
    steps = steps.filter((other) => other !== step);
  };
  return {
    async take(sent, restore) {
      const back = async () => {
        forget(back);
        await restore();
        const revert = await sent;
        await revert();
      };
      steps.push(back);
      try {
        await sent;
        return steps.includes(back) ? back : null;
      } catch (error) {
        // Whoever went back meanwhile hears of the refusal there.
        if (!steps.includes(back)) return null;
        forget(back);
        await restore();
        throw error;
      }
    },
    last: () => steps.at(-1),
  };
}
