/** Product names and limits. Clients rely on them: don't change them. */
export const product = 'Earshot';
export const productPro = 'Earshot Pro';
export const version = '1.0.0';
export const minPasswordLength = 8;
export const maxPasswordLength = 256;
/** Which workspace a browser's tab shows. Without it, a request is for the one that its session is in. */
export const workspaceHeader = 'x-workspace';
