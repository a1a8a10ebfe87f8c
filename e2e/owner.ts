/** Who signs in at the desk of the blog under test. */
export const owner = { email: 'olivia@blog.example', password: 'a password for the tests', name: 'Owner' }
