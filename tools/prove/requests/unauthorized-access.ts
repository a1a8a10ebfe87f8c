/** Text that only the owner may read. */
export const secret = 'text that only the owner may read'

/** @param attempt who sent which request, and how */
export const describeDisclosure = (attempt: string) => `${attempt} disclosed ${secret}`

/** @param tables tables whose rows have changed */
export const describeUnauthorizedWrite = (subject: string, tables: readonly string[]) =>
  `${subject}: unauthorized requests changed ${tables.join(', ')}`
