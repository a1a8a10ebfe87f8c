-- Which comment was answered, where it is not the parent. The constraint is validated in a script of its own, so that no writer waits for a
-- scan of the table.
ALTER TABLE "comments" ADD COLUMN "answered_id" INTEGER,
  ADD CONSTRAINT "comments_answered_id_fkey" FOREIGN KEY ("answered_id") REFERENCES "comments"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
