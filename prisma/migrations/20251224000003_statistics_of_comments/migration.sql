-- What a Prisma schema cannot say.

-- The desk searches names and texts. What one of a few hundred comments has is found quickest by reading the newest until a page is full, what
-- fewer have by the index of their letters; of ten million comments the hundred samples that are usual tell these apart no more.
ALTER TABLE comments ALTER COLUMN author_name SET STATISTICS 1000, ALTER COLUMN content SET STATISTICS 1000;

-- Else they would be known when a tenth of the comments is new. Some seconds for millions; nobody waits for it.
ANALYZE comments (author_name, content);
