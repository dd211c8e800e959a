import { maxTextLength } from '#shared/companion.ts';

/**
 * Opens the page that adds a conversation, with the selection or the page's main text. It goes into the part of the address that
 * browsers keep to themselves.
 */
export function bookmarkletFor(address: string): string {
  const script = `(()=>{const d=document,m=d.querySelector('main,article')||d.body,t=String(getSelection()).trim()||m.innerText;\
open(${JSON.stringify(`${address}/dashboard/share`)}+'#'+new URLSearchParams({page:[d.title,t.slice(0,${maxTextLength - 2500}),location.href].join('\\n\\n')}))})()`;
  return `javascript:${encodeURIComponent(script)}`;
}
