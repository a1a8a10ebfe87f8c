/** Stands in what no stranger may read. */
export const secret = 'what only the owner may read'

/** @param attempt who asked for what, and how */
export const wasTold = (attempt: string) => `${attempt} was told ${secret}`

/** @param tables whose rows are others than before */
export const strangersWrote = (subject: string, tables: readonly string[]) =>
  `${subject}: strangers wrote ${tables.join(', ')}`
