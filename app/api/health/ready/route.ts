import { otherMethods } from '@/lib/http/endpoint'

export { GET } from '@/app/api/health/route'

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
