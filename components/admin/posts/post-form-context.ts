import { createContext, type RefObject, useContext } from 'react'
import type { OpenEditor } from '@/components/editor/open-editor'
import type { PostState } from '@/lib/posts/editing/get-post-state'
import type { PostFormProps, TypedPost } from './post-form-state'

/** The open form, for the fields in its sheets. */
type OpenForm = PostFormProps & {
  kind: 'post' | 'page'
  typed: TypedPost
  current: PostState
  editor: RefObject<OpenEditor | undefined>
  faultOf: (name: string) => string | undefined
  /** The reason why a field has not been saved while typing. */
  savingFaultOf: (name: string) => string | undefined
}

export const PostFormContext = createContext<OpenForm | null>(null)

export function usePostForm(): OpenForm {
  const form = useContext(PostFormContext)
  if (!form) throw new Error('There is no form of a post')
  return form
}
