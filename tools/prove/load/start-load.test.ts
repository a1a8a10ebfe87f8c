import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '@/scripts/embedded-postgres'
import { Scene } from '@/tools/prove/scene'
import { Ledger } from './ledger'
import { startLoad } from './start-load'

const nothingStored = { sql: async () => [] }

function place() {
  const scene = new Scene('short', process.cwd(), () => {})
  onTestFinished(() => scene.end())
  return { scene, ledger: new Ledger(scene) }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(await freePort(), '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}

/**
 * Runs a load until it has some responses. Optionally, the first client that gets a response
 * throws.
 */
async function loadUntil(
  url: string,
  answersMin: number,
  { scene, ledger, breaks }: ReturnType<typeof place> & { breaks?: boolean },
) {
  let responses = 0
  return new Promise<ReturnType<typeof startLoad>>((resolve) => {
    const onResponse = () => {
      responses++
      if (responses === answersMin) resolve(load)
      if (breaks && responses === 1) throw new Error('one client broke')
    }
    const load = startLoad(scene, url, {
      clients: 4,
      slugs: ['a-post'],
      ledger,
      onResponse,
      mix: { views: 100, comments: 0 },
    })
  })
}

test('stop rejects with the error of a client, after all others have finished', async () => {
  const { scene, ledger } = place()
  const url = await serve((_, response) => response.writeHead(201).end())
  const load = await loadUntil(url, 20, { scene, ledger, breaks: true })
  await expect(load.stop()).rejects.toThrow('one client broke')
  const requests = load.requests()
  expect(await ledger.audit(nothingStored)).toMatchObject({
    views: requests,
    lost: requests,
    unknown: 0,
  })
  // Ending the scene stops the load as well.
  await expect(scene.end()).rejects.toThrow('one client broke')
})

test('counts a refused connection as not sent, and a closed one as unknown', async () => {
  const { scene, ledger } = place()
  await (await loadUntil(`http://127.0.0.1:${await freePort()}`, 1, { scene, ledger })).stop()
  expect(await ledger.audit(nothingStored)).toMatchObject({ views: 0, unknown: 0, phantoms: 0 })
  const cutting = await serve((request) => request.socket.destroy())
  const load = await loadUntil(cutting, 1, { scene, ledger })
  await load.stop()
  expect(await ledger.audit(nothingStored)).toMatchObject({ views: 0, unknown: load.requests() })
})
