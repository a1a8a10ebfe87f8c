import { AppError } from '@/lib/errors'
import { toProblem } from '@/lib/http/problem'

/** An address under `/api` that is none answers like the others do: in problem details. */
const notFound = async () =>
  toProblem(new AppError('not-found', 'There is no such address under /api.'), {
    'Access-Control-Allow-Origin': '*',
  })

export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
}
