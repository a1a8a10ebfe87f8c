import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fillHeaders } from './response-head'

async function headersOf(respond: (response: ServerResponse) => void): Promise<Headers> {
  const server = createServer((_, response) => {
    fillHeaders(response, { 'X-Filled': 'ours', 'X-Said': 'ours' })
    respond(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object.assign(
    { address: '', family: '', port: 0 },
    server.address(),
  )
  const { headers } = await fetch(`http://127.0.0.1:${port}`)
  server.close()
  return headers
}

test.each<[string, (response: ServerResponse) => void]>([
  ['sets it', (response) => response.setHeader('x-said', 'its own').end()],
  ['writes a head with it', (response) => response.writeHead(200, { 'x-said': 'its own' }).end()],
  [
    'sends the head early',
    (response) =>
      void response.setHeader('x-said', 'its own').write('in parts', () => response.end()),
  ],
])('keeps the headers of a response that it %s, and adds the rest', async (_, respond) => {
  const headers = await headersOf(respond)
  expect([headers.get('x-said'), headers.get('x-filled')]).toEqual(['its own', 'ours'])
})
