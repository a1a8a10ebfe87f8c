/**
 * Stands for the blog's `lib/client.ts`, which the registry and a manual copy contain instead of
 * this file.
 */
export {
  createClient,
  type LinkPreview,
  ProblemError,
  type Thread,
  type ThreadComment,
} from '@/lib/client'
