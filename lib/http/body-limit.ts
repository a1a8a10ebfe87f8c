/** What a request body may have, in bytes. */
export const bodyBytesMax = 65_536
