type May = 'public' | 'author or staff' | 'staff' | 'owner' | 'cron'

/** Who may use each method of each route. */
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
  // The form of who wrote it: it carries its token, and asks for no session.
  'POST /api/comments/[id]': 'public',
  'GET /api/health': 'public',
  'GET /api/og-image': 'public',
  'GET /api/og-metadata': 'public',
  'GET /api/openapi.yaml': 'public',
  'GET /api/badge/[file]': 'public',
  'GET /api/views': 'public',
  'POST /api/views': 'public',
  // Whoever shows the mailed token: it is asked for nothing else.
  'GET /api/unsubscribe': 'public',
  'POST /api/unsubscribe': 'public',
  'POST /api/verify-address': 'public',
  'GET /api/comment-stamp': 'public',
  'POST /api/comments/[id]/report': 'public',
  // What a browser's own cookies name, and what a signed ticket names.
  'POST /comments/yours': 'public',
  'POST /privacy/your-data/by-address': 'public',
  'GET /privacy/your-data/[ticket]/download': 'public',
  'POST /privacy/your-data/[ticket]/erase': 'public',
  'GET /admin/comments/news': 'staff',
  'GET /admin/link-preview': 'staff',
  'GET /admin/stats/download': 'owner',
  'GET /admin/stats/live': 'owner',
  'GET /admin/posts/[id]/draft': 'owner',
  // Whom it lets in is tested beside it, with what it saves.
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

/** Who may see each page of the admin area. */
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
  // What says that nothing is there.
  '/admin/[...rest]': 'public',
  '/admin/stats': 'owner',
  '/admin/people': 'owner',
  '/admin/sign-in': 'public',
  '/admin/forgotten': 'public',
  '/admin/reset/[token]': 'public',
}

/** For a route that reads a body: one that it takes. */
export const bodies: Record<string, string> = {
  'POST /admin/markdown-preview': '{"content":"Words."}',
}

/** For a route that asks for parameters: those that it takes. */
export const queries: Record<string, string> = {
  'GET /admin/link-preview': '?url=https%3A%2F%2Fexample.org%2F',
}

/** An address of that shape, of something that is there. */
export const pathOf = (shape: string, id: number) =>
  shape.replace('[token]', 'none').replace('[id]', String(id))
