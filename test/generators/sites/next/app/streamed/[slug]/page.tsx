/** The same page, whose first response after a change is streamed. */
export { default, generateStaticParams, metadata } from '../../parts/[slug]/page'
