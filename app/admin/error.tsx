'use client'

// Shows the message within the frame of the admin area.
export { default } from '@/app/(blog)/error'
