import { requireStaff } from '@/lib/http/require-staff'
import { TrialEditor } from './trial-editor'

/** Where images in the editor are tried. */
export default async function TrialPage() {
  await requireStaff('/desk/images-trial', 'owner')
  return <TrialEditor />
}
