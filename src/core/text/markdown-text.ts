const autolink = /<(https?:\/\/[^\s<>]{1,2000})>/gi;
const comment = /<!--[^<>]{0,2000}-->/g;
const tag = /<\/?[a-z][^<>]{0,2000}>/gi;
/** Of a tag that doesn't end, or that others were taken out of. */
const opening = /<(?=[a-z/!])/gi;

/** Markdown as it was written, without HTML. Accepts any text. */
export const textOfMarkdown = (text: string): string =>
  text.replaceAll(autolink, '$1').replaceAll(comment, ' ').replaceAll(tag, ' ').replaceAll(opening, '< ');
