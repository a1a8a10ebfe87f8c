import { getRequestConfig } from 'next-intl/server'
import messages from '@/messages/en.json'

/** The language and texts of server components; next-intl finds this file through its plugin. */
export default getRequestConfig(async () => ({ locale: 'en', messages }))
