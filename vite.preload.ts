import type { HtmlTagDescriptor, Plugin } from 'vite';

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/** Lets the browser fetch what every page needs beside its first script, not after having read it. */
export function preloadFirst(font: RegExp): Plugin {
  return {
    name: 'preload-first',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, chunk }) => {
        const scripts = chunk?.imports ?? [];
        const fonts = Object.keys(bundle ?? {}).filter((file) => font.test(file));
        return [
          ...scripts.map((file) => link({ rel: 'modulepreload', crossorigin: '', href: `/${file}` })),
          ...fonts.map((file) => link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` })),
        ];
      },
    },
  };
}
