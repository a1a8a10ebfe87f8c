/** Limits of uploaded exports. Safe to import in a browser. */
export const uploadLimits = {
  /** The largest body of one request. Vercel allows 4.5 MB. */
  bodyBytesMax: 4 * 1_048_576,
  /** Bytes that a browser sends at once. The server cancels requests that take over 21 seconds. */
  chunkBytes: 1_048_576,
  /** All files of an upload together. */
  bytesMax: 4 * 2 ** 30,
  filesMax: 1_000,
  /** Bytes of a file’s name in UTF-8, which file systems limit. */
  nameBytesMax: 255,
} as const

/** An upload, and the size in bytes of the file to which the last request has added. */
export type UploadState = { id: string; size: number }
