type Revert = () => Promise<void>;

interface UndoStack {
  /**
   * Records a step as soon as it is `sent`, so it can be undone before the server responds.
   * Resolves to its revert function, or to null if it was undone meanwhile. If the server refuses, restores the items and
   * rejects. `undoEarly` undoes it without the response, because the page may be left before that arrives.
   */
  take: (sent: Promise<Revert>, restore: Revert, undoEarly?: Revert) => Promise<Revert | null>;
  /** Undoes the newest step. */
  last: () => Revert | undefined;
}

/** Steps that can be undone, newest last. */
export function createUndoStack(): UndoStack {
  let steps: Revert[] = [];
  const forget = (step: Revert) => {
    steps = steps.filter((other) => other !== step);
  };
  return {
    async take(sent, restore, undoEarly) {
      let early = undoEarly;
      const back = async () => {
        forget(back);
        // At once, because the page may be left now.
        const reverted = early ? Promise.all([sent, early()]) : sent.then((revert) => revert());
        await Promise.all([restore(), reverted]);
      };
      steps.push(back);
      try {
        await sent;
        early = undefined;
        return steps.includes(back) ? back : null;
      } catch (error) {
        // If undone meanwhile, the undo reports the refusal.
        if (!steps.includes(back)) return null;
        forget(back);
        await restore();
        throw error;
      }
    },
    last: () => steps.at(-1),
  };
}
