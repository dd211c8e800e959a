import * as z from 'zod';
import { idParams, idSchema, pageOf, pageQuery, timeSchema } from './common.ts';
import { defineRoute } from './route.ts';

export const feedbackKindSchema = z.enum(['idea', 'problem', 'question', 'praise']);
export type FeedbackKind = z.infer<typeof feedbackKindSchema>;
export const feedbackStatusSchema = z.enum(['new', 'open', 'done', 'declined']);
export type FeedbackStatus = z.infer<typeof feedbackStatusSchema>;

export const feedbackSchema = z.object({
  id: idSchema,
  kind: feedbackKindSchema,
  message: z.string(),
  /** Path of the screen it was written on. */
  page: z.string(),
  /** The user attached a picture. */
  hasPicture: z.boolean(),
  status: feedbackStatusSchema,
  /** Reply by an admin; empty when there is none. */
  reply: z.string(),
  repliedAt: timeSchema.nullable(),
  createdAt: timeSchema,
});
export type Feedback = z.infer<typeof feedbackSchema>;
export const receivedFeedbackSchema = feedbackSchema.extend({ user: z.object({ username: z.string(), email: z.string() }) });
export type ReceivedFeedback = z.infer<typeof receivedFeedbackSchema>;

/** Length of the data URL; leaves space for the other fields of the request. */
export const maxPictureLength = 950_000;

export const newFeedbackSchema = z.strictObject({
  kind: feedbackKindSchema,
  message: z.string().trim().min(3, 'Enter a few words').max(5000, 'At most 5000 characters'),
  page: z.string().max(300),
  /** PNG, JPEG, or WebP as a data URL. */
  picture: z.string().max(maxPictureLength, 'This picture is too large').optional(),
});
export type NewFeedback = z.infer<typeof newFeedbackSchema>;
export const maxReplyLength = 5000;
export const feedbackAnswerSchema = z.strictObject({
  status: feedbackStatusSchema.optional(),
  reply: z.string().trim().max(maxReplyLength, `At most ${maxReplyLength} characters`).optional(),
});
export type FeedbackAnswer = z.infer<typeof feedbackAnswerSchema>;

export const feedbackRoutes = {
  send: defineRoute({
    method: 'POST',
    path: '/feedback',
    access: 'user',
    tokens: 'write',
    summary: 'Send feedback to the operators of this instance',
    body: newFeedbackSchema,
    response: feedbackSchema,
    status: 201,
  }),
  mine: defineRoute({
    method: 'GET',
    path: '/feedback',
    access: 'user',
    tokens: 'read',
    summary: 'Your feedback and the replies to it, newest first',
    query: z.object(pageQuery),
    response: pageOf(feedbackSchema),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/admin/feedback',
    access: 'admin',
    tokens: 'none',
    summary: 'Feedback of all users, newest first',
    query: z.object({ ...pageQuery, status: feedbackStatusSchema.optional() }),
    response: pageOf(receivedFeedbackSchema),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/admin/feedback/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'One piece of feedback and who sent it',
    params: idParams,
    response: receivedFeedbackSchema,
  }),
  picture: defineRoute({
    method: 'GET',
    path: '/admin/feedback/:id/picture',
    access: 'admin',
    tokens: 'none',
    summary: 'The screenshot sent with it',
    params: idParams,
    response: z.object({ picture: z.string() }),
  }),
  answer: defineRoute({
    method: 'PATCH',
    path: '/admin/feedback/:id',
    access: 'admin',
    tokens: 'none',
    summary: 'Set the status or reply',
    params: idParams,
    body: feedbackAnswerSchema,
    response: receivedFeedbackSchema,
  }),
};
