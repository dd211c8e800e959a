export const postSearchPath = (text: string): string =>
  text.trim() ? `/dashboard/posts?${new URLSearchParams({ q: text.trim() })}` : '/dashboard/posts';
