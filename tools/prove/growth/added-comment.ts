import { z } from 'zod'

/** What is read of the answer to a comment, to change it and to take it back. */
export const addedComment = z.object({ id: z.number(), edit_token: z.string() })
