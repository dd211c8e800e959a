// Zod tries `new Function` to compile schemas; our CSP refuses it and browsers report even the attempt.
// Set without importing zod, so that it holds before the first schema is made and no page waits for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
