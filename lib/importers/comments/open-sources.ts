import 'server-only'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import {
  type Entry,
  getFileNameLowLevel,
  openPromise as openZip,
  validateFileName,
  type ZipFile,
} from 'yauzl'
import { importErrorText } from '@/lib/i18n/error-text'
import { NotAnExport, type SourceFile } from './source-record'
import { firstBytes } from './source-text'

/** Maximum number of files in a folder or archive. */
const filesMax = 100_000
const gzipMagic = '\u001F\u008B'
const zipMagic = 'PK\u0003\u0004'

/** The files of an import. */
export type Sources = { files: SourceFile[]; isFolder: boolean }

/**
 * Opens the files of an import: files, folders, and zip archives. Archives and files with gzip
 * compression are decompressed while they are read, so they need no space on disk. Hidden files,
 * links and entries with a path outside the archive are ignored.
 * @param options.bytesMax bytes of all compressed files and archived ones after decompression. A
 * file that exceeds them ends there, which `damage` reports.
 * @throws NotAnExport if a path does not exist, or an archive is damaged or has too many files
 */
export async function openSources(
  paths: readonly string[],
  { bytesMax = 16 * 2 ** 30 }: { bytesMax?: number | undefined } = {},
): Promise<Sources> {
  const budget: Budget = { bytesMax, left: bytesMax }
  const files: SourceFile[] = []
  let isFolder = false
  for (const given of paths) {
    const found = await stat(given).catch(() => undefined)
    if (!found) throw new NotAnExport(`${given} does not exist: check the path`)
    const isArchive = found.isFile() && (await startsWith(createReadStream(given), zipMagic))
    isFolder ||= isArchive || found.isDirectory()
    const ranges = isArchive
      ? await entriesOf(given)
      : found.isDirectory()
        ? await filesIn(given)
        : [{ name: path.basename(given), file: given }]
    files.push(...ranges.map((range) => packedFile(range, budget)))
  }
  return { files, isFolder }
}

/** The bytes of a file: all of them, or those of an entry of an archive. */
type ByteRange = {
  name: string
  file: string
  start?: number
  /** Offset of the last byte. */
  end?: number
  isDeflated?: boolean
  /** The CRC-32 of the decompressed entry. */
  checksum?: number
}

/** The number of bytes that packed files may still have after decompression. */
type Budget = { readonly bytesMax: number; left: number }

async function startsWith(bytes: AsyncIterable<Uint8Array>, magic: string): Promise<boolean> {
  return (await firstBytes(bytes, magic.length)).toString('latin1') === magic
}

/** Small chunks of packed files, because zlib drops the output of a damaged chunk. */
const packedOptions = { highWaterMark: 1_024 }
/** Makes zlib decompress only what is read, because it discards unread output on damage. */
const unpackOptions = { chunkSize: 16_384, highWaterMark: 1 }

/** Passes errors on to the stream that is read. */
const unpack = (from: Readable, to: ReturnType<typeof createGunzip>): Readable =>
  pipeline(from, to, () => {})

/** Opens the bytes of a file, after gzip decompression if `isGzip` is true. */
function openRange({ file, start, end, isDeflated }: ByteRange, isGzip: boolean): Readable {
  const range = start === undefined ? {} : { start, end }
  const bytes = createReadStream(file, { ...range, ...((isDeflated || isGzip) && packedOptions) })
  const inflated = isDeflated ? unpack(bytes, createInflateRaw(unpackOptions)) : bytes
  return isGzip ? unpack(inflated, createGunzip(unpackOptions)) : inflated
}

/** Returns a file or entry, which is decompressed while it is read. */
function packedFile(range: ByteRange, budget: Budget): SourceFile {
  const { name, checksum } = range
  /** A file is opened several times, but its bytes count once. */
  let counted = 0
  const file: SourceFile = { name, open: read }
  return file

  /** Returns true, and reports it, if the total of all files exceeds the limit at this size. */
  function exceedsBudget(size: number): boolean {
    budget.left -= Math.max(0, size - counted)
    counted = Math.max(counted, size)
    if (budget.left >= 0) return false
    file.damage = importErrorText('tooLarge', { max: budget.bytesMax / 2 ** 20 })
    return true
  }

  async function* read(): AsyncGenerator<Uint8Array> {
    let size = 0
    let found = 0
    try {
      const isGzip = await startsWith(openRange(range, false), gzipMagic)
      for await (const chunk of openRange(range, isGzip)) {
        size += chunk.length
        // Entries may share their bytes, so an archive can be a bomb without compression.
        if ((isGzip || checksum !== undefined) && exceedsBudget(size)) return
        found = crc32(chunk, found)
        yield chunk
      }
      if (checksum !== undefined && !isGzip && found !== checksum)
        file.damage = importErrorText('damaged')
    } catch (error) {
      if (!isZlibError(error)) throw error
      file.damage = importErrorText('damaged')
    }
  }
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

const isHidden = (name: string) =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

async function filesIn(folder: string): Promise<ByteRange[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !isHidden(name))
    .sort()
  if (names.length > filesMax)
    throw new NotAnExport(importErrorText('tooManyFiles', { max: filesMax }))
  return names.map((name) => ({ name, file: path.join(folder, name) }))
}

/** Returns the entries of a zip archive that can be imported, by name. */
async function entriesOf(file: string): Promise<ByteRange[]> {
  const ranges: ByteRange[] = []
  try {
    // With decoded strings, the library would stop at an invalid name.
    const zip = await openZip(file, { lazyEntries: true, decodeStrings: false, autoClose: false })
    try {
      for await (const entry of zip.eachEntry()) {
        const name = nameOf(entry)
        if (name === undefined) continue
        if (ranges.length >= filesMax)
          throw new NotAnExport(importErrorText('tooManyFiles', { max: filesMax }))
        ranges.push(await locateData(zip, entry, { name, file }))
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof NotAnExport || isSystemError(error)) throw error
    throw new NotAnExport(importErrorText('damaged'), { cause: error })
  }
  if (ranges.length === 0) throw new NotAnExport(importErrorText('noComments'))
  return ranges.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

/** Longest path of an entry, in UTF-16 units. */
const nameLengthMax = 4_096

/** Returns the path of an entry; undefined for one that is not imported. */
function nameOf(entry: Entry): string | undefined {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, externalFileAttributes } = entry
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  // The upper 16 bits are the Unix file mode.
  const isLink = ((externalFileAttributes >>> 16) & 0o170_000) === 0o120_000
  const isEmpty = entry.compressedSize === 0 || name.endsWith('/')
  if (isEmpty || isLink || isHidden(name) || validateFileName(name) !== null) return undefined
  if (name.length > nameLengthMax) return undefined
  // PostgreSQL stores no U+0000, and a terminal would interpret the others.
  return name.replaceAll(/\p{Cc}/gu, '\uFFFD')
}

/** Finds the data of an entry. */
async function locateData(zip: ZipFile, entry: Entry, range: ByteRange): Promise<ByteRange> {
  if (!entry.canDecodeFileData())
    throw new NotAnExport(importErrorText('locked', { name: range.name }))
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const { compressedSize, compressionMethod, crc32: checksum } = entry
  const end = start + compressedSize - 1
  return { ...range, start, end, isDeflated: compressionMethod !== 0, checksum }
}
