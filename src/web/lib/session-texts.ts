import { product } from '#shared/product.ts';
import { t, tSent } from './language.ts';
import type { ApiError } from './api-error.ts';

export const sessionTexts = {
  expired: t('Your session has expired. Please log in again.'),
  failed: t('Authentication failed. Please try logging in again.'),
  loginRefused: t("Login failed. Please check your email and password, or create a new account if you haven't registered yet."),
  welcomeBack: (name: string) => t('Welcome back, {name}!', { name }),
  welcome: (name: string) => t('Welcome to {product}, {name}!', { product, name }),
  loggedOut: t('Logged out successfully'),
  profileUpdated: t('Profile updated successfully'),
};

/** The server's message, ours when there was no response, or the fallback. */
function messageOf(error: ApiError, otherwise: string): string {
  return error.serverMessage === undefined ? (error.status === 0 ? error.message : otherwise) : tSent(error.serverMessage);
}

export function loginFailure(error: ApiError): string {
  if (error.status === 401 && error.serverMessage === 'Invalid credentials') return sessionTexts.loginRefused;
  return messageOf(error, t('Login failed'));
}
export const registrationFailure = (error: ApiError): string => messageOf(error, t('Registration failed'));
export const updateFailure = (error: ApiError): string => messageOf(error, t('Update failed'));
