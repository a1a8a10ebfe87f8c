/**
 * True in the nightly run (`npm run test:nightly`), which adds the files named `*.nightly.test.ts`
 * and runs some other tests in a longer form.
 */
export const isNightly = process.env.NIGHTLY === '1'

/** Returns all rows of a table in the nightly run, and the first of every `few` otherwise. */
export const oneOfEvery = <Row>(few: number, rows: readonly Row[]): Row[] =>
  rows.filter((_, index) => isNightly || index % few === 0)
