export const postSearchPath = (words: string): string =>
  words.trim() ? `/dashboard/posts?${new URLSearchParams({ q: words.trim() })}` : '/dashboard/posts';
