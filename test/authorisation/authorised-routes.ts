type May = 'public' | 'author or staff' | 'staff' | 'owner' | 'cron'

/** The permitted roles of each method of each route. */
export const routes: Record<string, May> = {
  ...Object.fromEntries(
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
      (method) => [`${method} /api/[[...rest]]`, 'public'] as const,
    ),
  ),
  'GET /api/comments': 'public',
  'POST /api/comments': 'public',
  'PATCH /api/comments/[id]': 'author or staff',
  'DELETE /api/comments/[id]': 'author or staff',
  // The form of an author: it contains the edit token and needs no session.
  'POST /api/comments/[id]': 'public',
  'GET /api/health': 'public',
  'GET /api/og-image': 'public',
  'GET /api/og-metadata': 'public',
  'GET /api/openapi.yaml': 'public',
  'GET /api/badge/[file]': 'public',
  'GET /api/views': 'public',
  'POST /api/views': 'public',
  // The mailed token is the only credential.
  'GET /api/unsubscribe': 'public',
  'POST /api/unsubscribe': 'public',
  'POST /api/verify-address': 'public',
  'GET /api/comment-stamp': 'public',
  'POST /api/comments/[id]/report': 'public',
  // Restricted by the browser's own cookies or by a signed ticket.
  'POST /comments/yours': 'public',
  'POST /privacy/your-data/by-address': 'public',
  'GET /privacy/your-data/[ticket]/download': 'public',
  'POST /privacy/your-data/[ticket]/erase': 'public',
  'GET /admin/comments/news': 'staff',
  'GET /admin/link-preview': 'staff',
  'GET /admin/stats/download': 'owner',
  'GET /admin/stats/live': 'owner',
  'GET /admin/posts/[id]/draft': 'owner',
  // Its permissions are tested next to the route, with the data that it saves.
  'PUT /admin/posts/[id]/draft': 'owner',
  'GET /api/search': 'public',
  'GET /images/[name]': 'public',
  'POST /admin/images/upload': 'owner',
  'POST /admin/images/upload/to-store': 'owner',
  'POST /admin/images/upload/to-store/[id]': 'owner',
  'POST /admin/markdown-preview': 'owner',
  'GET /feeds/[feed]': 'public',
  'GET /files/[file]': 'public',
  'GET /posts/[slug]/comments.xml': 'public',
  'GET /posts/[slug]/markdown': 'public',
  'GET /tags/[tag]/feed.xml': 'public',
  'GET /posts/[slug]/opengraph-image': 'public',
  'GET /opengraph-image/[[...none]]': 'public',
  'GET /manifest.webmanifest/[[...none]]': 'public',
  'POST /api/cron/purge-pages': 'cron',
  ...Object.fromEntries(
    [
      ...[
        'delete-old-mails',
        'delete-old-submissions',
        'delete-unused-link-previews',
        'renew-link-previews',
        'reencrypt-addresses',
      ],
      ...[
        'forget-networks',
        'keep-view-marks',
        'purge-deleted-comments',
        'send-mails',
        'publish-due-posts',
        'forget-deleted-posts',
      ],
    ].flatMap((name) =>
      ['GET', 'POST'].map((method) => [`${method} /api/cron/${name}`, 'cron'] as const),
    ),
  ),
}

/** The permitted roles of each page of the admin area. */
export const pages: Record<string, 'public' | 'staff' | 'owner'> = {
  '/admin': 'staff',
  '/admin/account': 'staff',
  '/admin/blocks': 'staff',
  '/admin/comments': 'staff',
  '/admin/posts': 'owner',
  '/admin/posts/[id]': 'owner',
  '/admin/posts/[id]/history': 'owner',
  '/admin/images': 'owner',
  '/admin/readers': 'owner',
  '/admin/settings': 'owner',
  // The page for missing pages.
  '/admin/[...rest]': 'public',
  '/admin/stats': 'owner',
  '/admin/people': 'owner',
  '/admin/sign-in': 'public',
  '/admin/forgotten': 'public',
  '/admin/reset/[token]': 'public',
}

/** A valid body for a route that reads one. */
export const bodies: Record<string, string> = {
  'POST /admin/markdown-preview': '{"content":"Words."}',
}

/** Valid parameters for a route that requires them. */
export const queries: Record<string, string> = {
  'GET /admin/link-preview': '?url=https%3A%2F%2Fexample.org%2F',
}

/** Returns a path of that shape for an existing object. */
export const pathOf = (shape: string, id: number) =>
  shape.replace('[token]', 'none').replace('[id]', String(id))
