/** Far longer than any answer that a prompt asks for. */
const longestAnswer = 200_000;
const deepest = 32;

/** The first JSON object or array in model output: bare, in a code fence, or after prose. Undefined if none; never throws. */
export function readJson(text: string): unknown {
  if (text.length > longestAnswer) return undefined;
  for (let start = nextOpening(text, 0), looked = 0; start !== -1 && looked < 5; looked += 1) {
    const end = endOfValue(text, start);
    if (end === null) return undefined;
    const value = parsed(text.slice(start, end));
    if (value !== undefined) return value;
    start = nextOpening(text, end);
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function nextOpening(text: string, from: number): number {
  const object = text.indexOf('{', from);
  const array = text.indexOf('[', from);
  if (object === -1 || array === -1) return Math.max(object, array);
  return Math.min(object, array);
}

/** Index after the bracket that closes the one at `start`; null if it isn't closed or nests too deep. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char === '\\') at += 1;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > deepest) return null;
    if (depth === 0) return at + 1;
  }
  return null;
}
