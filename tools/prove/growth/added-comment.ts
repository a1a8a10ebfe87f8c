import { z } from 'zod'

/** The fields of a created comment that are needed to edit and delete it. */
export const addedComment = z.object({ id: z.number(), edit_token: z.string() })
