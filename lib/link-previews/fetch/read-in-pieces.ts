import type { Socket } from 'node:net'

/** Bytes. */
const pieceMax = 4_096

/** Headers of 32 kB may be of one letter each, with as many bytes around them. */
const headMax = 262_144

/**
 * Has a connection hand out its first bytes in small pieces, and none once it is closed. undici makes an error, with its
 * stack, for each header beyond the limit, to the end of the piece it was given: of 64 kB of the shortest headers, for 0.2 s.
 */
export function readHeadInPieces(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  let readBytes = 0
  socket.read = (size) => {
    if (socket.destroyed) return null
    if (size !== undefined || readBytes >= headMax || socket.readableLength === 0) return read(size)
    const piece = read(Math.min(pieceMax, socket.readableLength))
    readBytes += pieceMax
    return piece
  }
  return socket
}
