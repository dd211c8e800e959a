import { product } from '#shared/product.ts';
import type { ApiError } from './api-error.ts';

export const sessionTexts = {
  expired: 'Your session has expired. Please log in again.',
  failed: 'Authentication failed. Please try logging in again.',
  loginRefused: "Login failed. Please check your email and password, or create a new account if you haven't registered yet.",
  welcomeBack: (name: string) => `Welcome back, ${name}!`,
  welcome: (name: string) => `Welcome to ${product}, ${name}!`,
  loggedOut: 'Logged out successfully',
  profileUpdated: 'Profile updated successfully',
};

/** The server's message, ours when there was no response, or the fallback. */
function messageOf(error: ApiError, otherwise: string): string {
  return error.serverMessage ?? (error.status === 0 ? error.message : otherwise);
}

export function loginFailure(error: ApiError): string {
  if (error.status === 401 && error.serverMessage === 'Invalid credentials') return sessionTexts.loginRefused;
  return messageOf(error, 'Login failed');
}
export const registrationFailure = (error: ApiError): string => messageOf(error, 'Registration failed');
export const updateFailure = (error: ApiError): string => messageOf(error, 'Update failed');
