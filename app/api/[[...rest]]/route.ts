import { AppError } from '@/lib/errors'
import { toProblem } from '@/lib/http/problem'
import { inRequestLanguage } from '@/lib/http/request-language'
import { errorText } from '@/lib/i18n/error-text'

/** Returns 404 as problem details for unknown paths under `/api`. */
const notFound = async ({ headers }: Request) =>
  inRequestLanguage(headers, async () =>
    toProblem(new AppError('not-found', errorText('apiAddress')), {
      'Access-Control-Allow-Origin': '*',
    }),
  )

export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
}
