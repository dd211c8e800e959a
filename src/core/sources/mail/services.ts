/** A service whose alerts are read. */
export interface AlertService {
  name: string;
  /** Of the sender's address. */
  from: RegExp;
  /** Of its alerts, which may have been forwarded by hand; its other mails have no entries. */
  subject: RegExp;
  /** Hosts whose pages are no conversations. */
  own: RegExp;
  /** Only threads on Reddit are entries. */
  onlyReddit?: true;
  /** A line that begins an entry, where it isn't a link. Groups: title, kind, sub, author. */
  starts?: RegExp;
  /** Who wrote an entry, in one of its lines; the line is left out of the text. */
  author?: RegExp;
  /** The first line of an entry's text says where it is from. */
  namesSite?: true;
  /** Stands between entries. */
  noise: RegExp;
  /** After the entries. */
  footer: RegExp;
}

const footer =
  /^(?:unsubscribe|manage (?:your )?(?:alerts|notifications|keywords|filters|preferences|subscription)|you(?: have|’ve|'ve)? (?:are receiving|receiv)|you(?:'|’)re receiving|this (?:email|message) was (?:sent|intended)|view (?:all|in browser)|edit (?:this )?(?:alert|filter)|©|copyright\b|sent (?:to|by)\b)/i;
const noise = /^(?:-{2,100}|={2,100}|[|·•*_—–]{1,100}|hi\b.{0,60},|hello\b.{0,60},)$/i;

export const alertServices: readonly AlertService[] = [
  {
    name: 'F5Bot',
    from: /[@.]f5bot\.com$/,
    subject: /f5bot found something/i,
    own: /(?:^|\.)f5bot\.com$/,
    starts:
      /^(?:Reddit|Hacker News|Lobste\.?rs)\s{0,3}(?<kind>Posts?|Comments?|Stor(?:y|ies)|Submissions?)?\s{0,3}(?:\(\/?r\/(?<sub>\w{2,24})\/?\))?:\s{1,3}(?<title>.{1,400}?)(?:\sby\s(?<author>[\w.-]{1,60}))?$/i,
    noise: /^(?:keyword:\s|f5bot found (?:something|the following))|^[-=*·•_]{2,100}$/i,
    footer: /^(?:do you have (?:any )?comments or suggestions|want to advertise|you are receiving|unsubscribe|is f5bot useful)/i,
  },
  {
    name: 'Google Alerts',
    from: /^googlealerts-noreply@google\.com$/,
    subject: /google alert/i,
    own: /(?:^|\.)google\.[a-z.]{2,6}$/,
    namesSite: true,
    noise:
      /^(?:===.{0,200}===|google alerts?\b.{0,200}|(?:as-it-happens|daily|weekly) update\b.{0,80}|news|web|blogs|discussions|video|books|facebook|twitter|x|flag as irrelevant|full coverage)$/i,
    footer:
      /^(?:see more results|you have received this email|receive this alert as|send feedback|unsubscribe|this once a (?:day|week) google alert|create another alert)/i,
  },
  {
    name: 'Syften',
    from: /[@.]syften\.com$/,
    subject: /syften/i,
    own: /(?:^|\.)syften\.com$/,
    author: /^(?:by\s{1,3})?@?(?<author>[\w.-]{1,60})\s{1,3}(?:on|in|commented on|posted (?:on|in))\s{1,3}\S{1,200}.{0,100}$/i,
    noise,
    footer,
  },
  {
    name: 'Octolens',
    from: /[@.]octolens\.com$/,
    subject: /octolens|new mentions? (?:of|for)/i,
    own: /(?:^|\.)octolens\.com$/,
    author: /^.{0,100}(?:^|[\s·|])(?:@|u\/)(?<author>[\w.-]{1,60})(?=$|[\s·|]).{0,100}$/i,
    noise:
      /^(?:new mentions? (?:of|for)\b.{0,200}|octolens\b.{0,100}|(?:high|medium|low) relevance|relevance:.{0,40}|sentiment:.{0,40}|keyword:.{0,100}|(?:positive|neutral|negative))$|^[-=|·•*_]{1,100}$/i,
    footer,
  },
  {
    name: 'Reddit',
    from: /[@.](?:redditmail|reddit)\.com$/,
    subject: /\b(?:replied|commented|mentioned|posted|new (?:post|comment|repl(?:y|ies))|trending)\b|(?:^|\s)r\/\w/i,
    own: /(?:^|\.)(?:redditmail|redd|reddit)\.(?:com|it)$/,
    onlyReddit: true,
    author: /^(?:.{0,60}\s)?u\/(?<author>[\w-]{3,20})(?:$|\s{1,3}(?:·|•|replied|commented|mentioned|posted|in r\/).{0,200}$)/i,
    noise:
      /^(?:r\/\w{2,24}(?:\s{0,3}[·•].{0,60})?|\d[\d.,]{0,10}k? (?:up)?votes?\b.{0,60}|\d[\d.,]{0,10}k? comments?|hide r\/\w{1,24}|read more|view (?:reply|post|comment))$/i,
    footer: /^(?:this (?:email|message) was|unsubscribe|548 market|view more posts|continue to reddit|get the app|manage|you received)/i,
  },
];
