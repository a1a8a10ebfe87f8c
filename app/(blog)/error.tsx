'use client'

export { ShownError as default } from '@/components/ui/error-message'
