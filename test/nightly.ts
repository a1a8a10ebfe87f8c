/**
 * Whether this run is the nightly one (`npm run test:nightly`). It adds the files named
 * `*.nightly.test.ts` and `*.nightly.spec.ts`, and runs some other tests in a longer form.
 */
export const isNightly = process.env.NIGHTLY === '1'
