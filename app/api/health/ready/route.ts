export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '@/app/api/health/route'
