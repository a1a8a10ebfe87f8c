import 'server-only'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { NotAnExport, type SourceFile, type SourceHead } from './source-record'

/** Maximum size after decompression in bytes, against zip bombs. */
const unpackedBytesMax = 16 * 2 ** 30
/** Maximum number of files in a folder or archive. */
const filesMax = 100_000
const headBytes = 64 * 2 ** 10

/** The files of an import. `close` removes temporary files. */
export type Sources = { files: SourceFile[]; isFolder: boolean; close: () => Promise<void> }

/**
 * Opens the files of an import: files, folders, and zip archives, which are unpacked into a
 * temporary folder. Files with gzip compression are decompressed while they are read. Hidden files
 * are ignored.
 * @throws NotAnExport if a path does not exist, or an archive is damaged or too large
 */
export async function openSources(paths: readonly string[]): Promise<Sources> {
  const temporary: string[] = []
  const close = async () => {
    for (const folder of temporary) await rm(folder, { recursive: true, force: true })
  }
  try {
    const files: SourceFile[] = []
    let isFolder = false
    for (const given of paths) {
      const found = await stat(given).catch(() => undefined)
      if (!found) throw new NotAnExport(`${given} does not exist: check the path`)
      let folder = found.isDirectory() ? given : undefined
      if (!folder && (await startsWith(given, 'PK\u0003\u0004'))) {
        folder = await mkdtemp(path.join(tmpdir(), 'afterword-import-'))
        temporary.push(folder)
        await unzip(given, folder)
      }
      isFolder ||= folder !== undefined
      files.push(...(folder ? await filesIn(folder) : [fileAt(given, path.basename(given))]))
    }
    return { files, isFolder, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startsWith(file: string, magic: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.toString('latin1') === magic
  } finally {
    await handle.close()
  }
}

function fileAt(file: string, name: string): SourceFile {
  return {
    name,
    async *open() {
      const isPacked = await startsWith(file, '\u001F\u008B')
      let size = 0
      const bytes = createReadStream(file)
      const unpacked = isPacked ? bytes.pipe(createGunzip()) : bytes
      bytes.on('error', (error) => unpacked.destroy(error))
      try {
        for await (const chunk of unpacked) {
          size += chunk.length
          if (size > unpackedBytesMax)
            throw new NotAnExport(`${name} is larger than 16 GB: split it`)
          yield chunk
        }
      } catch (error) {
        // A truncated gzip file is read up to its end.
        if (
          !(isPacked && error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR')
        )
          throw error
      } finally {
        bytes.destroy()
      }
    },
  }
}

const isHidden = (name: string) =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

async function filesIn(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !isHidden(name))
    .sort()
  if (names.length > filesMax)
    throw new NotAnExport(`${folder} has more than ${filesMax} files: split it`)
  return names.map((name) => fileAt(path.join(folder, name), name))
}

/** Unpacks an archive. Entries outside the folder, hidden files and links are ignored. */
async function unzip(archive: string, folder: string): Promise<void> {
  let [size, files] = [0, 0]
  const written: Promise<void>[] = []
  const unzip = new Unzip((entry) => {
    const target = path.resolve(folder, entry.name)
    if (entry.name.endsWith('/') || isHidden(entry.name)) return
    if (!target.startsWith(folder + path.sep)) return
    if (++files > filesMax)
      throw new NotAnExport(`the archive has more than ${filesMax} files: split it`)
    const made = mkdir(path.dirname(target), { recursive: true })
    const chunks: Promise<unknown>[] = []
    const output = made.then(() => createWriteStream(target, { mode: 0o600 }))
    entry.ondata = (error, data, isLast) => {
      if (error) throw error
      size += data.length
      if (size > unpackedBytesMax)
        throw new NotAnExport('the archive has more than 16 GB of files: split it')
      chunks.push(
        output.then(
          (stream) =>
            new Promise((resolve, reject) => {
              stream.write(data, (failure) => (failure ? reject(failure) : resolve(undefined)))
            }),
        ),
      )
      if (isLast)
        written.push(
          Promise.all(chunks).then(async () => {
            const stream = await output
            await new Promise<void>((resolve) => stream.end(resolve))
          }),
        )
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  try {
    for await (const chunk of createReadStream(archive)) unzip.push(chunk)
    unzip.push(new Uint8Array(0), true)
  } catch (error) {
    if (error instanceof NotAnExport) throw error
    throw new NotAnExport('the zip archive is damaged: download it again', { cause: error })
  }
  if (files === 0) throw new NotAnExport('the zip archive is damaged or empty: download it again')
  await Promise.all(written)
}

/** Reads the start of a file. */
export async function readHead({ name, open }: SourceFile): Promise<SourceHead> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= headBytes) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, headBytes)
  return { name, bytes, text: new TextDecoder().decode(bytes).trimStart() }
}
