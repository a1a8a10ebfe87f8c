-- Readers and writers continue meanwhile.
ALTER TABLE "comments" VALIDATE CONSTRAINT "comments_post_id_fkey";
ALTER TABLE "imported_comments" VALIDATE CONSTRAINT "imported_comments_post_id_fkey";
ALTER TABLE "view_counts" VALIDATE CONSTRAINT "view_counts_post_id_fkey";
ALTER TABLE "view_totals" VALIDATE CONSTRAINT "view_totals_post_id_fkey";
ALTER TABLE "view_suspects" VALIDATE CONSTRAINT "view_suspects_post_id_fkey";
ALTER TABLE "judged_suspects" VALIDATE CONSTRAINT "judged_suspects_post_id_fkey";
ALTER TABLE "view_minutes" VALIDATE CONSTRAINT "view_minutes_post_id_fkey";
