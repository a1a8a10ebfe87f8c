import type { LossReason } from './source-record'

/** What the conversions of HTML and Markdown share for one comment. */
export type Conversion = {
  /** Records a loss. */
  lose: (reason: LossReason) => void
  /** Returns the absolute address for a link, or undefined if comments have no links of its kind. */
  targetOf: (address: string) => string | undefined
}
