import { describe, expect, test } from 'vitest';
import type { Post } from '#shared/posts.ts';
import { afterAction } from './triage.ts';

const at = '2026-11-21T08:00:00.000Z';
const post = { id: '1', status: 'new', seen: false, feedback: null, leadId: null } as unknown as Post;

describe('post after an action', () => {
  test('counts a dismissal with a reason as feedback and keeps the feedback otherwise', () => {
    expect(afterAction(post, 'dismiss', { reason: 'seller', at })).toMatchObject({
      status: 'dismissed',
      feedback: { verdict: 'wrong', reason: 'seller', at },
    });
    const right = { ...post, feedback: { verdict: 'right' as const, reason: null, at } };
    expect(afterAction(right, 'dismiss', { at }).feedback).toEqual(right.feedback);
  });

  test('restores a lead as a lead and anything else as new', () => {
    expect(afterAction({ ...post, status: 'archived', leadId: '7' }, 'restore', { at }).status).toBe('lead');
    expect(afterAction({ ...post, status: 'archived' }, 'restore', { at }).status).toBe('new');
  });

  test('keeps the status when marked seen or unseen', () => {
    expect(afterAction(post, 'seen', { at })).toEqual({ ...post, seen: true });
    expect(afterAction({ ...post, seen: true }, 'unseen', { at })).toEqual(post);
  });
});
