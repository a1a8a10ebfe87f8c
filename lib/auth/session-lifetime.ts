import 'server-only'

const daySeconds = 86_400

/** A session that is not used for this long expires. */
export const sessionSeconds = 30 * daySeconds

/** A session expires this long after sign-in, however often it is used. */
export const sessionSecondsMax = 90 * daySeconds

/** The use of a session is recorded at most once in this time, to save writes. */
export const sessionRenewSeconds = 60
