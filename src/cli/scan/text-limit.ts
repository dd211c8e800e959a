/** Number of leads in text output; data formats stream everything. */
export const textLimit = 50;
