import { describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { type Added, allowedOrigin } from '@/test/comments/comment-writer'
import { siteKey, startPageWriter } from '@/test/comments/page-writer'
import { databaseDigest } from '@/test/database/database-digest'
import { asNewClient, firefox, newClient } from '@/test/new-client'

const { server, site, otherSite, siteId, fromSite, send, sendForm, get } = await startPageWriter()

const words = { content: 'Some *words*.', author_name: 'Ada' }
const codeOf = (json: unknown) => (json as { code?: string }).code
const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' })
const withKey = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${siteKey}`,
  ...headers,
})
const bearer = (token: string, headers: Record<string, string> = fromSite) => ({
  ...headers,
  authorization: `Bearer ${token}`,
})

const comment = (path: string, fields = {}, headers: Record<string, string> = fromSite) =>
  send('POST', '/api/comments', { slug: site.slugOf(path), ...words, ...fields }, headers)
const view = (path: string, headers: Record<string, string> = fromSite) =>
  send('POST', '/api/views', { slug: site.slugOf(path) }, { 'user-agent': firefox, ...headers })
const added = async (path: string, fields = {}): Promise<Added> => {
  const { json } = await comment(path, fields)
  return json as Added
}
const commentsOf = (path: string) =>
  get(`/api/comments?${new URLSearchParams({ slug: site.slugOf(path) })}`)
const viewsOf = (path: string) =>
  get(`/api/views?${new URLSearchParams({ slug: site.slugOf(path) })}`)

describe('a comment from a page of a site', () => {
  test('is stored under the page, whose permalink is its location', async () => {
    const { response, json } = await comment('/first')
    const { id } = json as Added
    expect(response.status).toBe(201)
    expect(json).toMatchObject({ post_slug: site.slugOf('/first'), status: 'published' })
    expect(response.headers.get('location')).toBe(`${site.origin}/first#comment-${id}`)
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
    expect(response.headers.get('access-control-expose-headers')).toContain('Location')
    expect(response.headers.get('vary')).toContain('Origin')
    expect((await commentsOf('/first')).json).toMatchObject({
      count: 1,
      comments: [{ id, content: words.content, post_slug: site.slugOf('/first') }],
    })
  })

  test('creates the thread, for which the page is fetched once', async () => {
    await comment('/once')
    await comment('/once/', { content: 'Other words.' })
    await comment('/once/index.html', { content: 'And others.' })
    await view('/once')
    expect(site.requests.filter((path) => path.startsWith('/once'))).toEqual(['/once'])
    expect(
      await db().thread.findMany({
        where: { slug: { startsWith: site.slugOf('/once') } },
        select: { siteId: true, url: true, title: true },
      }),
    ).toEqual([{ siteId, url: `${site.origin}/once`, title: 'The walrus at /once' }])
    expect((await commentsOf('/once')).json).toMatchObject({ count: 3 })
  })

  test('belongs to the canonical address, and both addresses show it', async () => {
    const { id, post_slug } = await added('/copy')
    expect(post_slug).toBe(site.slugOf('/original'))
    for (const path of ['/copy', '/original'])
      expect((await commentsOf(path)).json).toMatchObject({
        comments: [{ id, post_slug: site.slugOf('/original') }],
      })
  })

  test('can be a reply, but not to a comment on another page', async () => {
    const { id: parent_id } = await added('/replies')
    expect((await comment('/replies', { content: 'A reply.', parent_id })).response.status).toBe(
      201,
    )
    const { response, json } = await comment('/elsewhere', { content: 'No reply.', parent_id })
    expect([response.status, codeOf(json)]).toEqual([404, 'not-found'])
  })

  test('is stored once for the same key', async () => {
    const headers = { ...fromSite, ...asNewClient(), 'idempotency-key': 'a-key-of-16-characters' }
    const responses = await Promise.all([1, 2, 3].map(() => comment('/retried', {}, headers)))
    expect(new Set(responses.map(({ json }) => (json as Added).id)).size).toBe(1)
    const locations = responses.map(({ response }) => response.headers.get('location'))
    expect(new Set(locations).size).toBe(1)
    // The title of a page may change between retries.
    const again = await comment('/retried', { title: 'Another title' }, headers)
    expect(again.response.status).toBe(201)
    expect((await commentsOf('/retried')).json).toMatchObject({ count: 1 })
  })

  test('accepts the stamp of the form', async () => {
    const path = `/api/comment-stamp?${new URLSearchParams({ slug: site.slugOf('/stamp') })}`
    const { response, json } = await server.request(path, {
      headers: { ...asNewClient(), ...fromSite },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
    const { stamp } = json as { stamp: string }
    const { json: stored } = await comment('/stamp', { content: 'Too fast.', stamp })
    // A stamp that is moments old shows that it was checked.
    expect(stored).toMatchObject({ status: 'pending' })
    for (const headers of [from('https://evil.example'), from(otherSite.origin), {}])
      expect(
        (await server.request(path, { headers: { ...asNewClient(), ...headers } })).response.status,
      ).toBe(403)
  })

  test('is refused once the page is closed', async () => {
    await comment('/closed')
    await db().thread.update({ where: { slug: site.slugOf('/closed') }, data: { closed: true } })
    const { response, json } = await comment('/closed', { content: 'Too late.' })
    expect([response.status, codeOf(json)]).toEqual([403, 'comments-closed'])
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
  })
})

