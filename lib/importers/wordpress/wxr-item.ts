/** One `<item>` of a WordPress export, as it is written there. */
export type WxrItem = {
  /** Texts of its own elements, by their names (`wp:post_type`). */
  fields: Map<string, string>
  categories: { domain: string; name: string }[]
  meta: Map<string, string>
  /** Each with the texts of its elements. */
  comments: Map<string, string>[]
}

export const field = ({ fields }: WxrItem, name: string) => fields.get(name) ?? ''
