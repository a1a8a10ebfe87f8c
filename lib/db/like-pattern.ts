/** Returns a LIKE pattern that finds a string anywhere, with its wildcards escaped. */
export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