describe('a view of a page', () => {
  test('counts once per reader, for every address of the page', async () => {
    const reader = { ...fromSite, ...asNewClient() }
    const { response, json } = await view('/copy', reader)
    expect([response.status, json]).toEqual([201, { views: 1, counted: true }])
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
    expect(await view('/original', reader)).toMatchObject({
      response: { status: 200 },
      json: { views: 1, counted: false, reason: 'already-counted' },
    })
    await view('/original')
    for (const path of ['/copy', '/original'])
      expect((await viewsOf(path)).json).toEqual({ views: 2 })
  })
})

describe('a preflight request', () => {
  const preflight = async (path: string, origin: string) => {
    const { response } = await server.request(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect(response.status).toBe(204)
    return ['origin', 'methods', 'headers'].map((name) =>
      response.headers.get(`access-control-allow-${name}`),
    )
  }
  const headers = 'authorization,content-type,idempotency-key'

  test('allows the pages of sites to write', async () => {
    for (const origin of [site.origin, otherSite.origin]) {
      expect(await preflight('/api/comments', origin)).toEqual([
        origin,
        'GET, HEAD, POST, OPTIONS',
        headers,
      ])
      expect(await preflight('/api/comments/1', origin)).toEqual([
        origin,
        'PATCH, DELETE, OPTIONS',
        headers,
      ])
    }
  })

  test('allows other origins only to read', async () => {
    for (const origin of ['https://evil.example', `${site.origin}0`, 'null'])
      expect(await preflight('/api/comments', origin)).toEqual(['*', 'GET, HEAD, OPTIONS', headers])
  })
})

describe('403', () => {
  test.each([
    ['an unknown origin', from('https://evil.example')],
    ['another site', from(otherSite.origin)],
    ['an origin that may only write to posts', from(allowedOrigin)],
    ['a sandboxed frame', from('null')],
    ['a client without origin and key', {}],
    ['a wrong key', { authorization: 'Bearer some-other-key' }],
    ['the site’s key in a browser', withKey(fromSite)],
  ])('for %s, and nothing is written', async (_, headers) => {
    const { id, edit_token } = await added('/guarded')
    const before = await databaseDigest()
    const responses = [
      await comment('/guarded', { content: 'Not mine.' }, headers),
      await comment('/never-seen', {}, headers),
      await view('/guarded', headers),
      await sendForm('/api/comments', { slug: site.slugOf('/guarded'), ...words }, headers),
      await send('GET', `/api/comment-stamp?slug=${site.slugOf('/guarded')}`, undefined, headers),
    ]
    // A non-browser client may use the token of its comment.
    if ('origin' in headers && headers.origin !== allowedOrigin && !('authorization' in headers))
      responses.push(
        await send('PATCH', `/api/comments/${id}`, { content: 'x' }, bearer(edit_token, headers)),
        await send('DELETE', `/api/comments/${id}`, undefined, bearer(edit_token, headers)),
        await send('POST', `/api/comments/${id}/report`, {}, headers),
      )
    for (const { response, json } of responses) {
      expect([response.status, codeOf(json)]).toEqual([403, 'cross-site'])
      // The embed reads this response to tell the owner which origin to add.
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect(await databaseDigest()).toEqual(before)
    expect(site.requests).not.toContain('/never-seen')
  })

  test('for a post of the blog, even with the site’s key', async () => {
    const before = await databaseDigest()
    for (const headers of [fromSite, withKey(fromSite)]) {
      const { response, json } = await send(
        'POST',
        '/api/comments',
        { slug: 'hello', ...words },
        headers,
      )
      expect([response.status, codeOf(json)]).toEqual([403, 'cross-site'])
    }
    expect(await databaseDigest()).toEqual(before)
  })
})

describe('404', () => {
  test('site-unknown for the host of an unknown site, from any origin', async () => {
    const before = await databaseDigest()
    for (const headers of [fromSite, from('https://evil.example'), {}, withKey()])
      for (const slug of ['unknown.example/hello', '/', `${site.slugOf('')}.example/`]) {
        const { response, json } = await send('POST', '/api/comments', { slug, ...words }, headers)
        expect([response.status, codeOf(json)]).toEqual([404, 'site-unknown'])
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
      }
    expect(await databaseDigest()).toEqual(before)
  })

  test('page-not-found for a missing page', async () => {
    for (const { response, json } of [await comment('/missing'), await view('/missing')]) {
      expect([response.status, codeOf(json)]).toEqual([404, 'page-not-found'])
      expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
    }
    expect(await db().thread.findMany({ where: { slug: site.slugOf('/missing') } })).toEqual([])
  })
})

describe('429', () => {
  test('page-quota with Retry-After after 10 new pages from one network', async () => {
    const client = newClient()
    const named = { ...fromSite, 'x-forwarded-for': client }
    for (let n = 0; n < 10; n++) expect((await view(`/many-${n}`, named)).response.status).toBe(201)
    const { response, json } = await view('/many-10', named)
    expect([response.status, codeOf(json)]).toEqual([429, 'page-quota'])
    const seconds = Number(response.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3_000)
    expect(seconds).toBeLessThanOrEqual(3_600)
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
    expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
    // Pages with a thread still accept comments.
    expect((await comment('/many-3', {}, named)).response.status).toBe(201)
  })

  test('page-quota once the site has reached its daily limit of new pages', async () => {
    const used = await db().thread.count({ where: { siteId } })
    await db().site.update({ where: { id: siteId }, data: { newPagesPerDay: used } })
    const { response, json } = await comment('/one-too-many')
    expect([response.status, codeOf(json)]).toEqual([429, 'page-quota'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(80_000)
    await db().site.update({ where: { id: siteId }, data: { newPagesPerDay: 500 } })
  })
})

describe('invalid input', () => {
  test('is explained to a page of a site, but not to other origins', async () => {
    const postAndRead = async (body: unknown, headers: Record<string, string>) => {
      const { response, json } = await send('POST', '/api/comments', body, headers)
      expect(response.headers.get('access-control-allow-origin')).not.toBeNull()
      return [response.status, codeOf(json)]
    }
    const slug = site.slugOf('/input')
    const evil = from('https://evil.example')
    const plain = { ...fromSite, 'content-type': 'text/plain' }
    expect(await postAndRead('not JSON', fromSite)).toEqual([400, 'malformed-request'])
    expect(await postAndRead({ slug, content: 'x'.repeat(70_000) }, fromSite)).toEqual([
      413,
      'body-too-large',
    ])
    expect(await postAndRead('words', plain)).toEqual([415, 'unsupported-media-type'])
    for (const wrong of [`${slug}/${'x'.repeat(500)}`, `${slug}\u0000`, `${slug}\ud800`])
      expect(await postAndRead({ slug: wrong, ...words }, fromSite)).toEqual([
        400,
        'invalid-parameters',
      ])
    expect(await postAndRead({ slug, content: ' ', author_name: '' }, fromSite)).toEqual([
      400,
      'invalid-parameters',
    ])
    for (const body of ['not JSON', { slug: `${slug}\u0000` }, { slug: 7 }])
      expect(await postAndRead(body, evil)).toEqual([403, 'cross-site'])
  })
})

describe('the site’s server with its key', () => {
  test('writes for readers, whose addresses count for the limits', async () => {
    for (let n = 0; n < 7; n++) {
      const named = { ...withKey(), 'afterword-client-address': newClient() }
      const { response } = await comment(
        '/server',
        { content: `By reader ${n}.` },
        { ...named, 'x-forwarded-for': '10.9.8.7' },
      )
      expect(response.status).toBe(201)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    const one = { ...withKey(), 'afterword-client-address': newClient() }
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await comment('/server', { content: `Again ${n}.` }, one)).response.status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('gets 400 for an invalid address', async () => {
    const { response, json } = await comment(
      '/server',
      {},
      withKey({ 'afterword-client-address': 'undefined' }),
    )
    expect(response.status).toBe(400)
    expect(json).toMatchObject({ errors: [{ field: 'Afterword-Client-Address' }] })
  })

  test('does not make one reader’s form a repetition of another’s', async () => {
    const form = (address: string) =>
      sendForm(
        '/api/comments',
        { slug: site.slugOf('/server'), content: 'The very same words.', author_name: 'Ada' },
        withKey({ 'afterword-client-address': address }),
      )
    const one = await form(newClient())
    const other = await form(newClient())
    expect(one.response.status).toBe(303)
    expect(other.response.headers.get('location')).not.toBe(one.response.headers.get('location'))
  })
})

describe('the author of a comment on a page', () => {
  test('edits and deletes it from the page', async () => {
    const { id, edit_token } = await added('/own')
    const edited = await send(
      'PATCH',
      `/api/comments/${id}`,
      { content: 'Other words.' },
      bearer(edit_token),
    )
    expect(edited.response.status).toBe(200)
    expect(edited.response.headers.get('access-control-allow-origin')).toBe(site.origin)
    expect(edited.json).toMatchObject({ post_slug: site.slugOf('/own'), content: 'Other words.' })
    const deleted = await send('DELETE', `/api/comments/${id}`, undefined, bearer(edit_token))
    expect(deleted.response.status).toBe(200)
    expect((await commentsOf('/own')).json).toEqual({ comments: [], count: 0 })
  })

  test('requires the token, even from the page', async () => {
    const { id } = await added('/own')
    for (const headers of [fromSite, bearer('wrong')]) {
      const { response } = await send('DELETE', `/api/comments/${id}`, undefined, headers)
      expect(response.status).toBe(401)
      expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
    }
    expect((await send('DELETE', '/api/comments/999999', undefined)).response.status).toBe(403)
  })
})

test('readers report a comment from the page, and three reports hold it', async () => {
  const { id } = await added('/reported')
  for (let n = 0; n < 3; n++) {
    const { response, json } = await send('POST', `/api/comments/${id}/report`, {})
    expect([response.status, json]).toEqual([200, { reported: true }])
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin)
  }
  expect((await commentsOf('/reported')).json).toMatchObject({ count: 0 })
})

test('reading an unknown page creates nothing', async () => {
  const before = await databaseDigest()
  const requests = site.requests.length
  for (const slug of [site.slugOf('/unread'), 'unknown.example/hello', site.slugOf('/')]) {
    const query = new URLSearchParams({ slug })
    expect((await get(`/api/comments?${query}`)).json).toEqual({ comments: [], count: 0 })
    expect((await get(`/api/views?${query}`)).json).toEqual({ views: 0 })
    for (const name of ['threads', 'counts'])
      expect((await fetch(`${server.url}/api/${name}?${query}`)).status).toBe(200)
  }
  expect(await databaseDigest()).toEqual(before)
  expect(site.requests).toHaveLength(requests)
})

describe('without JavaScript', () => {
  const pageOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, { headers, redirect: 'manual' })
    return { response, html: await response.text() }
  }
  const byForm = async (path: string, fields: Record<string, string> = {}) => {
    const { response, text } = await sendForm('/api/comments', {
      slug: site.slugOf(path),
      ...words,
      ...fields,
    })
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { response, text, cookie, location: response.headers.get('location') ?? '' }
  }

  test('the form on this blog’s own page of the thread leads back to the page', async () => {
    const { response, cookie, location } = await byForm('/plain')
    expect(response.status).toBe(303)
    const id = /^\/comments\/(\d+)$/.exec(location)?.[1]
    const { html } = await pageOf(location, { cookie })
    expect(html).toContain(`href="${site.origin}/plain#comment-${id}"`)
    expect(html).toContain('The walrus at /plain')
    const report = await pageOf(`${location}/report`)
    expect(report.html).toContain(`href="${site.origin}/plain#comment-${id}"`)
    const done = await pageOf(`${location}/report?done=reported`)
    expect(done.html).toContain(`href="${site.origin}/plain#comment-${id}"`)
  })

  test('other browsers are redirected to the comment on the page', async () => {
    const { location } = await byForm('/plain', { content: 'Words of somebody else.' })
    const { response } = await pageOf(location)
    expect(response.headers.get('location')).toBe(
      `${site.origin}/plain#comment-${location.split('/')[2]}`,
    )
  })

  test('a deleting form leads to the thread on this blog, as browsers require', async () => {
    const { cookie, location } = await byForm('/plain', { content: 'Soon gone.' })
    const { html } = await pageOf(location, { cookie })
    const edit_token = /name="edit_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const { response } = await sendForm(`/api${location}`, { intent: 'delete', edit_token })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/threads/${encodeURIComponent(site.slugOf(''))}/plain#comments`,
    ])
  })

  test('a form with errors is shown again, with a link to the thread', async () => {
    const { response, text } = await byForm('/plain', { content: '' })
    expect(response.status).toBe(400)
    expect(text).toContain(`href="/threads/${encodeURIComponent(site.slugOf(''))}/plain#comments"`)
  })
})
