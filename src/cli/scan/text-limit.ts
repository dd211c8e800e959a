/** How many leads text output shows; data formats stream everything. */
export const textLimit = 50;
