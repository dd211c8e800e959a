import { Fragment, type ReactNode } from 'react';
import { partsWith } from '#web/lib/language.ts';

/** A sentence with elements in it: `<Say text="Read {link} first." link={<a …>…</a>} />`. */
export const Say = ({ text, ...values }: { text: string } & Record<string, ReactNode>) =>
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence keep their places
  partsWith<ReactNode>(text, values).map((part, index) => <Fragment key={index}>{part}</Fragment>);
