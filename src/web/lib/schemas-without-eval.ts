// Zod tries `new Function` to compile schemas; our CSP blocks it, and browsers report even the attempt.
// Set without importing zod, so that it applies before the first schema is created and no page waits for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
