import { cronRoute } from '@/lib/http/cron-route'
import { rotateMarks } from '@/lib/views/rotate-marks'

/** Creates the next day's partition of view marks, and deletes marks older than 48 hours. */
export const { GET, POST, OPTIONS, PUT, PATCH, DELETE } = cronRoute(rotateMarks)
