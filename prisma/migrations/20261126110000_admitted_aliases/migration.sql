ALTER TABLE "thread_aliases" ADD COLUMN "admitted_at" TIMESTAMPTZ(3);

-- Addresses that owners enter have no query.
UPDATE thread_aliases SET admitted_at = now() WHERE slug LIKE '%?%';
