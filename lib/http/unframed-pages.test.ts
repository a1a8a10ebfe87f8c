import { expect, test } from 'vitest'
import config from '@/next.config'

test.each(['/desk/:path*', '/invitations/:path*', '/comments/:path*', '/mail-links/:path*', '/privacy/:path*'])(
  'no page below %s, where a button acts, stands in a frame of another site',
  async (source) => {
    const headers = (await config.headers?.())?.filter((rule) => rule.source === source).flatMap((rule) => rule.headers)
    expect(headers).toContainEqual({ key: 'X-Frame-Options', value: 'DENY' })
    expect(headers?.find(({ key }) => key === 'Content-Security-Policy')?.value).toContain("frame-ancestors 'none'")
  },
)
