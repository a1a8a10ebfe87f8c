/** What is typed is looked for as it stands, anywhere in a text: no character of it has a meaning of its own in LIKE. */
export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
