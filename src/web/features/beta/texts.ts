import { product } from '#shared/product.ts';

export const applyTexts = {
  title: 'Apply for the beta',
  lead: `This ${product} takes in a few people at a time. Say who you are and what for.`,
  name: 'Name',
  email: 'E-mail',
  purpose: 'What would you use it for?',
  submit: 'Apply',
  openTitle: 'No application needed',
  openLead: `This ${product} is open: you can create your account right away.`,
  register: 'Create account',
  have: 'Already have an account?',
  signIn: 'Sign in',
};

export const verifyTexts = {
  title: 'Your invitation',
  lead: 'Confirm that this invitation reached you. You can create your account afterwards.',
  confirm: 'Confirm invitation',
  doneLead: (email: string) => `${email} may register now. Use exactly this address.`,
  register: 'Create your account',
  again: 'Apply again',
};
