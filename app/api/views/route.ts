import { z } from 'zod'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { idempotencyKey } from '@/lib/http/idempotency-key'
import { parseFields } from '@/lib/http/parse-fields'
import { signedInHere } from '@/lib/http/session/signed-in'
import { writeEndpoint } from '@/lib/http/write-endpoint'
import { limits } from '@/lib/rate-limit/rate-limit'
import { admitPage } from '@/lib/threads/admit-page'
import { hostOfSlug } from '@/lib/threads/thread-slug'
import { pageClaim, threadSlug } from '@/lib/threads/thread-slug-input'
import { getViews } from '@/lib/views/get-views'
import { recordView } from '@/lib/views/record-view'

const query = z.object({ slug: threadSlug })

export const GET = endpoint({ limit: limits.views, query }, async ({ query, hides }) => ({
  views: hides(query.slug) ? 0 : await getViews(query.slug),
}))

const referrerLengthMax = 2_048

const input = pageClaim.extend({
  // An invalid or overlong referrer is ignored.
  referrer: z.string().max(referrerLengthMax).catch(''),
})

/**
 * Revalidates no page: the number in the HTML is at most minutes old, and the script shows the
 * reader the number from this response.
 */
export const POST = writeEndpoint(
  { limits: [limits.newViews], body: true, slugOf: ({ fields }) => fields.slug },
  async ({ request, fields, site, client, count }) => {
    const { referrer, ...page } = parseFields(input, fields)
    const key = await idempotencyKey(request, 'json', undefined, client)
    await count()
    if (site) await admitPage(site, page, client)
    const { headers } = request
    const view = await recordView({
      slug: page.slug,
      client,
      key: key?.text,
      referrer,
      isStaff: (await signedInHere(request)) !== undefined,
      userAgent: headers.get('user-agent') ?? '',
      purpose: headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz'),
      fetchMode: headers.get('sec-fetch-mode'),
      fetchDestination: headers.get('sec-fetch-dest'),
      host: site ? hostOfSlug(page.slug) : (headers.get('host') ?? ''),
      // https://www.w3.org/TR/gpc/ and https://www.w3.org/TR/tracking-dnt/
      wantsPrivacy: headers.get('sec-gpc') === '1' || headers.get('dnt') === '1',
    })
    return { status: view.counted ? 201 : 200, json: view }
  },
)

export const { OPTIONS, PUT, PATCH, DELETE } = otherMethods('GET', 'POST')
