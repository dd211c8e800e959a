import type { Tone } from '#shared/vibe.ts';

const friendly =
  /\b(?:thanks?|thank you|appreciate\w*|glad|happy to|great (?:question|idea|point|work)|good (?:luck|point|question|idea)|love (?:it|this|that)|nice|awesome|congrat\w*|well done|hope (?:this|that|it) helps|welcome|cheers|agreed?|helpful|best wishes|kind of you)\b/gi;
const critical =
  /\b(?:stupid|idiot\w*|nonsense|garbage|crap\w*|bullshit|scam\w*|terrible|awful|useless|horrible|worst|ridiculous|pathetic|disappoint\w*|hate[sd]?|annoy\w*|waste of|rip-?off|lying|liar\w*|overpriced|broken|unacceptable|disagree)\b/gi;
const notQuite = /\b(?:no|not|never|don['’]?t|isn['’]?t|wasn['’]?t|without)\s+(?:\w+\s+)?$/i;

/** A word right behind "not" speaks for neither side. */
function count(text: string, words: RegExp): number {
  return [...text.matchAll(words)].filter(({ index }) => !notQuite.test(text.slice(Math.max(0, index - 24), index))).length;
}

/** By a short list of English words: what has more of one kind than of the other; everything else is plain. */
export function toneOf(text: string): Tone {
  const balance = count(text, friendly) - count(text, critical);
  return balance > 0 ? 'friendly' : balance < 0 ? 'critical' : 'plain';
}
