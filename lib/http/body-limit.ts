/** What a request body may have, in bytes. */
export const bodyBytesMax = 65_536

/** The one address that takes more, a picture: it weighs what it is sent itself. */
export const imageUploadPath = '/desk/images/upload'
