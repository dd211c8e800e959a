const ignore = (): void => {};

/** Settings of every connection. */
export const quiet = {
  // Error messages would contain bound values: email addresses, hashes, other people's text.
  compileSqlOnError: false,
  // Errors are thrown as well, and logged where they are caught.
  log: { warn: ignore, error: ignore, debug: ignore, deprecate: ignore },
};
