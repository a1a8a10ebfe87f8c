/** Text that strangers must never read. */
export const secret = 'what only the owner may read'

/** @param attempt who sent which request, and how */
export const disclosedSecret = (attempt: string) => `${attempt} was told ${secret}`

/** @param tables tables whose rows have changed */
export const strangersWrote = (subject: string, tables: readonly string[]) =>
  `${subject}: strangers wrote ${tables.join(', ')}`
