-- What a Prisma schema cannot say.

-- The desk searches names and texts. A name that one of a few hundred comments has is found quickest by reading the newest until a page is full,
-- one that fewer have by the index of its letters; of ten million comments the hundred samples that are usual tell these apart no more. (Texts
-- keep the hundred: a thousand of them are looked through for each plan, which takes longer than the search.)
ALTER TABLE comments ALTER COLUMN author_name SET STATISTICS 1000;

-- Else they would be known when a tenth of the comments is new. Some seconds for millions; nobody waits for it.
ANALYZE comments (author_name);
