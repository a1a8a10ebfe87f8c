/**
 * The name of the Trusted Types policy that only allows the preview of a post as HTML in the admin
 * area (W3C Trusted Types, “policies”).
 */
export const previewPolicy = 'post-preview'
