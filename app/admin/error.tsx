'use client'

// Shows the message within the frame of the admin area.
export { ShownError as default } from '@/components/ui/error-message'
