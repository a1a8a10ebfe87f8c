import { z } from 'zod'
import type { Acquaintance, MadeRequest } from './request-arbitraries'
import type { Known } from './schema-arbitraries'

// A retry from another network is answered without the token.
const taken = z.object({
  id: z.number(),
  edit_token: z.string().optional(),
  post_slug: z.string(),
  status: z.string(),
})
type Taken = z.infer<typeof taken> & { edit_token: string }

/** Of the newest so many: older ones are known to too many requests already. */
const rememberedMax = 200
/** Of comments that are replied to, one in so many stands in a thread that takes no more. */
const fullEach = 8
/** Keys that nobody sent yet, each time: most are sent once, those that were sent come again with another body. */
const freshKeys = 60
const usedKeys = 60

/** Remembers what a run wrote, so that later requests change, answer and repeat it. */
export class Acquaintances {
  #comments: Taken[] = []
  #sent: MadeRequest[] = []
  #keys = 0

  /**
   * @param values what is known from the start, by the name of its field or parameter
   * @param together the same of what belongs together, by path
   * @param full a comment whose thread takes no more replies
   */
  constructor(
    private readonly values: Known,
    private readonly together: Acquaintance['together'],
    private readonly full: { slug: string; parent_id: number },
  ) {}

  hear(request: MadeRequest, status: number, text: string): void {
    const { of, method, headers } = request
    if (of === '/api/comments' && method === 'POST' && status === 201)
      this.#add(taken.parse(JSON.parse(text)))
    // Deleted by its author, or reported so often that it is hidden: who asks for it again is told that it is not there.
    const [, gone] = (status === 404 && /^\/api\/comments\/(\d+)/.exec(request.path)) || []
    if (gone !== undefined) this.#comments = this.#comments.filter(({ id }) => id !== Number(gone))
    if (headers?.['idempotency-key'] !== undefined && (status === 200 || status === 201)) {
      this.#sent = [...this.#sent, request].slice(-rememberedMax)
    }
  }

  #add({ edit_token, ...comment }: z.infer<typeof taken>): void {
    if (edit_token === undefined) return
    // The others are replied to by nobody, and changed by their authors all the same.
    if (comment.status === 'published')
      this.#comments = [...this.#comments, { ...comment, edit_token }].slice(-rememberedMax)
  }

  present(): Acquaintance {
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
          ...Array.from({ length: freshKeys }, () => `key-of-the-proof-${this.#keys++}`),
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
