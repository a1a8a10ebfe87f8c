import type { ImportReport } from './import-report'
export async function importBlog(_file: string, _options: { overwrite?: boolean; site?: string | undefined }): Promise<ImportReport> {
  throw new Error('later')
}
