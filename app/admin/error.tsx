'use client'

// Keeps the frame of the admin area around the message.
export { default } from '@/app/(blog)/error'
