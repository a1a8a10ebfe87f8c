/** Limits of uploaded exports. Safe to import in a browser. */
export const uploadLimits = {
  /** The largest body of one request. Vercel allows 4.5 MB. */
  bodyBytesMax: 4 * 1_048_576,
  /** Bytes that a browser sends at once. The server cancels requests that take over 21 seconds. */
  chunkBytes: 1_048_576,
  /** Total size of the files of an upload, in bytes. */
  bytesMax: 4 * 2 ** 30,
  filesMax: 1_000,
  /** Maximum length of a file name in bytes of UTF-8, as in most file systems. */
  nameBytesMax: 255,
} as const

/** An upload, and the size in bytes of the file that the last request extended. */
export type UploadState = { id: string; size: number }
