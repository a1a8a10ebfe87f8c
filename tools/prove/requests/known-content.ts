import { z } from 'zod'
import type { GeneratedRequest, KnownValues } from './request-arbitraries'
import type { Known } from './schema-arbitraries'

// The response to a retry from another network lacks the token.
const created = z.object({
  id: z.number(),
  edit_token: z.string().optional(),
  post_slug: z.string(),
  status: z.string(),
})
type CreatedComment = z.infer<typeof created> & { edit_token: string }

/** The number of remembered items; older ones are already used by too many requests. */
const rememberedMax = 200
/** One in this many replies goes to a full thread. */
const fullEach = 8
/**
 * The number of unused keys per batch. Most are sent once; used keys are sent again with another
 * body.
 */
const freshKeys = 60
const usedKeys = 60

/** Remembers what a run wrote, so that later requests change, repeat and reply to it. */
export class KnownContent {
  #comments: CreatedComment[] = []
  #sent: GeneratedRequest[] = []
  #keys = 0

  /**
   * @param values values known from the start, by field or parameter name
   * @param together sets of values that belong together, by path
   * @param full a comment whose thread accepts no more replies
   */
  constructor(
    private readonly values: Known,
    private readonly together: KnownValues['together'],
    private readonly full: { slug: string; parent_id: number },
  ) {}

  remember(request: GeneratedRequest, status: number, text: string): void {
    const { of, method, headers } = request
    if (of === '/api/comments' && method === 'POST' && status === 201)
      this.#add(created.parse(JSON.parse(text)))
    // The comment was deleted by its author or hidden after many reports, so further requests
    // return 404.
    const [, gone] = (status === 404 && /^\/api\/comments\/(\d+)/.exec(request.path)) || []
    if (gone !== undefined) this.#comments = this.#comments.filter(({ id }) => id !== Number(gone))
    if (headers?.['idempotency-key'] !== undefined && (status === 200 || status === 201)) {
      this.#sent = [...this.#sent, request].slice(-rememberedMax)
    }
  }

  #add({ edit_token, ...comment }: z.infer<typeof created>): void {
    if (edit_token === undefined) return
    // Held comments accept no replies. Their authors can still edit them.
    if (comment.status === 'published')
      this.#comments = [...this.#comments, { ...comment, edit_token }].slice(-rememberedMax)
  }

  present(): KnownValues {
    const comments = this.#comments
    const own = comments.map(({ id, edit_token }) => ({ id: [id], edit_token: [edit_token] }))
    const parents = comments.map(({ id, post_slug }) => ({ slug: [post_slug], parent_id: [id] }))
    const full = { slug: [this.full.slug], parent_id: [this.full.parent_id] }
    const keys = this.#sent.flatMap(({ headers }) => headers?.['idempotency-key'] ?? [])
    return {
      values: {
        ...this.values,
        id: comments.map(({ id }) => id),
        parent_id: comments.map(({ id }) => id),
        edit_token: comments.map(({ edit_token }) => edit_token),
        'Idempotency-Key': [
          ...keys.slice(-usedKeys),
          ...Array.from({ length: freshKeys }, () => `prove-key-${this.#keys++}`),
        ],
      },
      together: {
        ...this.together,
        '/api/comments': [
          ...parents,
          ...Array.from({ length: Math.ceil(parents.length / fullEach) }, () => full),
        ],
        '/api/comments/{id}': own,
        '/api/comments/{id}/report': own,
      },
      sent: this.#sent,
    }
  }
}
