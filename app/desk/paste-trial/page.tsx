import { requireStaff } from '@/lib/http/require-staff'
import { TrialEditor } from './trial-editor'
import '@/components/editor/link-cards/link-cards.css'

/** TRIAL ONLY: link cards in a bare editor, until the one of the posts is there. */
export default async function PasteTrialPage({ searchParams }: { searchParams: Promise<{ text?: string }> }) {
  await requireStaff('/desk/paste-trial')
  return <TrialEditor text={(await searchParams).text ?? ''} />
}
