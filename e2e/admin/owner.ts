/** The credentials of the owner of the blog under test. */
export const owner = {
  email: 'olivia@blog.example',
  password: 'a password for the tests',
  name: 'Owner',
}
