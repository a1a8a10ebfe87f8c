/**
 * True in the nightly run (`npm run test:nightly`), which adds the files named `*.nightly.test.ts`
 * and runs some other tests in a longer form.
 */
export const isNightly = process.env.NIGHTLY === '1'
