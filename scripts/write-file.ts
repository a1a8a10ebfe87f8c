import { createWriteStream, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * Writes a file as a stream and atomically: after a failure, the previous file is unchanged. Writes
 * to the standard output if the name is `-`.
 * @param mode by default, only the user of the process can read the file, because exports contain
 * readers' e-mail addresses
 */
export async function writeFileAtomically(
  file: string,
  chunks: Chunks,
  mode = 0o600,
): Promise<void> {
  if (file === '-') return pipeline(Readable.from(chunks), process.stdout, { end: false })
  // The temporary file has a short name, because the given name may have the maximum length.
  const growing = path.join(path.dirname(file), `.${process.pid}.tmp`)
  try {
    await pipeline(Readable.from(chunks), createWriteStream(growing, { mode }))
    renameSync(growing, file)
  } finally {
    rmSync(growing, { force: true })
  }
}
