import { AppError } from '#core/platform/errors.ts';

/** Reads the value of an option as a whole number of at least 1. Throws `invalid`. */
export const wholeNumber =
  (option: string) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw new AppError('invalid', `${option} must be a whole number of at least 1, not ${text}`);
    return value;
  };
