import { product } from '#shared/product.ts';

export const applyTexts = {
  title: 'Apply for the beta',
  lead: `This ${product} invites a few people at a time. Tell us who you are and what you'd use it for.`,
  name: 'Name',
  email: 'Email',
  purpose: 'What would you use it for?',
  submit: 'Send application',
  openTitle: 'No application needed',
  openLead: `Registration is open: you can create your account right away.`,
  register: 'Create account',
  have: 'Already have an account?',
  logIn: 'Log in',
};

export const verifyTexts = {
  title: 'Your invitation',
  lead: 'Confirm your invitation, then create your account.',
  confirm: 'Confirm invitation',
  doneLead: (email: string) => `You can now create an account with ${email}. Use exactly this address.`,
  register: 'Create your account',
  again: 'Apply again',
};
