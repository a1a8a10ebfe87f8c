import 'server-only'

const daySeconds = 86_400

/** A session ends when it has not been used for so long. */
export const sessionSeconds = 30 * daySeconds

/** Its use is noted no oftener than this: not every page is worth a write. */
export const sessionRenewSeconds = 60
