/** With what the blog of the tests signs. */
export const authSecret = 'a secret of the tests that is 32 long at least'
