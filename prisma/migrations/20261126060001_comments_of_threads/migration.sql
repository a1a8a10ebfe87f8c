-- Comments and views belong to threads. The ids stay the same. The constraints are validated in the
-- next script, so that no writer waits for a scan of a table.
ALTER TABLE "comments" DROP CONSTRAINT "comments_post_id_fkey",
  ADD CONSTRAINT "comments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "imported_comments" DROP CONSTRAINT "imported_comments_post_id_fkey",
  ADD CONSTRAINT "imported_comments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "view_counts" DROP CONSTRAINT "view_counts_post_id_fkey",
  ADD CONSTRAINT "view_counts_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "view_totals" DROP CONSTRAINT "view_totals_post_id_fkey",
  ADD CONSTRAINT "view_totals_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "view_suspects" DROP CONSTRAINT "view_suspects_post_id_fkey",
  ADD CONSTRAINT "view_suspects_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "judged_suspects" DROP CONSTRAINT "judged_suspects_post_id_fkey",
  ADD CONSTRAINT "judged_suspects_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "view_minutes" DROP CONSTRAINT "view_minutes_post_id_fkey",
  ADD CONSTRAINT "view_minutes_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
