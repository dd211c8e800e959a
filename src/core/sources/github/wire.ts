import * as z from 'zod';
import { githubLabel } from '#shared/stream-names.ts';
import { authorAt, fullnameAt, idAt } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { textOfHtml } from '#core/text/html-text.ts';

export const { label } = sourceOf('github');

const time = z.iso.datetime({ offset: true }).transform(Date.parse);
const html = z.string().nullish().catch(null);
const count = z.int32().nullable().catch(null);
const repositoryIn = (address: string): string | null => /\/repos\/([\w-]{1,100}\/[\w.-]{1,100})(?:\/|$)/.exec(address)?.[1] ?? null;
/** The repository in the address of what is in it. */
const repository = z.string().transform(repositoryIn).pipe(z.string());

/** Null for a deleted account. */
const userSchema = z
  .object({ login: z.string(), type: z.string().catch('') })
  .nullable()
  .catch(null);

/** An issue or pull request, in lists and in search results; https://docs.github.com/en/rest/issues/issues names the fields. */
export const issueSchema = z.object({
  number: z.int().positive(),
  title: z.string(),
  body_html: html,
  user: userSchema,
  created_at: time,
  repository_url: repository,
  comments: count,
  reactions: z.object({ '+1': z.int32() }).nullable().catch(null),
  locked: z.boolean().catch(false),
  pull_request: z.unknown().optional(),
});
export type Issue = z.output<typeof issueSchema>;

/** https://docs.github.com/en/rest/issues/comments; pull requests are issues there. */
export const commentSchema = z.object({
  id: z.int().positive(),
  body_html: html,
  user: userSchema,
  created_at: time,
  issue_url: z.string(),
  html_url: z.string(),
  reactions: z.object({ '+1': z.int32() }).nullable().catch(null),
});
type Comment = z.output<typeof commentSchema>;

/** Of the GraphQL API, asked for with `discussionFields`. */
export const discussionSchema = z.object({
  number: z.int().positive(),
  title: z.string(),
  bodyHTML: html,
  author: userSchema,
  createdAt: time,
  repository: z.object({ nameWithOwner: z.string().regex(/^[\w-]{1,100}\/[\w.-]{1,100}$/) }),
  comments: z.object({ totalCount: z.int32() }).nullable().catch(null),
  upvoteCount: count,
  locked: z.boolean().catch(false),
});
export type Discussion = z.output<typeof discussionSchema>;
export const discussionFields =
  'number title bodyHTML createdAt locked upvoteCount comments{totalCount} author{login type:__typename} repository{nameWithOwner}';

/** What stands in a list: `item` is null for pull requests and what bots wrote. */
export interface Listed {
  /** Of its item. */
  fullname: string;
  at: number;
  item: FetchedItem | null;
  /** As people write it. */
  repository: string;
}

type Part = 'issues' | 'discussions' | 'comments';
/** Names of repositories are case-insensitive. */
const nameOf = (repo: string, part: Part, number: number): string => fullnameAt('github', `${repo.toLowerCase()}/${part}/${number}`);

export interface Named {
  fullname: string;
  repository: string;
  part: Part;
  number: number;
}
export function readFullname(fullname: string): Named | null {
  const parts = /^([\w-]{1,100}\/[\w.-]{1,100})\/(issues|discussions|comments)\/(\d{1,15})$/.exec(idAt('github', fullname) ?? '');
  const [, repo = '', part = '', number] = parts ?? [];
  return parts ? { fullname, repository: repo, part: part as Part, number: Number(number) } : null;
}

interface Written {
  repo: string;
  login: string | null;
  html: string | null | undefined;
  at: number;
}
function itemOf({ repo, login, html: body, at }: Written, now: number) {
  const name = lineOf(login ?? '', 80);
  return {
    ...textOnly,
    subreddit: githubLabel(repo),
    author: name === '' ? null : authorAt(name, label),
    body: cleanText(textOfHtml(body ?? '')),
    createdAt: timeOf(at, now),
  };
}

export function ofIssue(issue: Issue, now: number): Listed {
  const { number, repository_url: repo, created_at: at, user } = issue;
  const fullname = nameOf(repo, 'issues', number);
  const isLeftOut = issue.pull_request !== undefined || user?.type === 'Bot';
  const item: FetchedItem = {
    ...itemOf({ repo, login: user?.login ?? null, html: issue.body_html, at }, now),
    fullname,
    kind: 'post',
    title: lineOf(issue.title, maxTitleLength),
    permalink: `https://github.com/${repo}/issues/${number}`,
    score: issue.reactions?.['+1'] ?? null,
    numComments: issue.comments,
    locked: issue.locked,
  };
  return { fullname, at, repository: repo, item: isLeftOut ? null : item };
}

/** By its fullname. */
export const titleOf = ({ number, repository_url: repo, title }: Issue): [string, string] => [
  nameOf(repo, 'issues', number),
  lineOf(title, maxTitleLength),
];

export function ofDiscussion(discussion: Discussion, now: number): Listed {
  const { number, author, createdAt: at } = discussion;
  const repo = discussion.repository.nameWithOwner;
  const fullname = nameOf(repo, 'discussions', number);
  const item: FetchedItem = {
    ...itemOf({ repo, login: author?.login ?? null, html: discussion.bodyHTML, at }, now),
    fullname,
    kind: 'post',
    title: lineOf(discussion.title, maxTitleLength),
    permalink: `https://github.com/${repo}/discussions/${number}`,
    score: discussion.upvoteCount,
    numComments: discussion.comments?.totalCount ?? null,
    locked: discussion.locked,
  };
  return { fullname, at, repository: repo, item: author?.type === 'Bot' ? null : item };
}

/** Its title, that of its issue, isn't known here. */
export function ofComment(comment: Comment, now: number): Listed | null {
  const repo = repositoryIn(comment.issue_url);
  const number = Number(/\/issues\/(\d{1,15})$/.exec(comment.issue_url)?.[1]);
  if (repo === null || !(number > 0)) return null;
  const issue = nameOf(repo, 'issues', number);
  const { user, created_at: at } = comment;
  const fullname = nameOf(repo, 'comments', comment.id);
  const item: FetchedItem = {
    ...itemOf({ repo, login: user?.login ?? null, html: comment.body_html, at }, now),
    fullname,
    kind: 'comment',
    title: '',
    permalink: `https://github.com/${repo}/issues/${number}#issuecomment-${comment.id}`,
    score: comment.reactions?.['+1'] ?? null,
    parentFullname: issue,
    linkFullname: issue,
  };
  const isLeftOut = /\/pull\/\d/.test(comment.html_url) || user?.type === 'Bot';
  return { fullname, at, repository: repo, item: isLeftOut ? null : item };
}
