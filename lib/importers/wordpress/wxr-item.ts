/** An `<item>` of a WordPress export. */
export type WxrItem = {
  /** The texts of its elements by name (`wp:post_type`). */
  fields: Map<string, string>
  categories: { domain: string; name: string }[]
  meta: Map<string, string>
  /** The texts of each comment's elements by name. */
  comments: Map<string, string>[]
}

export const field = ({ fields }: WxrItem, name: string) => fields.get(name) ?? ''
