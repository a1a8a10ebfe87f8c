import type { LossReason } from './source-record'

/** Functions that the conversions of HTML and Markdown share for one comment. */
export type Conversion = {
  /** Records a loss. */
  lose: (reason: LossReason) => void
  /** Returns the absolute address of a link, or undefined if comments cannot have such links. */
  targetOf: (address: string) => string | undefined
}
