/** Invented websites with realistic structure: path → page. */
export const sites = {
  bare: {
    '/': `<!doctype html><html><head><title>Paperboat - invoicing for freelancers</title><meta name=description content="Invoices and quotes for freelancers">
      <body bgcolor=white><h1>Get paid without chasing</h1><p>Unlike Ledgerly, you send invoices and quotes in a minute.<p>Moving from Quillbill? We import everything.
      <ul><li><a href=/pricing>Pricing</a><li><a href="/alternatives/invoice-ninja">Compare</a><li><a href="https://twitter.com/x">Twitter</a></ul></body></html>`,
    '/pricing': '<title>Pricing</title><body><h2>Cheaper than Quillbill</h2><table><tr><td>Freelancers<td>5</table>',
    '/alternatives/invoice-ninja':
      '<title>Invoice Ninja alternative | Paperboat</title><body><p>Invoices and quotes, self-hosted or not.</p>',
  } as Record<string, string>,
  shell: {
    '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>Shellwork</title><meta property="og:site_name" content="Shellwork"/>
      <meta property="og:description" content="Scheduling for clinics"/><script>window.__STATE__={"text":"Alternative to Otherthing"}</script></head><body><div id="root"></div><script src="/app.js"></script></body></html>`,
  } as Record<string, string>,
  german: {
    '/': `<html lang="de"><head><title>Rechnungsboot – Rechnungen für Selbstständige</title><meta name="description" content="Rechnungen schreiben und mahnen"><meta property="og:site_name" content="Rechnungsboot"></head>
      <body><h1>Rechnungen, die bezahlt werden</h1><p>Der Ersatz für Lexfix und Sevbill: größer, schöner, günstiger.</p><a href="/preise">Preise</a></body></html>`,
    '/preise': '<title>Preise</title><body><p>Im Vergleich zu Lexfix sparen Sie 40 %.</p>',
  } as Record<string, string>,
  hostile: {
    '/': `<html><head><title>"><script>alert(1)</script></title><meta name=description content="<img src=x onerror=alert(1)>"></head><body>
      <script>document.write("alternative to Evilscript")</script><style>p{content:"vs Evilstyle"}</style><!-- vs Evilcomment -->
      <p>alternative to <b>Niceone</b> and ${'Longname'.repeat(200)}</p><a href="javascript:alert(1)">vs Jslink</a><a href="http://169.254.169.254/latest">x</a>
      <a href="/vs/%3Cscript%3E">y</a><a href="//evil.test/vs/other">z</a>${'<div>'.repeat(300)}</body></html>`,
  } as Record<string, string>,
};
