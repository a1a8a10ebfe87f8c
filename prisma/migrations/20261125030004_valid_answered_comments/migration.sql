-- Readers and writers go on meanwhile.
ALTER TABLE "comments" VALIDATE CONSTRAINT "comments_answered_id_fkey";
